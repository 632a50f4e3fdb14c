import { beforeAll, expect, test } from 'vitest'
import type { Api } from '#client.ts'
import { wooShop } from '#features/connectors/test-woocommerce.ts'
import { as, ok } from '#testing/as.ts'
import { endpoints } from './test-endpoints.ts'

/** An order that a program or a file brought first and that its shop tells of later. */

const { world, receiver, portalId, work, make, order } = await endpoints()
let artist: Api
let shop: Awaited<ReturnType<typeof wooShop>>
beforeAll(async () => {
  artist = await as(world.database, 'artist')
  shop = await wooShop(world.database, portalId)
})

function byShop(number: string, more: object = {}) {
  const at = '2026-11-02T09:00:00'
  return shop.tell({
    ...{ id: Number(number), number, status: 'processing', currency: 'EUR', total: '40.00' },
    ...{ date_created_gmt: at, date_modified_gmt: at, billing: { country: 'ES', email: 'ana@fans.example' } },
    line_items: [{ id: 1, sku: 'NL-X', quantity: 2, subtotal: '33.06', total: '33.06', total_tax: '6.94' }],
    refunds: [],
    ...more,
  })
}
const refunds = [
  {
    ...{ id: 9, date_created_gmt: '2026-11-03T09:00:00', amount: '20.00' },
    line_items: [{ refunded_item_id: 1, quantity: -1, total: '-16.53', total_tax: '-3.47' }],
  },
]
const told = () => receiver.got.map(({ type, data }) => [type, data['id']])
const idOf = async (q: string) => ok(await artist.orders.listOrders({ q })).items.map(({ id }) => id)

test('what a program told of is changed by its shop, not made once more', async () => {
  await make(artist, ['order.created', 'order.changed', 'order.refunded'])
  ok(await artist.orders.putOrder(order('7001')))
  await byShop('7001')
  await work()
  const [id, ...others] = await idOf('7001')
  expect(others).toEqual([])
  expect(told()).toEqual([
    ['order.created', id],
    ['order.changed', id],
  ])
})

test('… and is told as refunded where the shop says so first', async () => {
  await make(artist, ['order.created', 'order.changed', 'order.refunded'])
  ok(await artist.orders.putOrder(order('7002')))
  await byShop('7002', { refunds })
  const back = [
    { id: 'r1', at: '2026-11-03T10:00:00+01:00', lines: [{ id: '1', amount: '20.00', tax: '3.47' }] },
  ]
  ok(await artist.orders.putOrder(order('7003', { refunds: back })))
  await byShop('7003', { refunds })
  await work()
  const [[second], [third]] = [await idOf('7002'), await idOf('7003')]
  const of = (id: string | undefined) => told().flatMap(([type, thing]) => (thing === id ? [type] : []))
  expect(of(second)).toEqual(['order.created', 'order.refunded'])
  expect(of(third)).toEqual(['order.created', 'order.changed'])
})

test('what a file brought, which is no news, is told when its shop tells of it', async () => {
  await make(artist, ['order.created', 'order.changed', 'order.refunded'])
  const map = JSON.stringify({
    columns: { order: 'pedido', sku: 'ref', quantity: 'uds', total: 'total', tax: 'iva', date: 'fecha' },
    constants: { currency: 'EUR' },
    totalOf: 'line',
  })
  const file = new File(
    ['pedido,ref,uds,total,iva,fecha\n7004,NL-X,2,40.00,6.94,2026-11-02\n'],
    'pedidos.csv',
  )
  const upload = { portalId, file, format: 'generic' as const, map, mode: 'all' as const }
  expect(ok(await artist.orders.uploadOrders(upload)).imported).toBe(1)
  await work()
  expect(told()).toEqual([])
  await byShop('7004')
  await work()
  expect(told()).toEqual([['order.created', (await idOf('7004'))[0]]])
})
