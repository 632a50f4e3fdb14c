import { expect, test } from 'vitest'
import { readDetailSearch } from './detail-search.ts'
import { keptQuery, openedQuery, periodNamed, showsKept } from './kept-query.ts'

const [inNovember, inDecember] = ['2026-11-26', '2026-12-03']
const october = 'filter=4&f=2026-10-01&t=2026-10-31&by=months'

test('what is called last month is last month when it is opened again', () => {
  expect(periodNamed(october, inNovember)).toBe('lastMonth')
  expect(periodNamed(october, inDecember)).toBeUndefined()
  const kept = keptQuery(october, true, inNovember)
  expect(kept).toBe('by=months&named=lastMonth')
  expect(periodNamed(kept, inDecember)).toBe('lastMonth')
  expect(openedQuery(kept, inDecember)).toBe('by=months&filter=4&f=2026-11-01&t=2026-11-30')
})

test('or stays the month that it was, where that is meant, also when it is changed later', () => {
  expect(keptQuery(october, false, inNovember)).toBe(october)
  const kept = keptQuery(october, true, inNovember)
  expect(new URLSearchParams(keptQuery(kept, false, inDecember)).get('f')).toBe('2026-11-01')
  expect(keptQuery(kept, true, inDecember)).toBe(kept)
})

test('days without a name, and no days, are kept as they are', () => {
  for (const query of [
    'filter=3&by=provinces',
    'filter=4&f=2026-10-02&t=2026-10-09',
    'categories=%5B%22album%22%5D',
    '',
  ])
    expect(keptQuery(query, true, inNovember)).toBe(query)
  expect(openedQuery('named=everMonth&by=days', inNovember)).toBe('by=days')
})

test('an address shows a view while nothing but its page of the table was changed', () => {
  const query = 'named=lastMonth&categories=%5B%22album%22%5D'
  const now = { filter: 4, f: '2026-10-01', t: '2026-10-31', categories: ['album'], view: 'v' }
  expect(showsKept(readDetailSearch({ ...now, page: 3 }), query, inNovember)).toBe(true)
  expect(showsKept(readDetailSearch({ ...now, orderBy: '-units' }), query, inNovember)).toBe(false)
  expect(showsKept(readDetailSearch(now), query, inDecember)).toBe(false)
})
