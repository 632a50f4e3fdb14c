import { describe, expect, test } from 'vitest'
import { momentReader } from '#platform/moments.ts'
import { readingsOf } from './server/date-formats.ts'
import { proposeColumns } from './server/propose-columns.ts'

const zone = 'Europe/Madrid'
const now = Date.parse('2026-12-01T00:00:00Z')
/** What a column of these comes to: the moments of its only reading. */
const read = (...texts: string[]) => {
  const readings = readingsOf(texts, zone, now)
  expect(readings).toHaveLength(1)
  const reader = momentReader(zone, readings[0]?.format)
  return texts.map((text) => {
    const at = reader(text)
    return at === undefined ? undefined : new Date(at).toISOString()
  })
}
const midnight = '2026-11-12T23:00:00.000Z'

describe('dates of one column, each written its own way', () => {
  test.each([
    [
      ['13/11/2026', '13/11/2026 10:05'],
      [midnight, '2026-11-13T09:05:00.000Z'],
    ],
    [
      ['13/11/2026 10:05', '13/11/2026 10:05:30'],
      ['2026-11-13T09:05:00.000Z', '2026-11-13T09:05:30.000Z'],
    ],
    [['11/13/2026 1:05 PM'], ['2026-11-13T12:05:00.000Z']],
    [['Nov 13, 2026 10:05 PM'], ['2026-11-13T21:05:00.000Z']],
    [['13/11/2026 1:05 p. m.'], ['2026-11-13T12:05:00.000Z']],
    [['1 nov. 2026'], ['2026-10-31T23:00:00.000Z']],
    [['13 de noviembre de 2026'], [midnight]],
    [['viernes, 13 de noviembre de 2026'], [midnight]],
    [['Friday, November 13, 2026'], [midnight]],
    [['mar 3, 2026'], ['2026-03-02T23:00:00.000Z']],
    [
      ['13/11/2026', '13 nov 2026', '13/11/2026 10:05'],
      [midnight, midnight, '2026-11-13T09:05:00.000Z'],
    ],
  ])('%j', (texts, moments) => {
    expect(read(...texts)).toEqual(moments)
    expect(proposeColumns(new Map([['Fecha', texts]]))).toEqual({ date: 'Fecha' })
  })

  test('days and months that could change places are still asked', () => {
    expect(readingsOf(['03/04/2026', '03/05/2026 10:00'], zone, now).map(({ format }) => format)).toEqual([
      'd/M/yyyy',
      'M/d/yyyy',
    ])
  })

  test('what is no date is none', () => {
    const reader = momentReader(zone, 'd/M/yyyy')
    for (const text of ['ayer', '31/02/2026', '13/11/2026 25:00', 'noviembre 2026', '13/13/2026'])
      expect([text, reader(text)]).toEqual([text, undefined])
  })
})

test('beside what sending cost, the subtotal is what was sold', () => {
  const cells = (...names: string[]) => new Map(names.map((name) => [name, ['10.00']]))
  expect(proposeColumns(cells('Subtotal', 'Envío', 'Descuento', 'Total pedido')).total).toBe('Subtotal')
  expect(proposeColumns(cells('Total', 'Gastos de envío', 'Subtotal')).total).toBe('Subtotal')
  expect(proposeColumns(cells('Total', 'Subtotal')).total).toBe('Total')
})

test('an item’s total stays, whatever the order’s subtotal is', () => {
  const cells = (...names: string[]) => new Map(names.map((name) => [name, ['10.00']]))
  const woo = cells(
    'Order Line Total',
    'Order Shipping Amount',
    'Order Subtotal Amount',
    'Order Total Amount',
  )
  expect(proposeColumns(woo).total).toBe('Order Line Total')
})

test.each(['Base imponible', 'Importe sin IVA', 'Precio sin IVA', 'Importe (sin IVA)'])(
  'from «%s», which is without tax, none is taken out',
  (name) => {
    const cells = new Map([
      [name, ['10.00']],
      ['Cuota IVA', ['2.10']],
    ])
    const columns = proposeColumns(cells)
    expect([columns.total ?? columns.unitPrice, columns.tax]).toEqual([name, undefined])
    const gross = new Map([
      ['Total', ['12.10']],
      ['Cuota IVA', ['2.10']],
    ])
    expect(proposeColumns(gross)).toMatchObject({ total: 'Total', tax: 'Cuota IVA' })
  },
)
