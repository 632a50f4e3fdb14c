import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id

async function faultsIn(dates: string[], more: object = {}) {
  const artist = await as(world.database, 'artist')
  const rows = dates.map((date, at) => `F-${at},${date},Gorra,1,10.00,EUR`)
  const file = new File([['Pedido,Fecha,Producto,Uds,Base,Moneda', ...rows].join('\n')], 'pedidos.csv')
  const { map, layout, questions } = ok(await artist.orders.readOrdersFile({ portalId, file }))
  expect(questions).toEqual([])
  const { errors, months, imported } = ok(
    await artist.orders.uploadOrders({
      ...{ portalId, file, format: 'generic', mode: 'check', layout: JSON.stringify(layout) },
      map: JSON.stringify({ ...map, ...more }),
    }),
  )
  return { errors, imported, months: months.map(({ month }) => month) }
}

test('days that nothing can have been sold on are errors of their rows, with the day they were read as', async () => {
  const { errors, imported, months } = await faultsIn([
    '2026-03-01',
    '2062-03-01',
    '1926-03-01',
    '0026-03-01',
  ])
  expect(errors).toEqual([
    { row: 3, message: expect.stringMatching(/«2062-03-01» es el 2062-03-01.*todavía no/) },
    { row: 4, message: expect.stringMatching(/«1926-03-01» es el 1926-03-01.*año/) },
    { row: 5, message: expect.stringMatching(/«0026-03-01» es el 0026-03-01.*año/) },
  ])
  expect([imported, months]).toEqual([1, ['', '2026-03']])
})

test('two figures of a year, and a whole file of another century', async () => {
  const short = await faultsIn(['13/03/26', '14/03/62'])
  expect(short.errors).toEqual([{ row: 3, message: expect.stringContaining('es el 2062-03-14') }])
  const all = await faultsIn(['13/03/1926', '14/03/1926'])
  expect(all.errors).toEqual([
    { row: 2, message: expect.stringContaining('es el 1926-03-13') },
    { row: 3, message: expect.stringContaining('es el 1926-03-14') },
  ])
  const days = await faultsIn(['700000', '46082'], { dateFormat: 'serial' })
  expect(days.errors).toEqual([{ row: 2, message: expect.stringContaining('700000') }])
})
