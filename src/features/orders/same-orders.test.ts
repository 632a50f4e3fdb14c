import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const map = {
  columns: { order: 'pedido', name: 'producto', total: 'importe', date: 'fecha', status: 'estado' },
  constants: { taxRate: '0', currency: 'EUR', quantity: '1' },
  totalOf: 'line',
}

async function bringIn(rows: readonly string[], mode: 'all' | 'check' = 'all') {
  const artist = await as(world.database, 'artist')
  const file = new File([`pedido,producto,importe,fecha,estado\n${rows.join('\n')}\n`], 'pedidos.csv')
  return ok(
    await artist.orders.uploadOrders({
      ...{ portalId, file, format: 'generic', map: JSON.stringify(map), mode },
    }),
  )
}
const netOf = async (order: string) => {
  const [row] = await world.database.query<{ net: string; sales: number }>(
    `select sum(l.net_amount)::float::text as net, count(*) filter (where l.kind = 'sale')::int as sales
     from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
     where o.portal_id = $1 and lower(o.external_id) like $2`,
    [portalId, `%${order}`],
  )
  return row
}

const shirt = 'A-1,Camiseta,20.00,2026-03-01,pagado'
const badge = 'A-1,Chapa,5.00,2026-03-01,pagado'

test('an order that comes again with its lines in another order is known', async () => {
  await bringIn([shirt, badge])
  expect(await bringIn([badge, shirt])).toMatchObject({ status: 'imported', imported: 0, known: 2, bad: 0 })
  expect(await netOf('a-1')).toEqual({ net: '25', sales: 2 })
})

test('two lines alike are two; a third one that comes later is added once', async () => {
  const one = 'A-2,Gorra,10.00,2026-03-01,pagado'
  await bringIn([one, one])
  const other = 'A-2,Póster,3.00,2026-03-01,pagado'
  expect(await bringIn([other, one, one])).toMatchObject({ imported: 1, known: 2 })
  expect(await bringIn([one, one, other])).toMatchObject({ imported: 0, known: 3 })
  expect(await netOf('a-2')).toEqual({ net: '23', sales: 3 })
})

test('a line that was refunded since takes its money back, and the lines below it are not sold again', async () => {
  const rows = ['A-3,Camiseta,20.00,2026-03-01,pagado', 'A-3,Chapa,5.00,2026-03-01,pagado']
  await bringIn(rows)
  const since = [rows[0]?.replace('pagado', 'reembolsado') ?? '', rows[1] ?? '']
  expect(await bringIn(since)).toMatchObject({ imported: 1, bad: 0 })
  expect(await netOf('a-3')).toEqual({ net: '5', sales: 2 })
  expect(await bringIn(since)).toMatchObject({ imported: 0, bad: 0 })
})

test('a line with another amount is said, wherever it stands', async () => {
  const rows = ['A-4,Camiseta,20.00,2026-03-01,pagado', 'A-4,Chapa,5.00,2026-03-01,pagado']
  await bringIn(rows)
  const refused = await bringIn(['A-4,Chapa,6.00,2026-03-01,pagado', rows[0] ?? ''])
  expect(refused).toMatchObject({ status: 'refused', bad: 1 })
  expect(refused.errors).toEqual([{ row: 2, message: expect.stringContaining('A-4') }])
})

test('#WS-1, WS-1 and ws-1 are one order, within a file and since the last', async () => {
  await bringIn(['#WS-1,Camiseta,20.00,2026-03-01,pagado', 'ws-1,Chapa,5.00,2026-03-01,pagado'])
  expect(
    await bringIn(['WS-1,Camiseta,20.00,2026-03-01,pagado', 'WS-1,Chapa,5.00,2026-03-01,pagado']),
  ).toMatchObject({ imported: 0, known: 2, orders: 1 })
  expect(await netOf('ws-1')).toEqual({ net: '25', sales: 2 })
})
