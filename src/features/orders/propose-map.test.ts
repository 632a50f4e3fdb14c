import { describe, expect, test } from 'vitest'
import type { Wish } from './reading-contract.ts'
import { proposeMap } from './server/propose-map.ts'

type Table = Record<string, string[]>
const days = ['2026-03-04', '2026-03-05', '2026-03-06']
/** A table that leaves nothing open. */
const clear: Table = {
  ...{ Pedido: ['1', '1', '2'], Fecha: days, Producto: ['Gorra', 'Disco', 'Gorra'], Uds: ['1', '2', '1'] },
  ...{ Precio: ['10', '20', '10'], 'Cuota IVA': ['1.74', '3.47', '1.74'], Moneda: ['EUR', 'EUR', 'EUR'] },
}
const map = {
  columns: {
    ...{ order: 'Pedido', date: 'Fecha', name: 'Producto', quantity: 'Uds', unitPrice: 'Precio' },
    ...{ tax: 'Cuota IVA', currency: 'Moneda' },
  },
  timeZone: 'Europe/Madrid',
}

/** What is made of a table that differs from the clear one: a column of `[]` is not there. */
function proposed(more: Table, wish: Wish = {}) {
  const columns = Object.entries({ ...clear, ...more }).filter(([, cells]) => cells.length > 0)
  const rows = (columns[0]?.[1] ?? []).map((_, at) => ({
    row: at + 2,
    fields: columns.map(([, cells]) => cells[at] ?? ''),
  }))
  return proposeMap({ header: columns.map(([name]) => name), rows }, wish)
}
/** The questions, each `ID of COLUMN: VALUES`. */
const asked = (more: Table, wish?: Wish) =>
  proposed(more, wish).questions.map(({ id, column, values }) => `${id} of ${column}: ${values}`)
const optionsOf = (more: Table) =>
  proposed(more).questions.map(({ options }) => options.map(({ value }) => value))

test('a table that says all leaves nothing open', () => {
  expect(proposed({})).toEqual({ map, questions: [], lacks: [] })
  const sums = { Pedido: ['1', '2', 'Total'], Precio: ['10', '20', '99999'] }
  expect(proposed(sums).map).toEqual(map)
})

test('what no column is called is lacking, and units are one', () => {
  const { lacks, map } = proposed({ Fecha: [], Producto: [], Precio: [], Uds: [], 'Cuota IVA': [] })
  expect(lacks).toEqual(['date', 'name', 'total'])
  expect(map).toEqual({ columns: { order: 'Pedido', currency: 'Moneda' }, constants: { quantity: '1' } })
  expect(proposed({ Producto: [], Ref: ['G', 'D', 'G'] }).lacks).toEqual([])
  expect(proposed({ Precio: [], Total: ['10', '40', '10'] }).lacks).toEqual([])
})

describe('a total', () => {
  const totals = (one: string, two: string): Table => ({ Precio: [], Total: [one, two, '7'] })

  test('that is the same on the rows of an order may be of it or of them', () => {
    expect(asked(totals('30', '30'))).toEqual(['totalOf of Total: 30'])
    expect(asked(totals('30', ''))).toEqual(['totalOf of Total: 30'])
    expect(asked(totals('10', '40'))).toEqual([])
    expect(asked({ ...totals('30', '30'), Pedido: ['1', '2', '3'] })).toEqual([])
    const said = proposed(totals('30', '30'), { totalOf: 'order' })
    expect([said.questions, said.map.totalOf]).toEqual([[], 'order'])
    expect(proposed({ ...totals('30', '30'), Pedido: [] }, { totalOf: 'order' }).map.totalOf).toBeUndefined()
    expect(proposed({}, { totalOf: 'order' }).map.totalOf).toBeUndefined()
  })

  test('is left out beside prices that differ within its orders, unless the columns are somebody’s choice', () => {
    const both = { Total: ['30', '30', '7'] }
    expect(proposed(both)).toEqual({ map, questions: [], lacks: [] })
    const columns = { ...map.columns, total: 'Total' }
    expect(proposed(both, { columns }).map.columns).toEqual(columns)
    expect(asked(both, { columns })).toEqual([])
    // Prices that are alike leave it open; but the prices are there.
    const alike = proposed({ ...both, Precio: ['10', '10', '7'] })
    expect([alike.map.columns.total, alike.questions]).toEqual(['Total', []])
  })
})

