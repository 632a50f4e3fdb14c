import { describe, expect, test } from 'vitest'
import { mayBeRate, proposeColumns } from './server/propose-columns.ts'

/** What columns with these cells are taken for. */
const proposed = (table: Record<string, string[]>) => proposeColumns(new Map(Object.entries(table)))

describe('what stands in a column', () => {
  test('has to be what its name says, in half of what is filled', () => {
    expect(proposed({ Uds: ['2', 'dos'] })).toEqual({ quantity: 'Uds' })
    expect(proposed({ Uds: ['2', 'dos', 'tres'] })).toEqual({})
    expect(proposed({ Uds: ['', '', 'dos', '2', '3'] })).toEqual({ quantity: 'Uds' })
    expect(proposed({ Uds: ['', '', '', 'dos'] })).toEqual({})
    expect(proposed({ Uds: ['', ''] })).toEqual({ quantity: 'Uds' })
    expect(proposed({ Uds: [] })).toEqual({ quantity: 'Uds' })
    expect(proposed({ Producto: ['Gorra'], Fecha: ['ayer'], Moneda: ['€'], Kind: ['regalo'] })).toEqual({
      name: 'Producto',
    })
    expect(proposed({ Fecha: ['mié 4/3/2026', 'Tue 03-03-26', 'mie\u0301. 4/3/2026'] })).toEqual({
      date: 'Fecha',
    })
    expect(proposed({ Moneda: ['EUR'], Kind: ['Refund'] })).toEqual({ currency: 'Moneda', kind: 'Kind' })
  })

  test('decides between two of a name: the surer name, but a filled one before an empty one', () => {
    expect(proposed({ Precio: ['1'], 'Precio unitario': ['2'] })).toEqual({ unitPrice: 'Precio unitario' })
    expect(proposed({ 'Precio unitario': ['2'], Precio: ['1'] })).toEqual({ unitPrice: 'Precio unitario' })
    expect(proposed({ 'Precio unitario': ['', ''], Precio: ['1', ''] })).toEqual({ unitPrice: 'Precio' })
    expect(proposed({ 'Precio unitario': ['', '2'], Precio: ['1', '3'] })).toEqual({
      unitPrice: 'Precio unitario',
    })
    expect(proposed({ 'PRECIO (€)': ['1'], 'Precio ($)': ['2'] })).toEqual({ unitPrice: 'PRECIO (€)' })
    expect(proposed({ 'Precio unitario': [''], Precio: [''] })).toEqual({ unitPrice: 'Precio unitario' })
  })
})

describe('a total', () => {
  test('is the order’s only where it says so and sending stands beside it', () => {
    expect(proposed({ Total: ['12'], Envío: ['2'] })).toEqual({ total: 'Total' })
    expect(proposed({ Total: ['12'], Subtotal: ['10'] })).toEqual({ total: 'Total' })
    expect(proposed({ Total: ['12'], Subtotal: ['10'], Envío: ['2'] })).toEqual({ total: 'Subtotal' })
    expect(proposed({ 'Total línea': ['12'], Subtotal: ['10'], Envío: ['2'] })).toEqual({
      total: 'Total línea',
    })
    expect(proposed({ 'Sub total de todo': ['10'], Envío: ['2'] })).toEqual({})
  })
})

describe('a tax', () => {
  test('is a rate where all of it is per cent', () => {
    expect(proposed({ IVA: ['21%', '', '10,5 %'] })).toEqual({ taxRate: 'IVA' })
    expect(proposed({ IVA: ['21%', '3.15'] })).toEqual({ tax: 'IVA' })
    expect(proposed({ IVA: ['', ''] })).toEqual({ tax: 'IVA' })
    expect(proposed({ IVA: ['21'] })).toEqual({ tax: 'IVA' })
  })

  test('is taken from its amount where both are there, unless both are rates', () => {
    expect(proposed({ '% IVA': ['21'] })).toEqual({ taxRate: '% IVA' })
    expect(proposed({ 'Cuota IVA': ['2.10'], '% IVA': ['21'] })).toEqual({ tax: 'Cuota IVA' })
    expect(proposed({ IVA: ['21%'], '% IVA': ['21'] })).toEqual({ taxRate: '% IVA' })
  })

  test('that stands in a column a rate leaves what was charged without any, where the file tells it', () => {
    const [rates, base] = [{ 'IVA 21%': ['4.20', ''], 'Cuota IVA 4': ['', '0.40'] }, { Base: ['20', '10'] }]
    expect(proposed({ ...base, ...rates, Total: ['24.20', '10.40'] })).toEqual({ total: 'Base' })
    expect(proposed({ Total: ['24.20', '10.40'], ...rates, 'Importe sin IVA': ['20', '10'] })).toEqual({
      total: 'Importe sin IVA',
    })
    // Nobody has said what is without tax: each row's is in one of them.
    expect(proposed({ ...rates, Total: ['24.20', '10.40'] })).toEqual({ total: 'Total', tax: 'IVA 21%' })
    expect(proposed({ ...base, Total: ['24.20', '10.40'] })).toEqual({ total: 'Total' })
    expect(proposed({ ...base, ...rates, IVA: ['4.20', '0.40'], Total: ['24.20', '10.40'] })).toEqual({
      ...{ tax: 'IVA', total: 'Total' },
    })
  })

  test('is left alone unless what was charged is without it', () => {
    const both = { IVA: ['2.10'], 'Precio sin IVA': ['10'], Total: ['12.10'] }
    expect(proposed(both)).toEqual({ tax: 'IVA', unitPrice: 'Precio sin IVA', total: 'Total' })
    expect(proposed({ '% IVA': ['21'], 'Precio sin IVA': ['10'], Neto: ['10'] })).toEqual({
      unitPrice: 'Precio sin IVA',
      total: 'Neto',
    })
    const base = { IVA: ['2.10'], Precio: ['12.10'], 'Base imponible': ['10'] }
    expect(proposed(base)).toEqual({ total: 'Base imponible' })
    expect(proposed({ 'Total s/IVA': ['10'], IVA: ['2.10'], 'Total c/IVA': ['12.10'] })).toEqual({
      total: 'Total s/IVA',
    })
    expect(proposed({ 'Total c/IVA': ['12.10'], IVA: ['2.10'] })).toEqual({
      total: 'Total c/IVA',
      tax: 'IVA',
    })
    expect(proposed({ IVA: ['2.10'], Uds: ['1'] })).toEqual({ tax: 'IVA', quantity: 'Uds' })
  })

  test('may be a rate where all of it is one of those that taxes have', () => {
    expect(mayBeRate(['21', '', '0', '10'])).toBe(true)
    expect(mayBeRate(['0,21', '0.1'])).toBe(true)
    expect(mayBeRate(['4'])).toBe(true)
    expect(mayBeRate(['21,00', '10.0', '0,00', '0,210'])).toBe(true)
    expect(mayBeRate(['21,00', '2,10'])).toBe(false)
    expect(mayBeRate(['100', '200'])).toBe(false)
    expect(mayBeRate(['0,00', ''])).toBe(false)
    expect(mayBeRate(['21', '3.15'])).toBe(false)
    expect(mayBeRate(['', '0'])).toBe(false)
    expect(mayBeRate([])).toBe(false)
  })
})
