import { expect, test } from 'vitest'
import { isFailure } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import type { GenericMap } from './map-shape.ts'
import type { Wish } from './reading-contract.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const fileOf = (text: string) => new File([text], 'pedidos.csv')

async function read(text: string, wish: Wish = {}) {
  const artist = await as(world.database, 'artist')
  const told = JSON.stringify({ taxRate: '21', ...wish })
  return ok(await artist.orders.readOrdersFile({ portalId, file: fileOf(text), wish: told }))
}
async function check(text: string, map: GenericMap | null) {
  const artist = await as(world.database, 'artist')
  return artist.orders.uploadOrders({
    ...{ portalId, file: fileOf(text), format: 'generic', mode: 'check', map: JSON.stringify(map) },
  })
}
const counted = async (text: string, map: GenericMap | null) => {
  const { months, errors, ownTotals } = ok(await check(text, map))
  expect([errors, ownTotals.filter(({ agrees }) => !agrees)]).toEqual([[], []])
  return months.map(({ file, counted, net, tax }) => [file, counted, net, tax].map(Number))
}

const plain = 'Pedido,Fecha,Producto,Uds,Total,Envío,Moneda\nS-1,2026-03-01,Gorra,1,29.20,5.00,EUR\n'

test('a total beside what sending cost is asked about, and taken apart where it holds it', async () => {
  const open = await read(plain)
  expect(open.questions).toEqual([{ id: 'shipping', column: 'Envío', values: '29.20 · 5.00', options: [] }])
  expect(open.rows).toEqual([])
  const refused = await check(plain, open.map)
  expect(isFailure(refused) && refused?.error).toMatchObject({
    fields: { 'map.shipping': expect.stringContaining('Envío') },
  })
  const inside = await read(plain, { columns: { ...open.map?.columns, shipping: 'Envío' } })
  expect(inside.questions).toEqual([])
  expect(inside.rows).toMatchObject([{ line: { charged: '24.2', net: '20' } }])
  expect(await counted(plain, inside.map)).toEqual([[24.2, 24.2, 20, 4.2]])
  const apart = await read(plain, { shipping: 'apart' })
  expect(await counted(plain, apart.map)).toEqual([[29.2, 29.2, 24.132231, 5.067769]])
})

test('an order’s one total is shared without it, wherever it stands', async () => {
  const head = 'Pedido,Fecha,Producto,Uds,Total,Gastos de envío,Cuota IVA,Moneda'
  const rows = [
    'T-1,2026-03-01,Gorra,1,60.50,12.10,10.50,EUR',
    'T-1,2026-03-01,Chapa,3,60.50,,,EUR',
    'T-2,2026-03-02,Gorra,1,24.20,0,4.20,EUR',
  ]
  const text = [head, ...rows, 'TOTAL,,,5,84.70,,,'].join('\n')
  const wish: Wish = { totalOf: 'order' }
  const { map } = await read(text, wish)
  const inside = await read(text, { ...wish, columns: { ...map?.columns, shipping: 'Gastos de envío' } })
  expect(inside.questions).toEqual([])
  expect(await counted(text, inside.map)).toEqual([[72.6, 72.6, 60, 12.6]])
  const lower = text.replace(',12.10,10.50', ',,10.50').replace('60.50,,,', '60.50,12.10,,')
  expect(await counted(lower, inside.map)).toEqual([[72.6, 72.6, 60, 12.6]])
})

test('a refund’s total goes without it too, and more than the total is an error of its row', async () => {
  const rows = 'R-1,2026-03-01,Gorra,-1,-29.20,5.00,EUR\nR-2,2026-03-01,Gorra,1,4.00,5.00,EUR\n'
  const text = `${plain}${rows}`
  const { map } = await read(text)
  const told = { ...map, columns: { ...map?.columns, shipping: 'Envío' } } as GenericMap
  const { errors, months } = ok(await check(text, told))
  expect(errors).toEqual([{ row: 4, message: expect.stringMatching(/Envío.*5.*4/) }])
  expect(Number(months[0]?.net)).toBe(0)
})

test.each([
  ['the subtotal', plain.replace('Total', 'Subtotal')],
  ['an item’s total', plain.replace('Total', 'Item total')],
  ['orders with another total on each row', `${plain}S-1,2026-03-01,Chapa,1,9.00,5.00,EUR\n`],
  ['a column that is empty', plain.replace('5.00', '0.00')],
])('%s holds none: nothing is asked', async (_what, text) => {
  const { questions, map } = await read(text)
  expect(questions).toEqual([])
  expect((await check(text, map)) && isFailure(await check(text, map))).toBe(false)
})
