import { describe, expect, test } from 'vitest'
import type { GenericMap } from './map-shape.ts'
import { Columns } from './server/columns.ts'
import { currencyIn, isSum } from './server/generic-row.ts'
import { digest } from './server/read-bandcamp.ts'
import { figuresBy, tellMarks } from './server/read-generic.ts'
import { columns, genericRows, type Row, row, without } from './test-generic.ts'

const { csv, read, told } = genericRows()

describe('what comes back', () => {
  test.each<[Row, string[]]>([
    // Of a price below nothing no unit came back.
    [{ Precio: '-10' }, ['refund ×2 0 -20 0']],
    [{ Precio: '', Total: '-20' }, ['refund ×-2 0 -20 0']],
    [{ Uds: '-2' }, ['refund ×-2 0 -20 0']],
    // Below nothing by its discount, not by its price.
    [{ Precio: '0.5', Dto: '5' }, ['refund ×-2 0 -4 0']],
    [{ Precio: '0', Dto: '5' }, ['refund ×-2 0 -5 0']],
    [{ Clase: 'Refund', Precio: '0.5', Uds: '1' }, ['refund ×-1 0 -0.5 0']],
    [{ Clase: 'Refund' }, ['refund ×-2 0 -20 0']],
    [{ Clase: 'cancellation', IVA: '3.47' }, ['cancellation ×-2 0 -16.53 3.47']],
    [{ Clase: 'sale', Uds: '-2' }, ['sale ×-2 -20 -20 0']],
    [{ Precio: '0', Uds: '-2' }, ['refund ×-2 0 0 0']],
    [{ Devuelto: '5' }, ['sale ×2 20 20 0', 'refund ×0 0 -5 0']],
    [{ Devuelto: '0.5' }, ['sale ×2 20 20 0', 'refund ×0 0 -0.5 0']],
    [{ Devuelto: '-5' }, ['sale ×2 20 20 0', 'refund ×0 0 -5 0']],
    [{ Devuelto: '0' }, ['sale ×2 20 20 0']],
    [{ Devuelto: '0', Estado: 'refunded' }, ['sale ×2 20 20 0', 'refund ×0 0 -20 0']],
    [{ Devuelto: '5', Estado: 'partially refunded' }, ['sale ×2 20 20 0', 'refund ×0 0 -5 0']],
    [{ Estado: 'refunded' }, ['sale ×2 20 20 0', 'refund ×0 0 -20 0']],
    [{ Estado: 'pending' }, []],
    [{ Precio: '-10', Estado: 'cancelled' }, []],
  ])('%o is %j', async (more, lines) => {
    expect(await told(more)).toEqual(lines)
  })

  test('was charged below nothing, however the file writes it, and is nothing that comes back again', async () => {
    const charged = async (more: Row) =>
      (await read(more)).lines.map(({ charged, refunded }) => [charged?.toFixed(), refunded])
    expect(await charged({ Clase: 'refund' })).toEqual([['-20', undefined]])
    expect(await charged({ Clase: 'refund', Precio: '0.5', Uds: '1' })).toEqual([['-0.5', undefined]])
    expect(await charged({ Precio: '-10' })).toEqual([['-20', undefined]])
    expect(await charged({ Precio: '-10', Estado: 'refunded' })).toEqual([['-20', undefined]])
    expect(await charged({ Precio: '10' })).toEqual([['20', undefined]])
  })

  test('a sale stands where a state says so', async () => {
    const stands = async (Estado: string, more: Row = {}) =>
      (await read({ ...more, Estado })).lines[0]?.stands
    expect([await stands('paid'), await stands(''), await stands('refunded')]).toEqual([true, false, false])
    expect(await stands('paid', { Precio: '-10' })).toBe(false)
  })

  test('what was called off takes back its sale', async () => {
    const { lines } = await read({ Estado: 'cancelled' })
    expect(lines).toMatchObject([
      { kind: 'sale', calledOff: true, refunded: 'whole' },
      { kind: 'cancellation', calledOff: true, units: -2 },
    ])
  })
})

