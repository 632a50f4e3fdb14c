import { expect, test } from 'vitest'
import { readActivitySearch } from '#features/activity/pages/activity-search.ts'
import { readPeriod } from '#features/analytics/pages/period.ts'
import { readOrdersSearch } from '#features/orders/pages/orders-search.ts'
import { readAddress, readStrictly, unclearOf } from '#ui/address.ts'

test('what a page cannot use counts as not said, and is told; the usual and the unknown are not', () => {
  const read = (search: Record<string, unknown>) => readAddress(readOrdersSearch, search)
  expect(read({ state: 'lost', q: 'x', page: '1', utm_source: 'mail' })).toEqual({
    found: { q: 'x' },
    unclear: ['state'],
  })
  expect(read({ page: '-3', orderBy: 'nothing', from: '2026-13-40' }).unclear.sort()).toEqual([
    'from',
    'orderBy',
    'page',
  ])
})

test.each([
  [{ filter: 'abc' }, ['filter']],
  [{ filter: 4, f: '2026-13-40', t: '2026-02-01' }, ['filter', 'f', 't']],
  [{ filter: 4, f: '2026-02-02', t: '2026-02-01' }, ['filter', 'f', 't']],
  [{ f: '2026-13-40' }, ['f']],
  [{ filter: 1 }, []],
  [{ filter: 4, f: '2026-02-01', t: '2026-02-02' }, []],
])('a period that is none falls back to the usual one: %o', (search, unclear) => {
  const said = readAddress(readPeriod, search)
  expect(said.unclear.sort()).toEqual([...unclear].sort())
  if (unclear.length > 0) expect(said.found).toEqual({})
})

test.each([readOrdersSearch, readActivitySearch])(
  'days of a list that stand upside down are turned, and others are told',
  (reader) => {
    const read = (search: Record<string, unknown>) => readAddress(reader, search)
    const days = { from: '2026-10-01', to: '2026-11-20' }
    expect(read({ from: days.to, to: days.from })).toEqual({ found: days, unclear: [] })
    expect(read(days)).toEqual({ found: days, unclear: [] })
    expect(read({ to: days.to })).toEqual({ found: { to: days.to }, unclear: [] })
    expect(read({ from: '2026-02-31', to: days.to })).toEqual({ found: { to: days.to }, unclear: ['from'] })
  },
)

test('routes hand on nothing but what was understood', () => {
  const route = { options: { validateSearch: readOrdersSearch as unknown } }
  const told: string[][] = []
  readStrictly([route], (names) => told.push(names))
  readStrictly([route], (names) => told.push(names))
  const validate = route.options.validateSearch as (search: object) => object
  expect({ state: 'lost', ...validate({ state: 'lost', q: 'x' }) }).toEqual({ state: undefined, q: 'x' })
  expect(told).toEqual([['state']])
  expect(unclearOf(validate, { state: 'lost' })).toEqual(['state'])
})
