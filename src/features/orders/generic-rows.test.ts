import { describe, expect, test } from 'vitest'
import type { GenericMap } from './map-shape.ts'
import { readGeneric } from './server/read-generic.ts'
import { columns, genericRows, type Row, row, without } from './test-generic.ts'

const { read, told, csv } = genericRows()

test('a row has all that it says', async () => {
  const place = { País: 'España', Provincia: 'Bizkaia', CP: '48001', Ciudad: 'Bilbao' }
  const click = '019a9d3e-0000-7000-8000-00000000000a'
  const { lines, rows } = await read({
    ...place,
    Correo: 'a@example.org',
    Campaña: 'Gira',
    Clic: click,
    Línea: '3',
  })
  expect(rows).toBe(1)
  expect(lines).toEqual([
    {
      ...{
        row: 2,
        externalId: '7',
        ordinal: 3,
        kind: 'sale',
        sku: 'LP',
        name: 'Disco',
        units: 2,
        currency: 'EUR',
      },
      ...{
        at: '2026-03-03T23:00:00.000Z',
        placedAt: '2026-03-03T23:00:00.000Z',
        gross: '20',
        net: '20',
        tax: '0',
      },
      ...{
        scale: 2,
        country: 'ES',
        province: 'ES-BI',
        city: 'Bilbao',
        buyer: 'a@example.org',
        campaign: 'Gira',
      },
      ...{ clickId: click, stands: false, refunded: undefined, charged: expect.anything() },
    },
  ])
  const bare = { columns: without('line', 'sku') }
  expect((await read({ Clic: 'x', Nombre: 'Gorra' }, bare)).lines).toMatchObject([
    {
      sku: 'Gorra',
      name: 'Gorra',
      ordinal: undefined,
      city: null,
      buyer: null,
      campaign: null,
      clickId: null,
    },
  ])
})

test('texts end somewhere', async () => {
  const long = 'x'.repeat(201)
  const [line] = (await read({ Pedido: long, Ref: long, Ciudad: long, Campaña: long })).lines
  expect(line).toMatchObject({
    ...{ externalId: long.slice(1), sku: long.slice(1), city: long.slice(101), campaign: long.slice(1) },
  })
})

test('what the map says of all rows stands for a column', async () => {
  const constants = {
    order: 'A',
    date: '2026-03-05',
    quantity: '3',
    currency: 'usd',
    sku: 'X',
    taxRate: '21',
  }
  const by = {
    columns: without('order', 'date', 'quantity', 'currency', 'tax', 'sku', 'name', 'line'),
    constants,
  }
  const all = { ...by, columns: { ...by.columns, name: 'Nombre' } }
  expect((await read({}, { ...all, timeZone: 'UTC' })).lines[0]).toMatchObject({
    ...{
      externalId: 'A',
      at: '2026-03-05T00:00:00.000Z',
      units: 3,
      currency: 'USD',
      sku: 'X',
      net: '24.793388',
    },
    ...{ tax: '5.206612', gross: '24.793388' },
  })
  expect(await told({}, { ...all, constants: { ...constants, date: 'ayer' } })).toEqual([
    'notADate date ayer',
  ])
  expect(await told({}, { ...all, constants: { ...constants, date: '2090-01-01' } })).toEqual([
    'future date 2090-01-01 2090-01-01',
  ])
  const one = { ...all, constants: { ...constants, quantity: '1' } }
  expect(await told({}, one)).toEqual(['sale ×1 8.264463 8.264463 1.735537'])
})

describe('a map is refused', () => {
  const refusal = async (by: GenericMap, portalBy?: string) => {
    try {
      readGeneric(await csv([Object.keys(row)]), by, '.', portalBy)
    } catch (error) {
      const { code, params } = error as { code: string; params: object }
      return [code, ...Object.values(params ?? {})].join(' ')
    }
    return 'taken'
  }
  test.each<[string, GenericMap, string?]>([
    ['mapLacks order', { columns: without('order') }],
    ['taken', { columns: without('order'), orderByRow: true }],
    ['taken', { columns: without('order'), constants: { order: 'A' } }],
    ['mapLacks date', { columns: without('date') }],
    ['mapLacks quantity', { columns: without('quantity') }],
    ['mapLacks currency', { columns: without('currency') }],
    ['mapLacks currency', { columns: without('currency'), orderByRow: true }],
    ['taken', { columns: without('currency'), bySign: true }],
    ['mapLacks date', { columns: without('date'), bySign: true }],
    ['mapLacks unitPrice', { columns: without('unitPrice', 'total') }],
    ['taken', { columns: without('unitPrice') }],
    ['taken', { columns: without('total') }],
    ['mapLacks sku', { columns: without('sku', 'name') }],
    ['taken', { columns: without('sku') }],
    ['taken', { columns: without('name') }],
    ['missingColumns Otra', { columns: { ...columns, tip: 'Otra' } }],
    ['missingColumns Tienda', { columns }, 'Tienda'],
    ['taken', { columns }, 'Nombre'],
    ['taken', { columns: without('tax'), constants: { taxRate: '21' } }],
    ['badMap constants.taxRate: 210', { columns: without('tax'), constants: { taxRate: '210' } }],
    ['badMap constants.taxRate: x', { columns: without('tax'), constants: { taxRate: 'x' } }],
    ['taken', { columns, constants: { taxRate: 'x' } }],
  ])('%s', async (answer, by, portalBy) => {
    expect(await refusal(by, portalBy)).toBe(answer)
  })
})

