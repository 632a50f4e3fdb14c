import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { ofTheseOnly, type Selection } from './server/selection.ts'
import { sameForAnySpan } from './server/span-sql.ts'

const of = (ids: readonly string[], more: Partial<Selection> = {}): Selection => ({
  ...ofTheseOnly(ids.map((id) => ({ id, orders: new Set(), visits: new Set() }))),
  countries: [],
  goods: undefined,
  named: undefined,
  categories: undefined,
  ...more,
})
const one = [portals.ninoLobo.id]
const two = [...one, portals.bajamar.id]
const isKept = (...asked: Parameters<typeof sameForAnySpan>) =>
  new PgDialect().sqlToQuery(sameForAnySpan(...asked)).sql !== ''

test.each([
  ['of a portal', of(one)],
  ['of an account', of(two, { account: 'a' })],
  ['of everything', of([], { whole: true })],
] as const)('the plan for totals %s is the same for any span', (_, selection) => {
  expect(isKept(selection)).toBe(true)
  expect(isKept(selection, 'month')).toBe(true)
  // Hours of portals are counted from facts.
  expect(isKept(selection, 'time')).toBe(false)
})

test.each([
  ['of some portals', of(two)],
  ['in a country', of(one, { countries: ['ES'] })],
  ['of some goods', of(one, { goods: sql`true` })],
  ['of a type of portals', of([], { whole: true, type: 'simple' })],
  ['from a source', of(one, { sources: ['google'] })],
  ['without a product', of(one, { without: of(one) })],
] as const)('and that for figures %s is not', (_, selection) => {
  expect(isKept(selection)).toBe(false)
})
