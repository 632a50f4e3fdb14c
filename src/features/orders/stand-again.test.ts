import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { noDifferences, rollupDifferences } from '#features/rollups/server/rollup-differences.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const head = 'Pedido,Fecha,Producto,Unidades,Total,Cuota IVA,Moneda,Estado,Reembolsado'
const columns = {
  ...{ order: 'Pedido', date: 'Fecha', name: 'Producto', quantity: 'Unidades', total: 'Total' },
  ...{ tax: 'Cuota IVA', currency: 'Moneda', status: 'Estado', refunded: 'Reembolsado' },
}

async function bringIn(rows: string[], more: object = {}, heading = head) {
  const artist = await as(world.database, 'artist')
  const file = new File([[heading, ...rows].join('\n')], 'pedidos.csv')
  const map = { columns: { ...columns, ...more }, totalOf: 'line', refundedOf: 'line' }
  const done = await artist.orders.uploadOrders({
    ...{ portalId, file, format: 'generic', mode: 'all', map: JSON.stringify(map) },
  })
  return ok(done)
}
const row = (order: string, state: string, product = 'Camiseta', back = '') =>
  `${order},2026-03-01,${product},2,24.20,4.20,EUR,${state},${back}`

/** What is left of an order, and how many facts say so. */
async function left(order: string) {
  const [found] = await world.database.query(
    `select sum(l.orders)::int as orders, sum(l.units)::int as units, sum(l.net_amount)::float as net,
      sum(l.gross_micros - l.discounts_micros - l.refunds_micros - l.net_micros)::int as apart, count(*)::int as facts
     from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
     where o.portal_id = $1 and o.external_id = $2`,
    [portalId, order],
  )
  return found
}
const is = (orders: number, units: number, net: number, facts: number) => ({
  ...{ orders, units, net, facts, apart: 0 },
})
async function cancelledOrders() {
  const artist = await as(world.database, 'artist')
  const { items } = ok(await artist.orders.listOrders({ portal: portalId, q: 'A-', state: 'cancelled' }))
  return items.map(({ externalId }) => externalId)
}

test('lines that are called off one after the other take one order along, with the last of them', async () => {
  const rows = (...states: string[]) => states.map((state, at) => row('A-1', state, `Lote ${at}`))
  await bringIn(rows('Completado', 'Completado', 'Completado'))
  expect(await left('A-1')).toEqual(is(1, 6, 60, 3))
  await bringIn(rows('Completado', 'Cancelado', 'Completado'))
  expect(await left('A-1')).toEqual(is(1, 4, 40, 4))
  expect(await cancelledOrders()).toEqual([])
  await bringIn(rows('Cancelado', 'Cancelado', 'Completado'))
  expect(await left('A-1')).toEqual(is(1, 2, 20, 5))
  await bringIn(rows('Cancelado', 'Cancelado', 'Cancelado'))
  expect(await left('A-1')).toEqual(is(0, 0, 0, 6))
  expect(await cancelledOrders()).toEqual(['A-1'])
  expect(await bringIn(rows('Cancelado', 'Cancelado', 'Cancelado'))).toMatchObject({ imported: 0, known: 3 })
  await bringIn(rows('Cancelado', 'Completado', 'Cancelado'))
  expect(await left('A-1')).toEqual(is(1, 2, 20, 7))
  expect(await cancelledOrders()).toEqual([])
})

test('the later state wins, in both directions, and the same file again changes nothing', async () => {
  const states: [string, ReturnType<typeof is>][] = [
    ['Completado', is(1, 2, 20, 1)],
    ['Cancelado', is(0, 0, 0, 2)],
    ['Procesando', is(1, 2, 20, 3)],
    ['Anulado', is(0, 0, 0, 4)],
    ['Completado', is(1, 2, 20, 5)],
  ]
  for (const [state, expected] of states) {
    expect(await bringIn([row('B-1', state)])).toMatchObject({ imported: 1, bad: 0 })
    expect([state, await left('B-1')]).toEqual([state, expected])
    expect(await bringIn([row('B-1', state)])).toMatchObject({ imported: 0, known: 1, bad: 0 })
    expect([state, await left('B-1')]).toEqual([state, expected])
  }
  const all = await rollupDifferences(world.database)
  const ofSales = Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('visit')))
  expect(ofSales).toEqual(noDifferences(ofSales))
})

test('a file without states says nothing of what was called off', async () => {
  await bringIn([row('C-1', 'Completado')])
  await bringIn([row('C-1', 'Cancelado')])
  expect(await bringIn([row('C-1', '')])).toMatchObject({ imported: 0, known: 1 })
  expect(await left('C-1')).toEqual(is(0, 0, 0, 2))
})

test('what was paid back before stays paid back, and may grow in the same file', async () => {
  await bringIn([row('D-1', 'Completado', 'Camiseta', '12.10')])
  await bringIn([row('D-1', 'Cancelado', 'Camiseta', '12.10')])
  expect(await left('D-1')).toEqual(is(0, 0, 0, 3))
  await bringIn([row('D-1', 'Completado', 'Camiseta', '12.10')])
  expect(await left('D-1')).toEqual(is(1, 2, 10, 4))
  await bringIn([row('D-1', 'Cancelado', 'Camiseta')])
  expect(await left('D-1')).toEqual(is(0, 0, 0, 5))
  expect(await bringIn([row('D-1', 'Completado', 'Camiseta', '18.15')])).toMatchObject({
    imported: 1,
    bad: 0,
  })
  expect(await left('D-1')).toEqual(is(1, 2, 5, 7))
  expect(await bringIn([row('D-1', 'Completado', 'Camiseta', '18.15')])).toMatchObject({ imported: 0 })
})

test('lines that have numbers go the same way', async () => {
  const numbered = (state: string, back = '') => [`${row('E-1', state, 'Camiseta', back)},1`]
  const send = (state: string, back?: string) =>
    bringIn(numbered(state, back), { line: 'Línea' }, `${head},Línea`)
  await send('Completado', '12.10')
  expect(await left('E-1')).toEqual(is(1, 2, 10, 2))
  expect(await send('Cancelado')).toMatchObject({ bad: 0 })
  expect(await left('E-1')).toEqual(is(0, 0, 0, 3))
  await send('Completado', '12.10')
  expect(await left('E-1')).toEqual(is(1, 2, 10, 4))
  expect(await send('Completado', '12.10')).toMatchObject({ imported: 0, bad: 0 })
})

test('an import that called off what stands again since is undone after the one that says so', async () => {
  const artist = await as(world.database, 'artist')
  await bringIn([row('F-1', 'Completado')])
  const off = await bringIn([row('F-1', 'Cancelado')])
  const on = await bringIn([row('F-1', 'Completado')])
  const undo = (importId: string | null) => artist.orders.undoImport({ portalId, importId: importId ?? '' })
  expect(failureCode(await undo(off.importId))).toBe('orders.refundedByFile')
  expect(await undo(on.importId)).toBeNull()
  expect(await left('F-1')).toEqual(is(0, 0, 0, 2))
  expect(await undo(off.importId)).toBeNull()
  expect(await left('F-1')).toEqual(is(1, 2, 20, 1))
})
