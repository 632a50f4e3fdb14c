import { describe, expect, test } from 'vitest'
import { Big } from '#platform/money.ts'
import type { GenericMap } from './map-shape.ts'
import { attributionOf, notedAttribution, parametersOf } from './server/attribution.ts'
import { fieldNamed, plainName } from './server/column-names.ts'
import { Columns } from './server/columns.ts'
import { parseCurrencyRates } from './server/currency-rates.ts'
import { examineFile } from './server/examine-file.ts'
import { FileSums } from './server/file-sums.ts'
import type { LineDraft, Reading } from './server/line-draft.ts'
import { OrderWide } from './server/order-wide.ts'
import { payingBack } from './server/pay-back.ts'
import { testFiles } from './test-files.ts'

/** What readers of orders do at the edge of what they read. */

const { file } = testFiles()
const columnsOf = (header: string[], cells: string[]) => new Columns(header).take({ row: 2, fields: cells })
const faultOf = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return (error as { fault: { code: string; params: { value: string } } }).fault
  }
}

describe('a cell', () => {
  test('is text up to where it ends, without half a sign', () => {
    const columns = columnsOf(['A'], [`${'x'.repeat(499)}😀`])
    expect(columns.text('a')).toBe(`${'x'.repeat(499)}\ufffd`)
    expect([columns.text('A', 3), columns.text('A', 501)]).toEqual(['xxx', `${'x'.repeat(499)}😀`])
  })

  test('that is no whole number is told in forty signs', () => {
    const columns = columnsOf(['A'], [`1.5${' '.repeat(38)}EUR`])
    columns.sign = 'EUR'
    expect(faultOf(() => columns.integer('A'))).toMatchObject({
      ...{ code: 'notAnInteger', params: { value: `1.5${' '.repeat(37)}` } },
    })
  })
})

test('a heading is told by two hundred of its letters, without its units and brackets', () => {
  expect(plainName(`${'á'.repeat(200)}b`)).toBe('a'.repeat(200))
  for (const heading of ['Importe', 'Importe (€)', 'Importe EUR', 'Importe EUR [con detalle]'])
    expect([heading, fieldNamed(heading)?.field]).toEqual([heading, 'total'])
  expect(fieldNamed('Nada (importe)')).toBeUndefined()
})

describe('what brought a buyer', () => {
  const click = '019A9D3E-0000-7000-8000-00000000000A'
  test('is the first that says something', () => {
    expect(attributionOf([null, undefined, ' ', ' Gira ', 'Otra'], [null, 'x', ` ${click} `, 'y'])).toEqual({
      ...{ campaign: 'Gira', clickId: click.toLowerCase() },
    })
    expect(attributionOf([], ['x'])).toEqual({ campaign: null, clickId: null })
    expect(attributionOf([`a\0b${'x'.repeat(250)}`], []).campaign).toBe(`ab${'x'.repeat(198)}`)
    expect(attributionOf([`${'x'.repeat(199)}😀`], []).campaign).toBe(`${'x'.repeat(199)}\ufffd`)
  })

  test('is read of an address, whole or its path', () => {
    expect(parametersOf('https://a.test/b?utm_campaign=Gira&x=1#y?z').get('utm_campaign')).toBe('Gira')
    expect(parametersOf('/b?x=1#y').get('x')).toBe('1')
    for (const none of [undefined, 7, 'sin nada']) expect([...parametersOf(none)]).toEqual([])
    expect([...parametersOf(`/${'b'.repeat(4_000)}?x=1`)]).toEqual([])
    expect([...parametersOf(`/${'b'.repeat(3_995)}?x=1`)]).toEqual([['x', '1']])
  })

  test('is read of what a shop noted, line by line', () => {
    const campaignOf = (notes: string) => notedAttribution(notes).campaign
    expect(campaignOf('gift: yes\r\nUTM_campaign : Gira\rx')).toBe('Gira')
    expect(campaignOf('landing_site: /a?utm_campaign=Uno\nutm_campaign: Dos')).toBe('Uno')
    expect(campaignOf('landing_page: /a?utm_campaign=Uno')).toBe('Uno')
    expect(campaignOf('landing_site: /a\nlanding_page: /a?utm_campaign=Uno\nutm_campaign: Dos')).toBe('Dos')
    expect(notedAttribution(`landing_site: /a?click=${click}\nclick: otra`).clickId).toBe(click.toLowerCase())
    expect(campaignOf(': Gira\nutm_campaign')).toBeNull()
    expect(campaignOf(`${'x'.repeat(4_000)}\nutm_campaign: Gira`)).toBeNull()
  })
})