describe('what was refunded', () => {
  test('may be of a line or of its order', () => {
    expect(asked({ Reembolsado: ['5', '5', ''] })).toEqual(['refundedOf of Reembolsado: 5'])
    expect(asked({ Reembolsado: ['5', '6', ''] })).toEqual([])
    expect(proposed({ Reembolsado: ['5', '5', ''] }, { refundedOf: 'line' })).toMatchObject({
      ...{ questions: [], map: { refundedOf: 'line' } },
    })
    expect(proposed({}, { refundedOf: 'line' }).map).not.toHaveProperty('refundedOf')
    const ofOrder = { Precio: [], Total: ['30', '30', '7'], Reembolsado: ['5', '5', ''] }
    expect(asked(ofOrder, { totalOf: 'order' })).toEqual([])
    expect(asked({ ...ofOrder, Pedido: [] })).toEqual([])
  })
})

describe('a tax', () => {
  const rate = { 'Cuota IVA': ['21', '21', '10'] }
  const none = { 'Cuota IVA': [] }

  test('of nothing but rates may be one', () => {
    expect(asked(rate)).toEqual(['tax of Cuota IVA: 21 · 10'])
    expect(optionsOf(rate)).toEqual([[]])
    expect(asked({ 'Cuota IVA': ['4', '10', '21', '5'], Pedido: ['1', '2', '3', '4'] })).toEqual([
      'tax of Cuota IVA: 4 · 10 · 21',
    ])
    expect(asked(rate, { columns: map.columns })).toEqual([])
  })

  test('that nobody has said is asked for, with an amount it would be in', () => {
    expect(asked(none)).toEqual(['tax of Precio: 10'])
    expect(optionsOf(none)).toEqual([['21', '10', '4', '0']])
    expect(asked({ ...none, Precio: ['', '20', '10'] })).toEqual(['tax of Precio: 20'])
    expect(asked({ ...none, Precio: ['', '', ''] })).toEqual(['tax of Precio: '])
    expect(asked({ ...none, '% IVA': ['21', '21', '21'] })).toEqual([])
    expect(asked({ 'Cuota IVA': [], Precio: [], Base: ['10', '20', '10'] })).toEqual([])
    expect(proposed(none, { taxRate: '0' })).toMatchObject({
      questions: [],
      map: { constants: { taxRate: '0' } },
    })
    expect(proposed({}, { taxRate: '21' }).map).toEqual(map)
    expect(proposed({ ...none, '% IVA': ['21', '21', '21'] }, { taxRate: '21' }).map).not.toHaveProperty(
      'constants',
    )
  })
})

describe('what sending cost', () => {
  const total = (one: string, two: string): Table => ({
    Precio: [],
    Total: [one, two, '7'],
    Pedido: ['1', '2', '3'],
  })

  test('may be in the totals', () => {
    expect(asked({ ...total('10', '12'), Envío: ['0', '2', ''] })).toEqual(['shipping of Envío: 12 · 2'])
    expect(asked({ ...total('10', '12'), Envío: ['0', '', '0.00'] })).toEqual([])
    expect(asked({ Envío: ['1', '2', '3'] })).toEqual([])
    expect(proposed({ ...total('10', '12'), Envío: ['1', '2', '3'] }, { shipping: 'apart' })).toMatchObject({
      ...{ questions: [], map: { shipping: 'apart' } },
    })
    expect(proposed({}).map).not.toHaveProperty('shipping')
  })

  test('is not in the totals of lines', () => {
    const lines = { ...total('10', '12'), Pedido: ['1', '1', '2'], Envío: ['1', '2', '3'] }
    expect(asked(lines)).toEqual([])
    expect(asked({ ...lines, Pedido: [] })).toEqual(['shipping of Envío: 10 · 1'])
  })
})

test('cents are asked for where a heading says them', () => {
  const cents = { Precio: [], 'Importe (cents)': ['', '1000', '20'], Pedido: ['1', '2', '3'] }
  expect(asked(cents)).toEqual(['cents of Importe (cents): 1000'])
  expect(proposed(cents, { cents: true })).toMatchObject({ questions: [], map: { cents: true } })
  expect(proposed({}, { cents: false }).map).toEqual({ ...map, cents: false })
})

