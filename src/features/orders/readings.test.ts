import { describe, expect, test } from 'vitest'
import { Big } from '#platform/money.ts'
import type { GenericMap } from './map-shape.ts'
import { byOrder, sameNumber, totalsDiffer } from './server/by-order.ts'
import { carriedDown } from './server/carry-cells.ts'
import { MarkFinder } from './server/column-marks.ts'
import { Columns, markKey } from './server/columns.ts'
import { BadRow, type LineDraft, type Reading } from './server/line-draft.ts'
import { payingBack } from './server/pay-back.ts'
import { readRows } from './server/read-rows.ts'
import { sharingTotals } from './server/share-totals.ts'
import { askingWhatIsOpen } from './server/what-is-open.ts'

const line = (externalId: string, net: number, more: Partial<LineDraft> = {}): LineDraft => ({
  ...{ row: 2, externalId, kind: 'sale', at: 1, placedAt: 1, sku: 'S', name: 'N', units: 1, currency: 'EUR' },
  ...{ gross: new Big(net), net: new Big(net), tax: new Big(0), scale: 2, ...more },
})
const reading = (...lines: LineDraft[]): Reading => ({ rows: 1, lines, faults: [] })
async function* readings(...all: Reading[]) {
  yield* all
}
async function collected<T>(all: AsyncIterable<T>) {
  const found: T[] = []
  for await (const one of all) found.push(one)
  return found
}
/** Of each line `kind ×units gross net tax`, or the faults. */
const said = (all: Reading[]) =>
  all.map(({ lines, faults }) =>
    faults.length > 0
      ? faults.map(({ row, code }) => `${row} ${code}`)
      : lines.map(
          ({ kind, units, gross, net, tax }) =>
            `${kind} ×${units} ${gross.toFixed()} ${net.toFixed()} ${tax.toFixed()}`,
        ),
  )

test('rows of one order that stand together are one reading', async () => {
  const all = await collected(
    byOrder(
      readings(
        reading(),
        reading(line('#1', 1)),
        reading(line(' 1', 2)),
        reading(line('2', 3)),
        reading(line('1', 4)),
      ),
    ),
  )
  expect(all.map(({ rows, lines }) => [rows, ...lines.map(({ net }) => net.toFixed())].join(' '))).toEqual([
    ...['1 ', '2 1 2', '1 3', '1 4'].map((text) => text.trim()),
  ])
  expect(await collected(byOrder(readings()))).toEqual([])
  expect([sameNumber('#WS-1'), sameNumber(' # ws-1'), sameNumber('ws#1')]).toEqual(['ws-1', 'ws-1', 'ws#1'])
  const totals = [line('1', 0), line('1', 5), line('1', 5), line('1', 6, { row: 9 })]
  expect(totalsDiffer(totals, ({ net }) => net)).toEqual([
    { row: 9, code: 'totalsDiffer', params: { order: '1', first: '5', second: '6' } },
  ])
  expect(totalsDiffer(totals.slice(0, 3), ({ net }) => net)).toEqual([])
})

describe('one total for an order', () => {
  const share = async (...lines: LineDraft[]) =>
    said(await collected(sharingTotals(readings(...lines.map((one) => reading(one))), 'Envío')))

  test('is shared over its rows by their units', async () => {
    const told = { gross: new Big(30), tax: new Big(6), charged: new Big(36) }
    expect(await share(line('1', 30, { ...told, units: 2 }), line('1', 0))).toEqual([
      ['sale ×2 20 20 4', 'sale ×1 10 10 2'],
    ])
    expect(await share(line('1', 0), line('1', 30, { ...told, units: 0 }))).toEqual([
      ['sale ×1 15 15 3', 'sale ×0 15 15 3'],
    ])
    expect(await share(line('1', 30), line('2', 5))).toEqual([['sale ×1 30 30 0'], ['sale ×1 5 5 0']])
    expect(await share(line('1', 0), line('1', 0))).toEqual([['sale ×1 0 0 0', 'sale ×1 0 0 0']])
    const back = { kind: 'refund' as const, gross: new Big(0), units: -3 }
    expect(await share(line('1', 30), line('1', -8, back), line('1', 0, { ...back, units: -1 }))).toEqual([
      ['sale ×1 30 30 0', 'refund ×-3 0 -6 0', 'refund ×-1 0 -2 0'],
    ])
  })

  test('is the same on all of them, or none counts', async () => {
    expect(await share(line('1', 30), line('1', 31, { row: 3 }))).toEqual([['3 totalsDiffer']])
    expect(await share(line('1', 30), line('1', 30))).toEqual([['sale ×1 15 15 0', 'sale ×1 15 15 0']])
    const charged = new Big(30)
    expect(await share(line('1', 28, { charged }), line('1', 29, { charged }))).toEqual([
      ['sale ×1 14 14 0', 'sale ×1 14 14 0'],
    ])
    const sent = (shipping: number, row = 2) => line('1', 30, { row, shipping: new Big(shipping) })
    expect(await share(sent(5), sent(6, 3))).toEqual([['3 totalsDiffer']])
  })

  test('is without what sending cost', async () => {
    const sent = (shipping: number) => line('1', 30, { shipping: new Big(shipping) })
    expect(await share(sent(5))).toEqual([['sale ×1 25 25 0']])
    expect(await share(sent(0))).toEqual([['sale ×1 30 30 0']])
    expect(await share(sent(30))).toEqual([['sale ×1 0 0 0']])
    expect(await share(sent(31))).toEqual([['2 shippingAboveTotal']])
    expect(await share(line('1', 0.5, { shipping: new Big(0.2) }))).toEqual([['sale ×1 0.3 0.3 0']])
    expect(await share(line('1', 30), line('1', 0, { shipping: new Big(6) }))).toEqual([
      ['sale ×1 12 12 0', 'sale ×1 12 12 0'],
    ])
    const taxed = { tax: new Big(6), charged: new Big(36), shipping: new Big(6) }
    expect(await share(line('1', 30, taxed))).toEqual([['sale ×1 25 25 5']])
    const back = { kind: 'refund' as const, gross: new Big(0), shipping: new Big(5) }
    expect(await share(line('1', -30, back))).toEqual([['refund ×1 0 -25 0']])
  })
})

