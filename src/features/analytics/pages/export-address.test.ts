import { expect, test } from 'vitest'
import type { Column } from '../contract.ts'
import type { DetailAnswer } from '../detail-contract.ts'
import { exportAddress } from './load-detail.ts'

const columns = (...keys: string[]) => keys.map((key): Column => ({ key, kind: 'count' }))
const answered = (all: Column[]) => ({ columns: all, totals: { netCents: 0 } }) as unknown as DetailAnswer
const days = { f: '2026-11-23', t: '2026-11-29' }
const inFile = (answer: DetailAnswer, chosen?: string[]) =>
  new URL(
    exportAddress(null, 'sales-by-product', chosen ? { columns: chosen } : {}, { days, answer }, 'csv', 'es'),
    'http://localhost',
  ).searchParams.getAll('columns')

test('a file has the columns that are on screen', () => {
  const few = answered(columns('name', 'netCents', 'grossCents', 'units'))
  // All there are need not be named.
  expect(inFile(few)).toEqual([])
  expect(inFile(few, ['units'])).toEqual(['units'])
  const many = answered(
    columns(
      ...['name', 'sku', 'portal', 'category', 'netCents', 'grossCents', 'discountsCents'],
      ...['refundsCents', 'incomeCents', 'units', 'share', 'previous', 'deltaPct', 'rank', 'previousRank'],
    ),
  )
  const usual = inFile(many)
  expect(usual).toContain('netCents')
  expect(usual).toContain('deltaPct')
  expect(usual).not.toContain('discountsCents')
  expect(usual).not.toContain('grossCents')
  expect(inFile(many, ['grossCents'])).toEqual(['grossCents'])
})
