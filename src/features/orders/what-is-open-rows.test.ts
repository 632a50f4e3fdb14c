import { expect, test } from 'vitest'
import { UnreadableFile } from '#platform/csv.ts'
import type { GenericMap } from './map-shape.ts'
import { askingWhatIsOpen } from './server/what-is-open.ts'

/** What a table of orders leaves open ends its reading, with the column in question. */

/** The numbers of the rows that were handed on, and then what was asked. */
async function read(header: string, rows: readonly string[], map: GenericMap) {
  const said: unknown[] = []
  async function* all() {
    for (const [at, row] of rows.entries()) yield { row: at + 2, fields: row.split(' ') }
  }
  try {
    for await (const { row } of askingWhatIsOpen({ header: header.split(' '), rows: all() }, map))
      said.push(row)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    said.push([error.code, error.params])
  }
  return said
}
const net = { constants: { taxRate: '21' } }
const [order, total, unitPrice, refunded] = ['Pedido', 'Total', 'Precio', 'Devuelto']

test('money in cents is asked about by the total, or else the price, before any row', async () => {
  const asked = (column: string) => [['centsUnknown', { column }]]
  const cents = { total: 'Total_cents', unitPrice: 'Price_cents' }
  const rows = ['5 6']
  expect(await read('Total_cents Price_cents', rows, { ...net, columns: cents })).toEqual(
    asked('Total_cents'),
  )
  expect(await read('X Price_cents', rows, { ...net, columns: { unitPrice: 'Price_cents' } })).toEqual(
    asked('Price_cents'),
  )
  expect(await read('Total Price_cents', rows, { ...net, columns: { ...cents, total } })).toEqual([2])
  for (const said of [true, false])
    expect(await read('Total_cents Price_cents', rows, { ...net, columns: cents, cents: said })).toEqual([2])
  expect(await read('Total_cents X', rows, { columns: { order } })).toEqual([2])
})

test('tax that nobody speaks of is asked about before any row', async () => {
  expect(await read('Pedido Total', ['1 5'], { columns: { order, total } })).toEqual([
    ['taxUnknown', { column: 'Total' }],
  ])
})

test('one total on the rows of an order is asked about behind all rows, where nothing answers', async () => {
  const rows = ['1 30 15', '1 30 15', '2 7 7']
  const asked = [2, 3, 4, ['totalOfUnknown', { column: 'Total', value: '30' }]]
  const of = (map: Partial<GenericMap>, columns: GenericMap['columns'] = {}) =>
    read('Pedido Total Precio', rows, { ...net, ...map, columns: { order, total, ...columns } })
  expect(await of({})).toEqual(asked)
  expect(await of({ totalOf: 'line' })).toEqual([2, 3, 4])
  expect(await of({ totalOf: 'order' })).toEqual([2, 3, 4])
  expect(await of({}, { unitPrice })).toEqual([2, 3, 4])
  expect(await read('Pedido Total Precio', rows, { ...net, columns: { total } })).toEqual([2, 3, 4])
  expect(await read('Pedido Total Precio', rows, { ...net, columns: { order, unitPrice } })).toEqual([
    2, 3, 4,
  ])
  // Rows with amounts of their own leave nothing open, nor does a table of one row an order.
  expect(await read('Pedido Total', ['1 30', '1 20'], { ...net, columns: { order, total } })).toEqual([2, 3])
  expect(await read('Pedido Total', ['1 30', '2 30'], { ...net, columns: { order, total } })).toEqual([2, 3])
})

test('so is one refund on the rows of an order, unless totals are of orders', async () => {
  const rows = ['1 30 9', '1 20 9']
  const of = (map: Partial<GenericMap>, columns: GenericMap['columns'] = { order, total, refunded }) =>
    read('Pedido Total Devuelto', rows, { ...net, ...map, columns })
  const asked = [2, 3, ['refundedOfUnknown', { column: 'Devuelto', value: '9' }]]
  expect(await of({})).toEqual(asked)
  expect(await of({ totalOf: 'line' })).toEqual(asked)
  expect(await of({ totalOf: 'order' })).toEqual([2, 3])
  expect(await of({ refundedOf: 'line' })).toEqual([2, 3])
  expect(await of({}, { total, refunded })).toEqual([2, 3])
  expect(await of({}, { order, total })).toEqual([2, 3])
  // With both open, the total is asked about first.
  expect(
    await read('Pedido Total Devuelto', ['1 30 9', '1 30 9'], {
      ...net,
      columns: { order, total, refunded },
    }),
  ).toEqual([2, 3, ['totalOfUnknown', { column: 'Total', value: '30' }]])
})

test('a sum below the orders and a row of another width are handed on, and count for nothing', async () => {
  const map = { ...net, columns: { order, total } }
  expect(await read('Pedido Total', ['1 30', '1', '1 30 5', 'TOTAL 60'], map)).toEqual([2, 3, 4, 5])
  expect(await read('Pedido Total Precio', ['1 30 -', '1 30 -', '1 60 TOTAL'], map)).toEqual([
    2,
    3,
    4,
    ['totalOfUnknown', { column: 'Total', value: '30' }],
  ])
})

test('what sending cost is asked about where any was paid and totals may hold it', async () => {
  const head = 'Pedido Total Envío Portes'
  const asked = (shipping: string) => ['shippingUnknown', { column: 'Total', shipping }]
  const of = (rows: readonly string[], map: Partial<GenericMap> = {}) =>
    read(head, rows, { ...net, columns: { order, total }, ...map })
  expect(await of(['1 30 5 0', '2 20 0 0'])).toEqual([2, 3, asked('Envío')])
  expect(await of(['1 30 0 0', '2 20 0 0,90'])).toEqual([2, 3, asked('Portes')])
  expect(await of(['1 30 0,00 0'])).toEqual([2])
  expect(await of(['1 30 5 0'], { shipping: 'apart' })).toEqual([2])
  expect(await of(['TOTAL 30 5 0'])).toEqual([2])
  // Totals of rows of their own are of goods; of one order they are not, nor where no column tells the order.
  expect(await of(['1 30 5 0', '1 20 5 0'], { totalOf: 'line' })).toEqual([2, 3])
  const single = { ...net, columns: { order, total } }
  expect(await read('Pedido Total Envío', ['1 30 5', '1 20 5'], single)).toEqual([2, 3])
  expect(await of(['1 30 5 0', '1 30 5 0'], { totalOf: 'order' })).toEqual([2, 3, asked('Envío')])
  expect(await of(['1 30 5 0', '1 20 5 0'], { columns: { total } })).toEqual([2, 3, asked('Envío')])
})
