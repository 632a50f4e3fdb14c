import { expect, test } from 'vitest'
import { momentReader } from '#platform/moments.ts'
import { Big } from '#platform/money.ts'
import { byOrder } from './server/by-order.ts'
import type { LineDraft, Reader, Reading } from './server/line-draft.ts'
import { payingBack } from './server/pay-back.ts'

const at = Date.UTC(2026, 0, 5)
const sale = (externalId: string, more: Partial<LineDraft> = {}): LineDraft => ({
  ...{
    row: 2,
    externalId,
    kind: 'sale',
    at,
    placedAt: at,
    sku: 'A',
    name: 'A',
    units: 1,
    currency: 'EUR',
    scale: 2,
  },
  ...{ gross: new Big(100), net: new Big('82.64'), tax: new Big('17.36'), ...more },
})
const rowOf = (...lines: LineDraft[]): Reading => ({ rows: 1, lines, faults: [] })
async function* readerOf(readings: Reading[]): Reader {
  yield* readings
}
async function read(reader: AsyncIterable<Reading>): Promise<Reading[]> {
  const found: Reading[] = []
  for await (const reading of reader) found.push(reading)
  return found
}

test('rows of one order are one reading, and a row without an order stands by itself', async () => {
  const found = await read(
    byOrder(readerOf([rowOf(sale('#1')), rowOf(sale('1')), rowOf(sale('2')), rowOf(), rowOf(sale('3'))])),
  )
  expect(found.map(({ rows, lines }) => [rows, lines.map(({ externalId }) => externalId)])).toEqual([
    [2, ['#1', '1']],
    [1, ['2']],
    [1, []],
    [1, ['3']],
  ])
})

test.each([
  ['a third', '33.337', '-27.55', '-5.787'],
  ['all of it', '100', '-82.64', '-17.36'],
  ['more than was charged', '120', '-82.64', '-17.36'],
])(
  '%s that was paid back takes net and tax in their parts, to the millionth',
  async (_, refunded, net, tax) => {
    const [reading] = await read(
      payingBack(readerOf([rowOf(sale('1', { refunded: new Big(refunded) }))]), 'line'),
    )
    const [, back] = reading?.lines ?? []
    expect([back?.kind, back?.units]).toEqual(['refund', 0])
    expect(Number(back?.net)).toBeCloseTo(Number(net), 2)
    expect(Number(back?.tax)).toBeCloseTo(Number(tax), 2)
    expect(Number(back?.net) + Number(back?.tax)).toBeCloseTo(Math.max(-100, -Number(refunded)), 6)
    expect((String(back?.net).split('.')[1] ?? '').length).toBeLessThanOrEqual(6)
  },
)

test('the days of a spreadsheet are moments to the second', () => {
  const read = momentReader('Europe/Madrid', 'serial')
  expect(read('46082')).toBe(Date.parse('2026-02-28T23:00:00Z'))
  expect(read('46082,5')).toBe(Date.parse('2026-03-01T11:00:00Z'))
  expect(read(String(46_082 + (9 * 3_600 + 61) / 86_400))).toBe(Date.parse('2026-03-01T08:01:01Z'))
})