describe('of prices', () => {
  test.each<[Row, string]>([
    [{}, 'sale ×2 20 20 0'],
    [{ Dto: '5' }, 'sale ×2 20 15 0'],
    [{ Dto: '-5' }, 'sale ×2 20 15 0'],
    [{ Propina: '1.5' }, 'sale ×2 21.5 21.5 0'],
    [{ Total: '18' }, 'sale ×2 20 18 0'],
    [{ Total: '30' }, 'sale ×2 30 30 0'],
    [{ Precio: '', Total: '18' }, 'sale ×2 18 18 0'],
    [{ Precio: '', Total: '18', Dto: '2' }, 'sale ×2 20 18 0'],
    [{ IVA: '3.47' }, 'sale ×2 16.53 16.53 3.47'],
    [{ IVA: '3.47', Dto: '10' }, 'sale ×2 13.06 6.53 3.47'],
    [{ IVA: '3.47', Dto: '3', Total: '17' }, 'sale ×2 15.917647 13.53 3.47'],
    [{ Precio: '2', Dto: '3', IVA: '0.1' }, 'sale ×2 3.6 0.9 0.1'],
    [{ Dto: '20', IVA: '' }, 'sale ×2 20 0 0'],
    [{ Precio: '0' }, 'sale ×2 0 0 0'],
    [{ Precio: '0', Uds: '0' }, 'sale ×0 0 0 0'],
    [{ Precio: '', Total: '1', Uds: '-1' }, 'sale ×-1 1 1 0'],
    [{ Precio: '0', Total: '0.50' }, 'sale ×2 0.5 0.5 0'],
    [{ Precio: '', Total: '0' }, 'sale ×2 0 0 0'],
  ])('%o is %s', async (more, line) => {
    expect(await told(more)).toEqual([line])
  })

  test.each<[Row, string]>([
    [{ Precio: '', Total: '' }, 'missing Precio'],
    [{ IVA: '20.01' }, 'taxAboveAmount IVA 20.01 20'],
    [{ IVA: '-20.01' }, 'taxAboveAmount IVA -20.01 20'],
    [{ Uds: '' }, 'missing Uds'],
    [{ Moneda: '' }, 'missing Moneda'],
    [{ Moneda: 'EURO' }, 'notACurrency Moneda EURO'],
    [{ Moneda: 'x'.repeat(41) }, `notACurrency Moneda ${'X'.repeat(40)}`],
    [{ Ref: '', Nombre: '' }, 'missing Ref'],
    [{ Pedido: '' }, 'missing Pedido'],
    [{ Clase: 'x'.repeat(41) }, `notAKind Clase ${'x'.repeat(40)}`],
    [{ Estado: 'partially refunded' }, 'refundUntold Estado partially refunded'],
    [{ Estado: `partially${'-'.repeat(40)}refunded` }, `refundUntold Estado partially${'-'.repeat(31)}`],
  ])('%o is refused: %s', async (more, fault) => {
    expect(await told(more)).toEqual([fault])
  })

  test('without a column of its own, the total is what is missing', async () => {
    expect(await told({}, { columns: without('unitPrice') })).toEqual(['missing Total'])
    expect(await told({ Moneda: '' }, { columns: without('currency'), bySign: true })).toEqual([
      'missing currency',
    ])
    expect(await told({ Ref: '', Nombre: '' }, { columns: without('sku') })).toEqual(['missing Nombre'])
    expect(await told({ IVA: '20' })).toEqual(['sale ×2 0 0 20'])
  })

  test('have their tax in several columns, one for each rate', async () => {
    const bare = { columns: without('tip'), taxes: ['Tipo', 'Propina'] }
    expect(await told({ IVA: '1', Tipo: '0.5', Propina: '0.25' }, bare)).toEqual(['sale ×2 18.25 18.25 1.75'])
    expect(await told({ IVA: '', Tipo: '2' }, bare)).toEqual(['sale ×2 18 18 2'])
    expect(await told({}, bare)).toEqual(['sale ×2 20 20 0'])
    expect(await told({ IVA: '15', Tipo: '6' }, bare)).toEqual(['taxAboveAmount IVA + Tipo + Propina 21 20'])
    expect(
      await told({ IVA: '-15', Tipo: '2', Propina: '' }, { ...bare, cents: true, constants: {} }),
    ).toEqual(['sale ×2 0.33 0.33 -0.13'])
  })

  test('in cents are hundredths', async () => {
    expect(await told({ Precio: '1000', IVA: '100' }, { columns, cents: true })).toEqual(['sale ×2 19 19 1'])
  })

  test('have their tax as a rate, written either way', async () => {
    const by = { columns: { ...without('tax'), taxRate: 'Tipo' } }
    const taxed = 'sale ×2 16.528926 16.528926 3.471074'
    for (const Tipo of ['21', '21%', '0.21']) expect(await told({ Tipo }, by)).toEqual([taxed])
    expect(await told({ Tipo: '' }, by)).toEqual(['sale ×2 20 20 0'])
    expect(await told({ Tipo: '100' }, by)).toEqual(['sale ×2 10 10 10'])
    expect(await told({ Tipo: '1' }, by)).toEqual(['sale ×2 19.80198 19.80198 0.19802'])
    for (const Tipo of ['101', '-1', `101${' '.repeat(37)}EUR`])
      expect((await told({ Tipo }, by))[0]).toBe(`notANumber Tipo ${Tipo.slice(0, 40).trim()}`)
  })

  test('are as exact as the finest of their columns', async () => {
    const scale = async (more: Row) => (await read(more)).lines[0]?.scale
    expect(await scale({ Precio: '10' })).toBe(0)
    expect(await scale({ Precio: '10', Total: '20.125' })).toBe(3)
    expect(await scale({ Precio: '10', Dto: '1.1' })).toBe(1)
    expect(await scale({ Precio: '10.00', IVA: '1.1234' })).toBe(4)
    expect(await scale({ Precio: '10', Propina: '1.12345' })).toBe(5)
  })
})
