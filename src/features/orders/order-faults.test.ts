import { expect, test } from 'vitest'
import { Big } from '#platform/money.ts'
import type { OrderDraft } from './contract.ts'
import { faultsOf, refundTax, sizeFaults } from './server/order-faults.ts'

const now = new Date('2026-11-27T12:00:00Z')
type Line = OrderDraft['lines'][number]
const line = (more: Partial<Line> = {}) =>
  ({ id: 'a', sku: 'S', name: 'N', units: 2, unitPrice: '10', discount: '4', tax: '3', ...more }) as Line
const order = (more: object = {}) =>
  ({
    externalId: '7',
    placedAt: '2026-11-20T10:00:00Z',
    currency: 'EUR',
    lines: [line()],
    ...more,
  }) as OrderDraft
/** The faults, each `FIELD: CODE PARAMETERS`. */
const faults = (more: object) =>
  Object.entries(faultsOf(order(more), now)).map(([field, { code, params }]) =>
    [`${field}:`, code, ...Object.values(params ?? {})].join(' '),
  )
const refund = (...lines: object[]) => ({ id: 'r', at: '2026-11-21T10:00:00Z', lines })
const part = (amount: string, tax?: string, id = 'a') => ({
  id,
  amount,
  ...(tax === undefined ? {} : { tax }),
})

test('an order that has happened has no fault', () => {
  expect(faults({})).toEqual([])
  const refunds = [refund(part('10', '2')), { ...refund(part('6', '1')), id: 's' }]
  expect(faults({ refunds, cancelledAt: '2026-11-22T10:00:00Z', updatedAt: '2026-11-22T10:00:00Z' })).toEqual(
    [],
  )
})

test('ids come once and are of something', () => {
  expect(faults({ lines: [line(), line({ id: 'b' }), line()] })).toEqual(['lines.2.id: orders.lineTwice'])
  expect(faults({ refunds: [refund(part('1', '0', 'x'))] })).toEqual([
    'refunds.0.lines.0.id: orders.lineUnknown',
  ])
  expect(faults({ refunds: [refund(part('1')), refund(part('1'))] })).toEqual([
    'refunds.1.id: orders.refundTwice',
  ])
  expect(faults({ refunds: [refund(part('1'), part('1'))] })).toEqual([
    'refunds.0.lines.1.id: orders.lineTwice',
  ])
})

test('moments have been, and nothing goes back before it was sold', () => {
  expect(faults({ cancelledAt: '2026-11-20T10:00:00Z' })).toEqual([])
  expect(faults({ cancelledAt: '2026-11-20T09:59:59Z' })).toEqual(['cancelledAt: orders.beforeOrder'])
  const early = { ...refund(), at: '2026-11-19T10:00:00Z' }
  expect(faults({ refunds: [refund(), { ...early, id: 's' }] })).toEqual(['refunds.1.at: orders.beforeOrder'])
  const late = '2026-11-28T10:00:00Z'
  for (const field of ['placedAt', 'updatedAt', 'cancelledAt'])
    expect(faults({ [field]: late })).toEqual([`${field}: dates.future`])
  expect(faults({ refunds: [{ ...refund(), at: late }] })).toEqual(['refunds.0.at: dates.future'])
  expect(faults({ updatedAt: null, cancelledAt: null })).toEqual([])
})

test('a line costs no less than nothing, and no less than its tax', () => {
  expect(faults({ lines: [line({ discount: '20', tax: '0' })] })).toEqual([])
  expect(faults({ lines: [line({ discount: '20.01' })] })).toEqual([
    'lines.0.discount: validation.maximum 20',
  ])
  expect(faults({ lines: [line({ tax: '16' })] })).toEqual([])
  expect(faults({ lines: [line({ tax: '16.01' })] })).toEqual(['lines.0.tax: validation.maximum 16'])
  expect(faults({ lines: [{ ...line(), discount: undefined, tax: undefined }] })).toEqual([])
})

test('a line comes to ten million euros at most', () => {
  const at = (unitPrice: string, rate: string) =>
    sizeFaults(order({ lines: [line(), line({ unitPrice })] }), new Big(rate))
  expect([at('5000000', '1'), at('2500000', '2')]).toEqual([{}, {}])
  for (const faults of [at('5000000.01', '1'), at('2500000.01', '2')])
    expect(faults).toEqual({
      'lines.1.unitPrice': { code: 'orders.lineTooLarge', params: { max: 10_000_000 } },
    })
})

test('what goes back is no more than was paid, with its tax and without', () => {
  const back = (...parts: object[]) =>
    faults({ refunds: parts.map((one, at) => ({ ...refund(one), id: `${at}` })) })
  expect(back(part('16', '3'))).toEqual([])
  expect(back(part('16.01', '3'))).toEqual(['refunds.0.lines.0.amount: orders.refundAboveSale 16'])
  expect(back(part('16', '3.01'))).toEqual([])
  expect(back(part('16', '2.99'))).toEqual([])
  expect(back(part('16', '3.02'))).toEqual(['refunds.0.lines.0.tax: validation.range 3 3'])
  expect(back(part('16', '2.98'))).toEqual(['refunds.0.lines.0.tax: validation.range 3 3'])
  expect(back(part('2', '2'))).toEqual([])
  expect(back(part('2', '2.01'))).toEqual(['refunds.0.lines.0.tax: validation.range 0 2'])
  expect(back(part('14', '1'))).toEqual([])
  expect(back(part('14', '0.98'))).toEqual(['refunds.0.lines.0.tax: validation.range 1 3'])
  // All of its refunds together.
  expect(back(part('10', '2'), part('6', '1'))).toEqual([])
  expect(back(part('10', '2'), part('6.01', '1'))).toEqual([
    'refunds.1.lines.0.amount: orders.refundAboveSale 6',
  ])
  expect(back(part('10', '2'), part('6', '1.02'))).toEqual(['refunds.1.lines.0.tax: validation.range 1 1'])
  expect(back(part('10', '3.01'), part('6', '0'))).toEqual([])
  const bare = { ...line(), tax: undefined }
  expect(faults({ lines: [bare], refunds: [refund(part('16', '0.02'))] })).toEqual([
    'refunds.0.lines.0.tax: validation.range 0 0',
  ])
})

test('its tax is what the call says, or its share', () => {
  const tax = (of: Line, more: { amount: string; tax?: string }) => refundTax(of, more).toFixed()
  expect([tax(line(), { amount: '8', tax: '1' }), tax(line(), { amount: '8' })]).toEqual(['1', '1.5'])
  expect([tax(line(), { amount: '16' }), tax(line(), { amount: '1' })]).toEqual(['3', '0.1875'])
  expect(tax(line({ tax: '1' }), { amount: '1' })).toBe('0.0625')
  expect(tax(line({ unitPrice: '3.5', discount: '0', tax: '1' }), { amount: '1' })).toBe('0.142857')
  expect(tax(line({ discount: '20' }), { amount: '0' })).toBe('0')
  expect(tax({ ...line(), tax: undefined }, { amount: '8' })).toBe('0')
})
