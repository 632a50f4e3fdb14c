import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { wooShop } from './test-woocommerce.ts'

/** One number that comes by two ways: one order where the goods are the same, two where they are not. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
let artist: Api
let shop: Awaited<ReturnType<typeof wooShop>>
beforeAll(async () => {
  artist = await as(world.database, 'artist')
  shop = await wooShop(world.database, portalId)
})

const byShop = (number: string, more: object = {}) =>
  shop.tell({
    ...{ id: Number(number), number, status: 'processing', currency: 'EUR', total: '60.50' },
    ...{ date_created_gmt: '2026-11-11T10:00:00', date_modified_gmt: '2026-11-11T10:00:00' },
    billing: { country: 'ES', email: 'ana@example.test' },
    line_items: [
      goods(1, 'CAM', 'Camiseta', 2, '40.00', '8.40'),
      goods(2, 'LP', 'Disco', 1, '10.00', '2.10'),
    ],
    refunds: [],
    ...more,
  })
const goods = (
  id: number,
  sku: string,
  name: string,
  quantity: number,
  total: string,
  total_tax: string,
) => ({
  ...{ id, sku, name, quantity, subtotal: total, total, total_tax },
})

const byProgram = (externalId: string, more: object = {}) =>
  artist.orders.putOrder({
    ...{ portalId, externalId, placedAt: '2026-11-11T10:00:00Z', updatedAt: '2026-11-11T10:00:00Z' },
    ...{ currency: 'EUR', country: 'ES', buyer: 'ana@example.test' },
    lines: [
      { id: 'a', sku: 'CAM', name: 'Camiseta', units: 2, unitPrice: '24.20', tax: '8.40' },
      { id: 'b', sku: 'LP', name: 'Disco', units: 1, unitPrice: '12.10', tax: '2.10' },
    ],
    ...more,
  })

const map = {
  columns: {
    ...{ order: 'pedido', sku: 'ref', name: 'nombre', quantity: 'uds', total: 'total', tax: 'iva' },
    ...{ date: 'fecha', kind: 'tipo' },
  },
  constants: { currency: 'EUR' },
  totalOf: 'line',
}
async function byFile(rows: readonly string[], mode: 'check' | 'all' | 'valid' = 'valid') {
  const text = `pedido,ref,nombre,uds,total,iva,fecha,tipo\n${rows.join('\n')}\n`
  const file = new File([text], 'pedidos.csv')
  const upload = { portalId, file, format: 'generic' as const, map: JSON.stringify(map), mode }
  return ok(await artist.orders.uploadOrders(upload))
}

/** What stands of a number, and how many orders and cents the day has. */
async function standing(number: string) {
  const { items } = ok(await artist.orders.listOrders({ q: number }))
  return items
    .filter(({ externalId }) => externalId.replace('#', '') === number)
    .map(({ source, netCents, units }) => [source, netCents, units])
    .toSorted()
}
const day = async () => {
  const { totals } = ok(await artist.analytics.ordersSoldDetailInfo({ f: '2026-11-11', t: '2026-11-11' }))
  return [totals.orders ?? 0, totals.netCents ?? 0] as const
}

const cap = { id: 'a', sku: 'GORRA', name: 'Gorra', units: 1, unitPrice: '12.10', tax: '2.10' }
const both = (source: string) => [
  [source, 1000, 1],
  ['woocommerce', 5000, 3],
]

describe('a program and a shop tell of one order', () => {
  test('the shop first: the program is told so, and nothing counts twice', async () => {
    await byShop('9001')
    const once = [await standing('9001'), await day()]
    const told = await byProgram('#9001')
    expect(failureCode(told)).toBe('orders.cameBy')
    expect([await standing('9001'), await day()]).toEqual(once)
  })

  test('the program first: it becomes the shop’s, and stays it', async () => {
    ok(await byProgram('9002'))
    const once = await day()
    await byShop('9002')
    const kept = [[['woocommerce', 5000, 3]], once]
    expect([await standing('9002'), await day()]).toEqual(kept)
    const updatedAt = '2026-11-12T10:00:00Z'
    const later = [
      ...[{}, { updatedAt, cancelledAt: updatedAt }],
      { updatedAt, lines: [{ ...cap, units: 40 }], buyer: 'berta@example.test' },
    ]
    for (const more of later) expect(failureCode(await byProgram('9002', more))).toBe('orders.cameBy')
    expect([await standing('9002'), await day()]).toEqual(kept)
  })

  test('other goods of another buyer are another order of the same number', async () => {
    const other = { lines: [cap], buyer: 'berta@example.test' }
    ok(await byProgram('9003', other))
    await byShop('9003')
    expect(await standing('9003')).toEqual(both('api'))
    await byShop('9004')
    ok(await byProgram('9004', other))
    expect(await standing('9004')).toEqual(both('api'))
  })
})

describe('a file and a shop tell of one number', () => {
  const sold = (number: string) => [`${number},GORRA,Gorra,1,12.10,2.10,2026-11-11,`]
  test('other goods are another order, the shop first', async () => {
    await byShop('9011')
    expect(await byFile(sold('9011'))).toMatchObject({ imported: 1, bad: 0 })
    expect(await standing('9011')).toEqual(both('csv'))
  })

  test('… and the file first', async () => {
    await byFile(sold('9012'))
    await byShop('9012')
    expect(await standing('9012')).toEqual(both('csv'))
  })

  test('goods that are called differently and cost the same are the same', async () => {
    await byShop('9015')
    const rows = ['9015,,Tee,2,48.40,8.40,2026-11-11,', '9015,,Vinyl,1,12.10,2.10,2026-11-11,']
    expect(await byFile(rows)).toMatchObject({ imported: 0, bad: 2 })
    expect(await standing('9015')).toEqual([['woocommerce', 5000, 3]])
  })
})

describe('a file tells only what was given back', () => {
  const rows = (number: string) => [`${number},CAM,Camiseta,1,-24.20,-4.20,2026-11-20,refund`]
  const refunds = [
    {
      ...{ id: 9, date_created_gmt: '2026-11-20T09:00:00', amount: '24.20' },
      line_items: [{ refunded_item_id: 1, quantity: -1, total: '-20.00', total_tax: '-4.20' }],
    },
  ]
  const given = { refunds, date_modified_gmt: '2026-11-20T09:00:00' }

  test('of an order of the shop: its rows say that the shop tells of it', async () => {
    await byShop('9013', given)
    const { errors, imported } = await byFile(rows('9013'))
    expect([imported, errors.map(({ message }) => message)]).toEqual([
      ...[
        0,
        [
          'El pedido 9013 llegó por WooCommerce, y lo que devuelve también. Traerlo de un archivo lo descontaría dos veces. Si se devolvió fuera de WooCommerce, anótalo allí como reembolso hecho a mano y llegará desde allí; donde no se pueda, pídenos un ajuste en la factura.',
        ],
      ],
    ])
    expect(await standing('9013')).toEqual([['woocommerce', 3000, 3]])
  })

  test('before the shop tells of it: it is the shop’s from then on', async () => {
    await byFile(rows('9014'))
    await byShop('9014', given)
    expect(await standing('9014')).toEqual([['woocommerce', 3000, 3]])
  })
})