test('whose money a row is: its column’s, its sign’s, or what the map says of all', () => {
  const of = (cells: Row, by: Partial<GenericMap>) => {
    const taken = new Columns(Object.keys(cells)).take({ row: 2, fields: Object.values(cells) })
    return currencyIn(taken, { columns: { total: 'Total', unitPrice: 'Precio', currency: 'Moneda' }, ...by })
  }
  const constants = { currency: 'eur' }
  const cells = { Total: '$5', Precio: '5', Moneda: '' }
  expect(of({ ...cells, Moneda: 'usd' }, { constants })).toBe('USD')
  expect(of({ ...cells, Moneda: 'x'.repeat(41) }, {})).toBe('X'.repeat(40))
  expect(of(cells, { constants })).toBe('EUR')
  expect(of(cells, {})).toBe('')
  expect(of({ ...cells, Total: '5 €' }, { bySign: true, constants: { currency: 'USD' } })).toBe('EUR')
  expect(of({ ...cells, Total: '5' }, { bySign: true, constants })).toBe('EUR')
  expect(of(cells, { bySign: true, dollar: 'MXN', constants })).toBe('MXN')
  expect(of(cells, { bySign: true, constants })).toBe('')
  // A yen sign is nobody's dollar.
  expect(of({ ...cells, Total: '¥5' }, { bySign: true, dollar: 'MXN', constants })).toBe('')
  expect(of({ ...cells, Total: '5', Precio: '£5' }, { bySign: true, constants })).toBe('GBP')
})

test('marks are told of the columns with figures, and of each money by itself where rows go by their signs', async () => {
  const by = { columns: { total: 'Total', quantity: 'Uds', name: 'Nombre' } }
  expect(figuresBy(by)).toMatchObject({ names: ['Uds', 'Total'], bare: '', parted: new Set() })
  const bySign = { ...by, bySign: true, constants: { currency: 'USD' } }
  expect(figuresBy(bySign)).toMatchObject({ bare: 'USD', parted: new Set(['Total']) })
  // A row of another length is refused later, and says nothing here.
  const file = await csv([['Total', 'Nombre'], ['1,50', 'Gorra'], ['1.50']])
  expect(await tellMarks(file, figuresBy({ columns: { total: 'Total' } }), undefined)).toEqual(
    new Map([['Total', ',']]),
  )
})

test('rows that add up the others are none', async () => {
  const sum = (
    cells: Row,
    by: GenericMap['columns'] = { date: 'Fecha', order: 'Pedido', sku: 'Ref', name: 'Nombre' },
  ) => isSum(new Columns(Object.keys(cells)).take({ row: 2, fields: Object.values(cells) }), { columns: by })
  const cells = { Pedido: '7', Fecha: '', Ref: 'LP', Nombre: '', Total: '5' }
  expect(sum(cells)).toBe(false)
  expect(sum({ ...cells, Pedido: 'Total' })).toBe(true)
  expect(sum({ ...cells, Pedido: '', Ref: '' })).toBe(true)
  expect(sum({ ...cells, Pedido: '', Ref: '', Nombre: 'Gorra' })).toBe(false)
  expect(sum({ ...cells, Pedido: '', Ref: '', Fecha: '2026-03-04' })).toBe(false)
  expect(sum({ ...cells, Pedido: 'Total', Fecha: '2026-03-04' })).toBe(false)
  expect(sum({ ...cells, Fecha: 'Total' })).toBe(true)
  expect(sum({ ...cells, Pedido: '', Ref: '' }, { order: 'Pedido', sku: 'Ref' })).toBe(false)
  expect(await told({ Pedido: '', Fecha: '', Ref: '', Nombre: '' })).toEqual([])
})

test('an order without a number is known by what its row says', async () => {
  const by = { columns: without('order'), orderByRow: true }
  expect((await read({}, by)).lines[0]?.externalId).toBe(digest(Object.values(row)))
  expect((await read({}, undefined, 'Nombre')).lines[0]).toMatchObject({
    portalKey: 'disco',
    portalName: 'disco',
  })
})

test('of a whole order’s total what sending cost is taken off before it is shared', async () => {
  const shipping = { columns: { ...columns, shipping: 'Envío' } }
  expect(await told({ Total: '20', Envío: '5' }, shipping)).toEqual(['sale ×2 20 15 0'])
  expect(await told({ Total: '20', Envío: '5', IVA: '4' }, shipping)).toEqual(['sale ×2 16 12 3'])
  expect(await told({ Total: '20', Envío: '25' }, shipping)).toEqual(['shippingAboveTotal Envío 25 20'])
  expect(await told({ Total: '21', Envío: '5', IVA: '4' }, shipping)).toEqual([
    'sale ×2 16.190476 12.952381 3.047619',
  ])
  const order = { ...shipping, totalOf: 'order' as const }
  const [line] = (await read({ Total: '20', Envío: '5' }, shipping)).lines
  expect(line).not.toHaveProperty('shipping')
  expect(await told({ Precio: '', Total: '20', Envío: '-5', IVA: '4' }, order)).toEqual(['sale ×2 12 12 3'])
  expect(await told({ Precio: '', Total: '' }, order)).toEqual(['sale ×2 0 0 0'])
})