describe('what was paid back', () => {
  const back = async (of: 'line' | 'order', ...lines: LineDraft[]) =>
    said(await collected(payingBack(readings(...lines.map((one) => reading(one))), of)))
  const part = (refunded: number | 'whole', more: object = {}) =>
    line('1', 8, { tax: new Big(2), refunded: refunded === 'whole' ? refunded : new Big(refunded), ...more })

  test('of a line is its own, with its tax, and no more than all', async () => {
    expect(await back('line', part(5))).toEqual([['sale ×1 8 8 2', 'refund ×0 0 -4 -1']])
    expect(await back('line', part(10))).toEqual([['sale ×1 8 8 2', 'refund ×0 0 -8 -2']])
    expect(await back('line', part(11))).toEqual([['sale ×1 8 8 2', 'refund ×0 0 -8 -2']])
    expect(await back('line', part('whole'))).toEqual([['sale ×1 8 8 2', 'refund ×0 0 -8 -2']])
    expect(await back('line', part('whole', { calledOff: true }))).toEqual([
      ['sale ×1 8 8 2', 'cancellation ×-1 0 -8 -2'],
    ])
    expect(await back('line', line('1', 8), part('whole', { kind: 'refund' }))).toEqual([
      ['sale ×1 8 8 0'],
      ['refund ×1 8 8 2'],
    ])
    expect(
      await back('line', part('whole', { net: new Big(0), tax: new Big(0), gross: new Big(0) })),
    ).toEqual([['sale ×1 0 0 0', 'refund ×0 0 0 0']])
    expect(await back('line', part(1, { net: new Big(3), tax: new Big(0) }))).toEqual([
      ['sale ×1 8 3 0', 'refund ×0 0 -1 0'],
    ])
  })

  test('of an order is shared by what its lines cost', async () => {
    expect(await back('order', part(3), line('1', 5))).toEqual([
      ['sale ×1 8 8 2', 'sale ×1 5 5 0', 'refund ×0 0 -1.6 -0.4', 'refund ×0 0 -1 0'],
    ])
    expect((await back('order', part(99), line('1', 5)))[0]?.slice(2)).toEqual([
      'refund ×0 0 -8 -2',
      'refund ×0 0 -5 0',
    ])
    expect(await back('order', part(3), part(4, { row: 3 }))).toEqual([['3 totalsDiffer']])
    expect((await back('order', part(3), part(-3)))[0]).toHaveLength(4)
    expect((await back('order', part('whole'), line('1', 5)))[0]?.slice(2)).toEqual(['refund ×0 0 -8 -2'])
  })
})

