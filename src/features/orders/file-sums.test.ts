import { describe, expect, test } from 'vitest'
import { Big } from '#platform/money.ts'
import type { GenericMap } from './map-shape.ts'
import { FileSums } from './server/file-sums.ts'

type Format = ConstructorParameters<typeof FileSums>[0]

/** The sums of a file of these rows, `MONTH CURRENCY FILE UNPAID`, and its own totals. */
async function sums(format: Format, header: string[], rows: string[][], map?: GenericMap) {
  const file = new FileSums(format, header, map, '.')
  async function* all() {
    for (const [at, fields] of rows.entries()) yield { row: at + 2, fields }
  }
  let seen = 0
  for await (const _ of file.through(all())) seen++
  expect(seen).toBe(rows.length)
  return {
    file,
    months: file.months.map(({ month, currency, file, unpaid }) => [month, currency, file, unpaid].join(' ')),
    totals: file.ownTotals.map(({ row, told, added, agrees }) => `${row}: ${told} of ${added} ${agrees}`),
  }
}

describe('of any table', () => {
  const header = [
    'Pedido',
    'Fecha',
    'Ref',
    'Uds',
    'Precio',
    'Total',
    'Dto',
    'Propina',
    'Envío',
    'Clase',
    'Estado',
  ]
  const columns: GenericMap['columns'] = { order: 'Pedido', date: 'Fecha', sku: 'Ref', quantity: 'Uds' }
  const priced = {
    ...columns,
    unitPrice: 'Precio',
    discount: 'Dto',
    tip: 'Propina',
    kind: 'Clase',
    status: 'Estado',
  }
  const totalled = { ...columns, total: 'Total', shipping: 'Envío', kind: 'Clase', status: 'Estado' }
  const euros = { constants: { currency: 'EUR' } }
  const row = (more: Record<string, string>) => {
    const cells: Record<string, string> = { Pedido: '1', Fecha: '2026-03-04', Ref: 'LP', Uds: '2', ...more }
    return header.map((name) => cells[name] ?? '')
  }
  const of = (map: GenericMap, ...rows: Record<string, string>[]) =>
    sums('generic', header, rows.map(row), map)
  const months = async (map: GenericMap, ...rows: Record<string, string>[]) => (await of(map, ...rows)).months

  test('are what was charged, by month and money', async () => {
    const map = { columns: priced, ...euros }
    expect(
      await months(
        map,
        { Precio: '10' },
        { Precio: '5', Dto: '1' },
        { Precio: '5', Dto: '-1', Propina: '3' },
      ),
    ).toEqual(['2026-03 EUR 41 0'])
    expect(
      await months(
        map,
        { Precio: '10', Fecha: '2026-04-01' },
        { Precio: '1' },
        { Precio: '2', Fecha: 'ayer' },
      ),
    ).toEqual([...[' EUR 4 0', '2026-03 EUR 2 0', '2026-04 EUR 20 0']])
    expect(await months(map, { Precio: '1', Fecha: '2090-01-01' })).toEqual([' EUR 2 0'])
    expect(await months(map, { Precio: '' }, { Precio: 'x' }, { Precio: '1', Uds: '' })).toEqual([
      '2026-03 EUR 1 0',
    ])
    expect(
      await months(
        { columns: priced, constants: { currency: 'EUR', quantity: '3' } },
        { Precio: '1', Uds: '' },
      ),
    ).toEqual(['2026-03 EUR 3 0'])
    expect(await months({ ...map, cents: true }, { Precio: '1000' })).toEqual(['2026-03 EUR 20 0'])
    const bySign = { columns: { ...columns, total: 'Total' }, bySign: true, ...euros }
    expect(await months(bySign, { Total: '5 USD' }, { Total: '7' }, { Total: '1 USD' })).toEqual([
      ...['2026-03 EUR 7 0', '2026-03 USD 6 0'],
    ])
    const { date: _, ...undated } = priced
    const constants = { currency: 'EUR', date: '2026-05-06' }
    expect(await months({ columns: undated, constants }, { Precio: '1' })).toEqual(['2026-05 EUR 2 0'])
    expect(await months({ columns: undated, ...euros }, { Precio: '1' })).toEqual([' EUR 2 0'])
  })

  test('of which what goes back is below nothing, and what was never paid is told apart', async () => {
    const map = { columns: priced, ...euros }
    expect(await months(map, { Precio: '5', Clase: 'Refund' })).toEqual(['2026-03 EUR -10 0'])
    expect(await months(map, { Precio: '-5', Clase: 'cancellation' })).toEqual(['2026-03 EUR -10 0'])
    expect(await months(map, { Precio: '5', Clase: 'sale' })).toEqual(['2026-03 EUR 10 0'])
    expect(await months(map, { Precio: '5', Estado: 'pending' }, { Precio: '1', Estado: 'paid' })).toEqual([
      '2026-03 EUR 12 10',
    ])
  })

  test('hold what sending cost in no sale, and of a whole order once', async () => {
    const map = { columns: totalled, ...euros }
    const two = [
      { Total: '10', Envío: '2' },
      { Total: '10', Envío: '2' },
    ]
    expect(await months(map, ...two)).toEqual(['2026-03 EUR 16 0'])
    expect(await months(map, { Total: '-10', Envío: '2' })).toEqual(['2026-03 EUR -8 0'])
    expect(await months(map, { Total: '10', Envío: '-2' })).toEqual(['2026-03 EUR 8 0'])
    expect(await months(map, { Total: '0', Envío: '2' })).toEqual(['2026-03 EUR 0 0'])
    const ofOrder = { ...map, totalOf: 'order' as const }
    expect(await months(ofOrder, ...two)).toEqual(['2026-03 EUR 8 0'])
    expect(await months(ofOrder, { Total: '10' }, { Total: '10', Envío: '2' })).toEqual(['2026-03 EUR 8 0'])
    expect(await months(ofOrder, { Total: '10' }, { Total: '10', Pedido: '2' })).toEqual(['2026-03 EUR 20 0'])
    expect(await months(ofOrder, { Total: '10', Pedido: '' }, { Total: '10', Pedido: '' })).toEqual([
      '2026-03 EUR 20 0',
    ])
    expect(await months(ofOrder, { Total: '', Envío: '' }, { Total: '10' })).toEqual(['2026-03 EUR 10 0'])
  })

  test('stand beside the file’s own totals, of all or since the last', async () => {
    const map = { columns: totalled, ...euros }
    const sum = (Total: string) => ({ Pedido: 'Total', Fecha: '', Ref: '', Uds: '', Total })
    const { totals } = await of(
      map,
      { Total: '10' },
      sum('10'),
      { Total: '5' },
      sum('5'),
      sum('15'),
      sum('16'),
      sum(''),
    )
    expect(totals).toEqual(['3: 10 of 10 true', '5: 5 of 5 true', '6: 15 of 15 true', '7: 16 of 0 false'])
    expect((await of(map, { Total: '10', Envío: '2' }, sum('10'))).totals).toEqual(['3: 10 of 10 true'])
    const cents = await of({ ...map, cents: true }, { Total: '1000' }, sum('1000'))
    expect(cents.totals).toEqual(['3: 10 of 10 true'])
    const signs = { columns: totalled, bySign: true, constants: {} }
    expect((await of(signs, { Total: '10 USD' }, sum('10'))).totals).toEqual(['3: 10 of 10 true'])
  })
})

