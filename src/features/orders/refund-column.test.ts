import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import type { Reading, Wish } from './reading-contract.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id

async function bringIn(text: string, wish: Wish = {}) {
  const artist = await as(world.database, 'artist')
  const file = new File([text], 'pedidos.csv')
  const reading: Reading = ok(
    await artist.orders.readOrdersFile({ portalId, file, wish: JSON.stringify({ taxRate: '0', ...wish }) }),
  )
  const send = async (mode: 'check' | 'all') =>
    ok(
      await artist.orders.uploadOrders({
        ...{ portalId, file, format: reading.format, mode },
        map: JSON.stringify(reading.map),
      }),
    )
  return { reading, send }
}
const linesOf = (order: string) =>
  world.database.query<{ kind: string; units: number; net: string; tax: string }>(
    `select l.kind, l.units, l.net_amount::float::text as net, l.tax_amount::float::text as tax from order_line l
     join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
     where o.portal_id = $1 and o.external_id = $2 order by l.kind desc, l.ordinal`,
    [portalId, order],
  )

test('what a column says was refunded is paid back: of its line, with its share of the tax, and never more', async () => {
  const { reading, send } = await bringIn(
    `Pedido,Fecha,Producto,Unidades,Total,IVA importe,Moneda,Importe reembolsado
D-1,2026-03-01,Camiseta,2,24.20,4.20,EUR,12.10
D-2,2026-03-01,Chapa,1,5.00,0,EUR,
D-3,2026-03-01,Vinilo,1,30.00,0,EUR,-36.00
`,
    {
      columns: {
        ...{ order: 'Pedido', date: 'Fecha', name: 'Producto', quantity: 'Unidades', total: 'Total' },
        ...{ tax: 'IVA importe', currency: 'Moneda', refunded: 'Importe reembolsado' },
      },
    },
  )
  expect(reading.questions).toEqual([])
  expect(await send('all')).toMatchObject({ status: 'imported', units: 4, totals: { EUR: '15.00' } })
  expect(await linesOf('D-1')).toEqual([
    { kind: 'sale', units: 2, net: '20', tax: '4.2' },
    { kind: 'refund', units: 0, net: '-10', tax: '-2.1' },
  ])
  expect(await linesOf('D-2')).toHaveLength(1)
  // The shipping that was paid back with it was never a sale.
  expect(await linesOf('D-3')).toMatchObject([{ net: '30' }, { kind: 'refund', net: '-30' }])
})

test.each(['Importe reembolsado', 'Refund Amount', 'Devuelto', 'Order Refund Amount', 'Reembolso (€)'])(
  '«%s» is found by its name',
  async (name) => {
    const { reading } = await bringIn(
      `Pedido,Fecha,Producto,Total,Moneda,${name}\nN-1,2026-03-01,Gorra,20.00,EUR,5.00\n`,
    )
    expect(reading.map?.columns.refunded).toBe(name)
  },
)

test('one refund of a whole order is asked for, and shared over its lines by what they cost', async () => {
  const text = `Pedido,Fecha,Producto,Total,Moneda,Reembolso
O-1,2026-03-02,Camiseta,30.00,EUR,20.00
O-1,2026-03-02,Chapa,10.00,EUR,20.00
O-2,2026-03-02,Gorra,15.00,EUR,
`
  const open = await bringIn(text)
  expect(open.reading.questions).toMatchObject([{ id: 'refundedOf', column: 'Reembolso', values: '20.00' }])
  const { reading, send } = await bringIn(text, { refundedOf: 'order' })
  expect(reading.questions).toEqual([])
  expect(await send('all')).toMatchObject({ totals: { EUR: '35.00' } })
  expect(await linesOf('O-1')).toMatchObject([
    { kind: 'sale', net: '30' },
    { kind: 'sale', net: '10' },
    { kind: 'refund', net: '-15' },
    { kind: 'refund', net: '-5' },
  ])
})

test('a total of the order and a refund of it, both on its first row', async () => {
  const { send } = await bringIn(
    `Pedido,Fecha,Producto,Unidades,Total,Moneda,Reembolso
W-1,2026-03-03,Camiseta,1,40.00,EUR,10.00
W-1,2026-03-03,Chapa,3,,EUR,
`,
    { totalOf: 'order' },
  )
  expect(await send('all')).toMatchObject({ totals: { EUR: '30.00' } })
  expect(await linesOf('W-1')).toMatchObject([
    { net: '10' },
    { net: '30' },
    { kind: 'refund', net: '-2.5' },
    { kind: 'refund', net: '-7.5' },
  ])
})

const shop = async (rows: readonly string[]) => {
  const { send } = await bringIn(
    `Pedido,Fecha,Producto,Total,Moneda,Reembolso\n${rows.map((row) => row.replaceAll(' ', ',')).join('\n')}\n`,
    { refundedOf: 'order', totalOf: 'line' },
  )
  return send('all')
}
const netOf = async (order: string) =>
  (await linesOf(order)).reduce((sum, { net }) => Math.round((sum + Number(net)) * 100) / 100, 0)

test('what was refunded grows, is told again in another order, and is never counted twice', async () => {
  const lines = (back: string) => [
    `G-1 2026-03-04 A 10.00 EUR ${back}`,
    `G-1 2026-03-04 B 10.00 EUR ${back}`,
    `G-1 2026-03-04 C 10.00 EUR ${back}`,
  ]
  expect(await shop(lines('10.00'))).toMatchObject({ status: 'imported', bad: 0 })
  expect(await netOf('G-1')).toBe(20)
  // The odd cent falls on another line; the order has what it had.
  expect(await shop(lines('10.00').reverse())).toMatchObject({ status: 'imported', bad: 0 })
  expect(await netOf('G-1')).toBe(20)
  expect(await shop(lines('25.00'))).toMatchObject({ status: 'imported', bad: 0 })
  expect(await netOf('G-1')).toBe(5)
  expect(await shop(lines('25.00'))).toMatchObject({ imported: 0, bad: 0 })
  expect(await netOf('G-1')).toBe(5)
})

test('a refund of an order counts once, however its number is written', async () => {
  expect(await shop(['#S-3 2026-03-04 A 30.00 EUR 10.00', 's-3 2026-03-04 B 30.00 EUR 10.00'])).toMatchObject(
    { totals: { EUR: '50.00' } },
  )
})

test.each([
  ['refunded', { refundedOf: 'order', totalOf: 'line' }, '20.00,5.00', '20.00,7.00', '20.00,5.00'],
  ['charged', { totalOf: 'order' }, '20.00,', '30.00,', '20.00,'],
] as const)(
  'two totals of one order are told, not one of them taken (%s)',
  async (_, wish, first, second, same) => {
    const file = (rest: string) =>
      `Pedido,Fecha,Producto,Unidades,Moneda,Total,Reembolso
T-${first},2026-03-01,Camiseta,1,EUR,${first}
T-${first},2026-03-01,Chapa,1,EUR,${rest}
`.replaceAll(`T-${first}`, `T-${wish.totalOf}`)
    const columns = {
      ...{ order: 'Pedido', date: 'Fecha', name: 'Producto', quantity: 'Unidades', total: 'Total' },
      ...{ currency: 'Moneda', refunded: 'Reembolso' },
    }
    const wrong = await bringIn(file(second), { ...wish, columns })
    const checked = await wrong.send('check')
    expect(checked.errors).toMatchObject([{ row: 3, message: expect.stringContaining(`T-${wish.totalOf}`) }])
    expect(checked.units).toBe(0)
    const right = await bringIn(file(same), { ...wish, columns })
    expect((await right.send('check')).errors).toEqual([])
  },
)
