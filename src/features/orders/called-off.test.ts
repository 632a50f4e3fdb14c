import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const heading = 'Pedido,Fecha,Producto,Unidades,Total,Cuota IVA,Moneda,Estado,Reembolsado'

async function bringIn(rows: string, mode: 'check' | 'all' = 'all', head = heading) {
  const artist = await as(world.database, 'artist')
  const file = new File([`${head}\n${rows}\n`], 'pedidos.csv')
  const reading = ok(
    await artist.orders.readOrdersFile({
      ...{ portalId, file },
      wish: JSON.stringify({ totalOf: 'line', refundedOf: 'line', currency: 'EUR' }),
    }),
  )
  expect(reading.questions).toEqual([])
  const { format, map, layout } = reading
  return ok(
    await artist.orders.uploadOrders({
      ...{ portalId, file, format, mode, map: JSON.stringify(map), layout: JSON.stringify(layout) },
    }),
  )
}
const factsOf = (order: string) =>
  world.database.query(
    `select l.kind, l.units, l.orders, l.net_amount::float as net from order_line l
     join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
     where o.portal_id = $1 and o.external_id = $2 order by l.kind desc, l.ordinal, l.net_amount`,
    [portalId, order],
  )
const row = (order: string, state: string, back = '', product = 'Camiseta') =>
  `${order},2026-03-01,${product},2,24.20,4.20,EUR,${state},${back}`

test('an order that is called off after it came in is taken back, once', async () => {
  const rows = (state: string) => [row('K-1', state), row('K-1', state, '', 'Chapa')].join('\n')
  expect(await bringIn(rows('Completado'))).toMatchObject({ imported: 2, units: 4 })
  expect(await bringIn(rows('Cancelado'))).toMatchObject({ imported: 2, bad: 0, notSales: 0, units: 0 })
  const facts = [
    { kind: 'sale', units: 2, orders: 1, net: 20 },
    { kind: 'sale', units: 2, orders: 0, net: 20 },
    { kind: 'cancellation', units: -2, orders: -1, net: -20 },
    { kind: 'cancellation', units: -2, orders: 0, net: -20 },
  ]
  expect(await factsOf('K-1')).toEqual(facts)
  expect(await bringIn(rows('Cancelled'))).toMatchObject({ imported: 0, known: 2, bad: 0 })
  expect(await factsOf('K-1')).toEqual(facts)
})

test('what was paid back before is not taken back twice', async () => {
  expect(await bringIn(row('K-2', 'Completado', '12.10'))).toMatchObject({ imported: 1, bad: 0 })
  expect(await bringIn(row('K-2', 'Anulado'))).toMatchObject({ imported: 1, bad: 0 })
  expect(await factsOf('K-2')).toEqual([
    { kind: 'sale', units: 2, orders: 1, net: 20 },
    { kind: 'refund', units: 0, orders: 0, net: -10 },
    { kind: 'cancellation', units: -2, orders: -1, net: -10 },
  ])
  expect(await bringIn(row('K-2', 'Anulado'))).toMatchObject({ imported: 0, bad: 0 })
  expect(await factsOf('K-2')).toHaveLength(3)
})

test('what was called off before it was known sells nothing, and its month agrees', async () => {
  const checked = await bringIn(`${row('K-3', 'Cancelado')}\n${row('K-4', 'Completado')}`, 'check')
  expect(checked).toMatchObject({ imported: 1, notSales: 1, orders: 1, units: 2 })
  expect(checked.months).toMatchObject([{ file: '48.4', unpaid: '24.2', counted: '24.2' }])
  expect(await bringIn(row('K-3', 'Cancelado'))).toMatchObject({ imported: 0, notSales: 1, known: 0 })
  expect(await factsOf('K-3')).toEqual([])
})

test('what comes back has units below nothing, whatever sign the file gives them', async () => {
  const rows = 'L-1,2026-03-01,Gorra,1,15.00,0,EUR,,\nL-1,2026-03-02,Gorra,1,-15.00,0,EUR,,'
  expect(await bringIn(rows)).toMatchObject({ imported: 2, bad: 0, units: 0, totals: { EUR: '0.00' } })
  expect(await factsOf('L-1')).toMatchObject([
    { kind: 'sale', units: 1 },
    { kind: 'refund', units: -1 },
  ])
})

test('more tax than amount, and a part paid back that nothing tells, are errors of their rows', async () => {
  const { errors, bad } = await bringIn(
    [
      'M-1,2026-03-01,Gorra,1,12.10,121.00,EUR,,',
      row('M-2', 'Parcialmente reembolsado'),
      row('M-3', 'Partially refunded', '12.10'),
    ].join('\n'),
    'check',
  )
  expect(bad).toBe(2)
  expect(errors).toMatchObject([
    { row: 2, message: expect.stringContaining('121') },
    { row: 3, message: expect.stringContaining('Parcialmente reembolsado') },
  ])
})

test('the file’s own total is compared, though nobody wrote its currency', async () => {
  const { ownTotals } = await bringIn(
    'N-1,2026-03-01,Gorra,1,15.00 €,0,EUR,,\nTOTAL,,,1,16.00 €,,,,',
    'check',
  )
  expect(ownTotals).toEqual([{ row: 3, told: '16', added: '15', agrees: false }])
})