test('of Shopify’s export are the subtotals', async () => {
  const header = ['Subtotal', 'Created at', 'Currency']
  const rows = [
    ['10', '2026-03-04 10:00:00 +0100', 'EUR'],
    ['', '', ''],
    ['5', '2026-03-05 10:00:00 +0100', 'EUR'],
  ]
  expect((await sums('shopify', header, rows)).months).toEqual(['2026-03 EUR 15 0'])
})

test('of Bandcamp’s feed are what was paid, of its report what was sold with tips', async () => {
  const feed = ['store_host', 'utc_time', 'total_paid', 'currency', 'item type']
  expect((await sums('bandcamp', feed, [['h', '2026-03-04 10:00', '10', 'eur', 'payout']])).months).toEqual([
    '2026-03 EUR 10 0',
  ])
  // A day as reports write it is none in the feed, whose lines are refused for it.
  expect((await sums('bandcamp', feed, [['h', '3/4/26', '10', 'eur', 'album']])).months).toEqual([
    ' EUR 10 0',
  ])
  const report = ['date', 'sub total', 'additional fan contribution', 'currency', 'item type']
  const rows = [
    ...[
      ['3/4/26 1:00pm', '10', '2.5', 'eur', 'album'],
      ['3/4/26', '10', '', 'EUR', 'album'],
    ],
    ...[
      ['3/4/26', '40', '', 'EUR', 'Payout'],
      ['3/4/26', '40', '', 'EUR', 'Transfer'],
      ['3/4/26', '', '1', 'EUR', 'album'],
    ],
  ]
  expect((await sums('bandcamp', report, rows)).months).toEqual(['2026-03 EUR 22.5 0'])
})

test('lines are counted beside the file’s sums, by what was charged', async () => {
  const { file } = await sums(
    'shopify',
    ['Subtotal', 'Created at', 'Currency'],
    [['10', '2026-03-04', 'EUR']],
  )
  const at = Date.UTC(2026, 2, 4)
  const line = { at, currency: 'EUR', net: new Big(8), tax: new Big(2) }
  file.count(line)
  file.count({ ...line, charged: new Big('1.0000004') })
  file.count({ ...line, at: Date.UTC(2026, 3, 4), currency: 'USD' })
  file.count({ ...line, at: Date.UTC(2026, 2, 4), currency: 'CHF' })
  const sum = { unpaid: '0', net: '8', tax: '2', file: '0', counted: '10' }
  expect(file.months).toEqual([
    { ...sum, month: '2026-03', currency: 'CHF' },
    { ...sum, month: '2026-03', currency: 'EUR', file: '10', counted: '11', net: '16', tax: '4' },
    { ...sum, month: '2026-04', currency: 'USD' },
  ])
})