describe('a currency', () => {
  const none = { Moneda: [] }
  const constants = (currency: string) => ({ questions: [], map: { constants: { currency } } })

  test('is what stands beside the amounts, or in the heading, or is asked for', () => {
    expect(proposed({ ...none, Precio: ['10 €', '20 €', '10'] })).toMatchObject(constants('EUR'))
    expect(proposed({ ...none, Precio: [], 'Precio (USD)': ['1', '2', '3'] })).toMatchObject(constants('USD'))
    expect(proposed(none, { currency: 'MXN' })).toMatchObject(constants('MXN'))
    expect(proposed({ ...none, Precio: ['10 €', '2', '3'] }, { currency: 'MXN' })).toMatchObject(
      constants('MXN'),
    )
    expect(asked(none)).toEqual(['currency of Precio: '])
    expect(optionsOf(none)[0]).toContain('ARS')
    expect(asked({ ...none, Precio: ['$10', '$20', '$10'] })).toEqual(['currency of Precio: '])
    expect(proposed({}, { currency: 'MXN' }).map).toEqual(map)
    expect(asked({ ...none, Precio: [], 'Cuota IVA': [] })).toEqual([])
  })

  test('of several signs is each row’s own', () => {
    expect(proposed({ ...none, Precio: ['10 €', '£20', '10 €'] })).toMatchObject({
      questions: [],
      map: { bySign: true },
    })
    expect(proposed({ ...none, Precio: ['10 €', '£20', '10 €'] }).map).not.toHaveProperty('constants')
    expect(asked({ ...none, Precio: ['10 €', '£20', '30'] })).toEqual(['currency of Precio: 30'])
    expect(proposed({ ...none, Precio: ['10 €', '£20', '30'] }, { currency: 'USD' })).toMatchObject({
      ...{ questions: [], map: { bySign: true, constants: { currency: 'USD' } } },
    })
    expect(proposed({ ...none, Precio: ['10 €', '20 €', '30'] }).map).not.toHaveProperty('bySign')
  })

  test('of a dollar among several is asked for', () => {
    const signs = { ...none, Precio: ['10 €', '$20', '-'] }
    expect(asked(signs)).toEqual(['dollar of Precio: $20'])
    expect(optionsOf(signs)).toEqual([['USD', 'MXN', 'ARS', 'CLP', 'COP', 'CAD', 'AUD']])
    expect(proposed(signs, { dollar: 'MXN' })).toMatchObject({
      questions: [],
      map: { bySign: true, dollar: 'MXN' },
    })
    expect(asked({ ...none, Precio: ['10 €', '¥20', '10 €'] })).toEqual([])
    expect(proposed({ ...none, Precio: ['10 €', '£20', '10 €'] }, { dollar: 'MXN' }).map.dollar).toBe('MXN')
  })
})

describe('days', () => {
  const spanish = { Fecha: ['13/03/2026', '14/03/2026', '15/03/2026'] }
  const open = { Fecha: ['03/04/2026', '05/06/2026', '05/05/2026'] }

  test('have the format that reads them, or are asked for', () => {
    expect(proposed(spanish).map.dateFormat).toBe('d/M/yyyy')
    expect(asked(open)).toEqual(['dateFormat of Fecha: 03/04/2026'])
    expect(proposed(open).questions[0]?.options).toEqual([
      { value: 'd/M/yyyy', at: '2026-04-02T22:00:00.000Z' },
      { value: 'M/d/yyyy', at: '2026-03-03T23:00:00.000Z' },
    ])
    expect(proposed(open, { dateFormat: 'M/d/yyyy' })).toMatchObject({
      questions: [],
      map: { dateFormat: 'M/d/yyyy' },
    })
    expect(proposed(open, { dateFormat: '' }).map).not.toHaveProperty('dateFormat')
    expect(proposed({ Fecha: ['', '13/03/2026', ' '] }).map.dateFormat).toBe('d/M/yyyy')
  })

  test('are Madrid’s unless their heading says otherwise, or somebody does', () => {
    expect(proposed({ Fecha: [], 'Date UTC': days }).map.timeZone).toBe('UTC')
    expect(proposed({ Fecha: [], 'Date UTC': days }, { timeZone: 'America/Bogota' }).map.timeZone).toBe(
      'America/Bogota',
    )
    expect(proposed({ Fecha: [] }).map).not.toHaveProperty('timeZone')
  })
})

test('orders have a number on each row, on their first, or none', () => {
  expect(proposed({ Pedido: ['1', '', '2'] }).map).toEqual({ ...map, carry: true })
  expect(proposed({ Pedido: ['1', '', '2'], Producto: ['A', '', 'B'] }).map).toEqual(map)
  expect(proposed({ Pedido: ['', '1', '2'] }).map).toEqual(map)
  const sku = { Pedido: ['1', '', '2'], Ref: ['G', '', 'D'] }
  expect(proposed(sku).map).not.toHaveProperty('carry')
  expect(proposed({ ...sku, Ref: ['', 'D', ''] }).map.carry).toBe(true)
  const { order: _, ...columns } = map.columns
  expect(proposed({ Pedido: [] }).map).toEqual({ ...map, columns, orderByRow: true })
  expect(proposed({}, { columns }).map).toEqual({ ...map, columns, orderByRow: true })
})