describe('what a map leaves open', () => {
  const open = async (map: Partial<GenericMap>, header: string[], ...rows: string[][]) => {
    async function* all() {
      for (const [at, fields] of rows.entries()) yield { row: at + 2, fields }
    }
    try {
      return (await collected(askingWhatIsOpen({ header, rows: all() }, { columns: {}, ...map }))).length
    } catch (error) {
      const { code, params } = error as { code: string; params: object }
      return [code, ...Object.values(params)].join(' ')
    }
  }
  const taxRate = { constants: { taxRate: '0' } }
  const columns = { order: 'Pedido', total: 'Total' }
  const header = ['Pedido', 'Total', 'Envío', 'Devuelto']
  const twice = [
    ['1', '10', '', '5'],
    ['1', '10', '', '5'],
    ['Total', '20'],
  ]

  test('is asked for', async () => {
    expect(await open({ columns: { unitPrice: 'Cents' }, ...taxRate }, ['Cents'])).toBe('centsUnknown Cents')
    expect(await open({ columns: { unitPrice: 'Cents' }, ...taxRate, cents: false }, ['Cents'])).toBe(0)
    expect(await open({ columns }, header)).toBe('taxUnknown Total')
    expect(await open({ columns, ...taxRate }, header, ...twice)).toBe('totalOfUnknown Total 10')
    expect(await open({ columns, ...taxRate, totalOf: 'line' }, header, ...twice)).toBe(3)
    expect(await open({ columns: { total: 'Total' }, ...taxRate }, header, ...twice)).toBe(3)
    expect(await open({ columns: { ...columns, unitPrice: 'Envío' }, ...taxRate }, header, ...twice)).toBe(3)
    const refunded = { columns: { ...columns, refunded: 'Devuelto' }, ...taxRate }
    expect(await open({ ...refunded, totalOf: 'line' }, header, ...twice)).toBe(
      'refundedOfUnknown Devuelto 5',
    )
    expect(await open({ ...refunded, totalOf: 'order' }, header, ...twice)).toBe(3)
    expect(await open({ ...refunded, totalOf: 'line', refundedOf: 'line' }, header, ...twice)).toBe(3)
    const sent = [
      ['1', '10', '2', ''],
      ['2', '10', '', ''],
    ]
    expect(await open({ columns, ...taxRate }, header, ...sent)).toBe('shippingUnknown Total Envío')
    expect(await open({ columns, ...taxRate, shipping: 'apart' }, header, ...sent)).toBe(2)
    expect(await open({ columns, ...taxRate }, header, ['1', '10', '0', ''])).toBe(1)
    expect(await open({ columns, ...taxRate }, header, ['1', '10', '2', ''], ['1', '11', '', ''])).toBe(2)
    expect(await open({ columns, ...taxRate }, header, ['Total', '10', '2', ''], ['1', '10', '2'])).toBe(2)
  })
})

test('what stands on an order’s first row alone is carried down to its others', async () => {
  const header = ['Pedido', 'Fecha', 'Ref', 'Correo']
  async function* rows() {
    const all = [
      ['', 'x', 'S', ''],
      ['1', 'd', 'S', 'a@'],
      ['', '', 'T', ' '],
      ['', 'e', 'T', 'b@'],
      ['', '', '', ''],
      ['', '', 'T'],
    ]
    for (const [at, fields] of all.entries()) yield { row: at + 2, fields }
  }
  const columns = { order: 'Pedido', date: 'Fecha', sku: 'Ref', buyer: 'Correo' }
  const carried = async (map: GenericMap) =>
    (await collected(carriedDown({ header, rows: rows() }, map).rows)).map(({ fields }) => fields.join('|'))
  expect(await carried({ columns, carry: true })).toEqual([
    ...['|x|S|', '1|d|S|a@', '1|d|T|a@', '1|e|T|b@', '|||', '||T'],
  ])
  expect((await carried({ columns }))[2]).toBe('||T| ')
  // Without a column of orders no row is said to begin one.
  const { order: _, ...others } = columns
  expect((await carried({ columns: others, carry: true }))[2]).toBe('||T| ')
})

test('a row that cannot be used is told and passed over; what is no fault of a row ends the reading', async () => {
  async function* rows() {
    for (const [at, cell] of ['1', 'x', '2'].entries()) yield { row: at + 2, fields: [cell] }
  }
  const read = (fault: () => Error) => {
    const columns = new Columns(['Total'])
    return collected(
      readRows({ header: ['Total'], rows: rows() }, columns, (row) => {
        if (columns.text('Total') === 'x') throw fault()
        return [line(`${row}`, 1)]
      }),
    )
  }
  expect(said(await read(() => new BadRow('notANumber', 'Total')))).toEqual([
    ['sale ×1 1 1 0'],
    ['3 notANumber'],
    ['sale ×1 1 1 0'],
  ])
  await expect(read(() => new Error('out of memory'))).rejects.toThrow('out of memory')
})

test('what separates decimals is told by a column’s values, of several moneys by each’s', () => {
  const finding = (parted: string[], ...rows: (readonly [string, string, number?])[]) => {
    const finder = new MarkFinder(new Columns(['Total', 'Moneda']), {
      ...{ names: ['Total', 'IVA'], parted: new Set(parted), bare: 'EUR' },
      currencyOf: (columns) => columns.plain('Moneda'),
    })
    for (const [total, currency, exact] of rows)
      finder.see({
        row: 2,
        fields: [total, currency],
        ...(exact === undefined ? {} : { exact: new Set([exact]) }),
      })
    return finder.told(undefined)
  }
  const told = (...all: Parameters<typeof finding>) => Object.fromEntries(finding(...all).marks)
  expect(told([], ['1,50', 'EUR'])).toEqual({ Total: ',' })
  expect(told([], ['1.50', 'EUR'])).toEqual({ Total: '.' })
  expect(finding([], ['1.500', 'EUR']).open).toMatchObject([{ column: 'Total' }])
  expect(finding([], ['1.500', 'EUR', 0]).open).toEqual([])
  expect(finding([], ['1.500', 'EUR', 1]).open).toHaveLength(1)
  expect(told(['Total'], ['1,50', 'EUR'], ['1.50', 'USD'])).toEqual({
    ...{ [markKey('Total', 'EUR')]: ',', [markKey('Total', 'USD')]: '.', Total: ',' },
  })
})