test('rates of currencies are decimals above nothing, of codes of three letters', () => {
  expect(
    [...parseCurrencyRates('{"GBP": "1.17"}')].map(([code, rate]) => `${code} ${rate.toFixed()}`),
  ).toEqual([...['EUR 1', 'GBP 1.17']])
  expect(parseCurrencyRates('{"EUR": "2"}').get('EUR')?.toFixed()).toBe('2')
  for (const wrong of [
    'x',
    '[]',
    '{"GBP": 1}',
    '{"gbp": "1"}',
    '{"GBP": "0"}',
    '{"GBP": "-1"}',
    '{"GBP": "1,2"}',
    '{"GBP": "x"}',
  ])
    expect([wrong, faultOf(() => [...parseCurrencyRates(wrong)])]).toEqual([wrong, undefined])
  expect(() => parseCurrencyRates('{"GBP": "0"}')).toThrow('ratesNotJson')
})

describe('a file that is looked through', () => {
  const csv = (rows: string[][]) => file(rows.map((row) => row.join(';')).join('\n'))
  const examine = (rows: string[][], wish = {}) => examineFile(csv(rows), wish)
  const head = ['Pedido', 'Fecha', 'Producto', 'Uds', 'Precio', 'Cuota IVA', 'Moneda', 'Estado']
  const row = (more: Record<number, string> = {}) =>
    ['1', '2026-03-04', 'Gorra', '1', '10.50', '1.74', 'EUR', 'Pagado'].map((cell, at) => more[at] ?? cell)

  test('asks once, however many columns leave their decimals open', async () => {
    const { questions, rows } = await examine([
      head,
      row({ 4: '1.500', 5: '1.215' }),
      row({ 4: '2.500', 5: '2.115' }),
    ])
    expect(questions.map(({ id, column }) => [id, column])).toEqual([['decimal', 'Precio']])
    expect(rows).toEqual([])
  })

  test('counts its states, wherever they stand and however they are spaced', async () => {
    const states = async (at: number, ...words: string[]) => {
      const order = head.map((_, place) => place)
      order.splice(at, 0, ...order.splice(7, 1))
      const rows = words.map((word) => row({ 7: word }))
      const { statuses } = await examine(
        [head, ...rows].map((cells) => order.map((place) => cells[place] ?? '')),
      )
      return statuses.map(({ value, rows, means }) => `${value} ${rows} ${means}`)
    }
    for (const at of [7, 0])
      expect(await states(at, 'Pagado', ' Cancelado', 'Cancelado ', '', 'Reembolsado', 'Cancelado')).toEqual([
        ...['Cancelado 3 unpaid', 'Pagado 1 sold', 'Reembolsado 1 refunded'],
      ])
    const { statuses } = await examine([head.slice(0, 7), row().slice(0, 7)])
    expect(statuses).toEqual([])
  })

  test('shows of each column three things of its first two hundred rows', async () => {
    const cells = (at: number) => row({ 0: String(at), 2: `Cosa ${at % 5}`, 7: at > 200 ? 'Pagado' : '' })
    const { columns } = await examine([head, ...Array.from({ length: 202 }, (_, at) => cells(at + 1))])
    const samples = Object.fromEntries(columns.map(({ name, samples }) => [name, samples]))
    expect(samples).toMatchObject({ Producto: ['Cosa 1', 'Cosa 2', 'Cosa 3'], Estado: [] })
    const long = await examine([head, row({ 2: 'x'.repeat(61) }), row({ 2: 'y'.repeat(60) })])
    expect(long.columns[2]?.samples).toEqual([`${'x'.repeat(59)}…`, 'y'.repeat(60)])
  })
})

describe('the sums of a file', () => {
  const months = async (header: string[], map: GenericMap, rows: string[][]) => {
    const sums = new FileSums('generic', header, map, '.')
    async function* all() {
      for (const [at, fields] of rows.entries()) yield { row: at + 2, fields }
    }
    for await (const _ of sums.through(all()));
    return sums.months.map(({ month, currency, file: sum }) => `${month} ${currency} ${sum}`)
  }
  const constants = { currency: 'EUR' }

  test('are of rows without a number as of others', async () => {
    const columns = { date: 'Fecha', name: 'Producto', total: 'Total' }
    const rows = [
      ['2026-03-04', 'Gorra', '10'],
      ['2026-03-04', 'Gorra', '10'],
    ]
    const map = { columns, constants, orderByRow: true }
    expect(await months(['Fecha', 'Producto', 'Total'], map, rows)).toEqual(['2026-03 EUR 20'])
  })

  test('know nothing of the other days on which an order’s one total is told again', async () => {
    const columns = { order: 'Pedido', date: 'Fecha', name: 'Producto', total: 'Total' }
    const rows = [
      ['1', '2026-03-04', 'Gorra', '10'],
      ['1', '2026-04-04', 'Disco', '10'],
    ]
    const map = { columns, constants, totalOf: 'order' as const }
    expect(await months(['Pedido', 'Fecha', 'Producto', 'Total'], map, rows)).toEqual(['2026-03 EUR 10'])
  })
})

test('whether an amount is of the whole order is asked of each order by itself', () => {
  const map: GenericMap = { columns: { order: 'Pedido', total: 'Total', unitPrice: 'Precio' } }
  const wide = (...rows: [order: string, total: string, price?: string][]) => {
    const columns = new Columns(['Pedido', 'Total', 'Precio'])
    const found = new OrderWide(columns, map, 'total')
    for (const [order, total, price = ''] of rows) {
      columns.take({ row: 2, fields: [order, total, price] })
      found.see()
    }
    return [found.open, found.ofLines, found.pricesApart, found.example]
  }
  expect(wide(['1', '10'], ['1', '10'], ['2', '20'], ['2', '20'])).toEqual([true, false, false, '10'])
  expect(wide(['1', '10'], ['1', '12'], ['2', '20'], ['2', '20'])).toEqual([false, true, false, '10'])
  expect(wide(['1', '10', '3'], ['1', '10', '4'])).toEqual([true, false, true, '10'])
  expect(wide(['1', '10', '3'], ['2', '10', '4'])).toEqual([false, false, false, ''])
  expect(wide(['1', '0,00 €'], ['1', ''], ['', '10'])).toEqual([true, false, false, '10'])
})

test('what was paid back of a small order is shared as of any', async () => {
  const line = (net: string, refunded?: string): LineDraft => ({
    ...{ row: 2, externalId: '1', kind: 'sale', at: 1, placedAt: 1, sku: 'S', name: 'N', units: 1, scale: 2 },
    ...{ currency: 'EUR', gross: new Big(net), net: new Big(net), tax: new Big(0) },
    ...(refunded ? { refunded: new Big(refunded) } : {}),
  })
  const of = async (...lines: LineDraft[]) => {
    async function* reader(): AsyncGenerator<Reading> {
      for (const one of lines) yield { rows: 1, lines: [one], faults: [] }
    }
    const found: string[] = []
    for await (const reading of payingBack(reader(), 'order'))
      found.push(...reading.lines.map(({ kind, net }) => `${kind} ${net.toFixed()}`))
    return found
  }
  expect(await of(line('0.30', '0.20'), line('0.10'))).toEqual([
    ...['sale 0.3', 'sale 0.1', 'refund -0.15', 'refund -0.05'],
  ])
  expect(await of(line('0', '5'), line('0'))).toEqual(['sale 0', 'sale 0', 'refund 0'])
})
