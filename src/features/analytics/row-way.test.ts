import { expect, test } from 'vitest'
import type { Answer } from './contract.ts'
import { rowWay } from './pages/row-way.ts'

type Meta = Answer['meta']

const meta = (grouping: Meta['grouping'], from = '2026-01-15', to = '2026-11-20') =>
  ({ grouping, from, to }) as Meta
const row = (id: string, name = id) => ({ id, name })
const search = {
  filter: 3 as const,
  portals: ['p'],
  page: 2,
  orderBy: 'name',
  columns: ['name'],
  compare: true as const,
}
const same = { portals: ['p'], compare: true }

test('a bucket leads to what sold in it, within the days that were asked for', () => {
  const way = (t: string, grouping: Meta['grouping']) =>
    rowWay('net-sales', undefined, row(t), meta(grouping), search)
  const goods = (f: string, t: string) => ({
    to: '/analytics/sales-by-product',
    search: { ...same, filter: 4, f, t },
  })
  expect(way('2026-10-31', 'day')).toEqual(goods('2026-10-31', '2026-10-31'))
  expect(way('2026-02', 'month')).toEqual(goods('2026-02-01', '2026-02-28'))
  expect(way('2026-01', 'month')).toEqual(goods('2026-01-15', '2026-01-31'))
  expect(way('2026-11', 'month')).toEqual(goods('2026-11-01', '2026-11-20'))
  expect(
    rowWay('net-sales', undefined, row('2024-12'), meta('month', '2024-01-01', '2025-02-01'), search),
  ).toEqual(goods('2024-12-01', '2024-12-31'))
  expect(rowWay('visits-detail', undefined, row('2026-10-31'), meta('day'), search)?.to).toBe(
    '/analytics/traffic-detail',
  )
  expect(way('2026-10-31T10:00', 'time')).toBeUndefined()
  // The whole of what was asked for leads nowhere else.
  expect(rowWay('net-sales', undefined, row('2026'), meta('year'), search)).toBeUndefined()
})

test('a source leads to its visits over time, and what has no such page leads nowhere', () => {
  const way = (by: string, name: string) => rowWay('traffic-detail', by, row(name), meta('day'), search)
  expect(way('source', 'instagram')).toEqual({
    to: '/analytics/visits-detail',
    search: { ...same, filter: 3, sources: ['instagram'] },
  })
  expect(way('source', '')?.search).toMatchObject({ sources: ['direct'] })
  expect(way('source', 'x'.repeat(61))).toBeUndefined()
  expect(way('channel', 'social')).toBeUndefined()
})

test('a product or portal leads to its days, a country to its places', () => {
  const way = (kind: Parameters<typeof rowWay>[0], by: string | undefined, name: string) =>
    rowWay(kind, by, row('7', name), meta('day'), search)
  expect(way('sales-by-product', undefined, 'Vinilo')).toEqual({
    to: '/analytics/net-sales',
    search: { ...same, filter: 3, products: ['7'] },
  })
  expect(way('sales-by-portal', undefined, 'Niño Lobo')?.search).toEqual({
    ...same,
    filter: 3,
    portals: ['7'],
  })
  expect(way('sales-by-location', 'countries', 'ES')?.search).toMatchObject({
    countries: ['ES'],
    by: 'provinces',
  })
  expect(way('sales-by-location', 'countries', 'MX')?.search).toMatchObject({
    countries: ['MX'],
    by: 'cities',
  })
  expect(way('sales-by-location', 'countries', '')).toBeUndefined()
  expect(way('sales-by-location', 'cities', 'ES-M/Madrid')).toBeUndefined()
})

test('a place leads to its orders of the same days, where they can be asked for the same', () => {
  const way = (
    by: string,
    name: string,
    more: object = {},
    orders: '/stocks/orders' | undefined = '/stocks/orders',
  ) => rowWay('sales-by-location', by, row(name), meta('day'), { ...search, ...more }, orders)
  const span = { from: '2026-01-15', to: '2026-11-20' }
  expect(way('cities', 'ES-SE/Sevilla')).toEqual({
    to: '/stocks/orders',
    search: { place: 'ES-SE/Sevilla', ...span, portal: 'p' },
  })
  expect(way('provinces', 'ES-SE', { portals: undefined, countries: ['ES'] })).toEqual({
    to: '/stocks/orders',
    search: { place: 'ES-SE', ...span },
  })
  // Nobody is shown more orders than the row counts, nor led to a page that is none of theirs.
  expect(way('cities', 'ES-SE/Sevilla', { products: ['7'] })).toBeUndefined()
  expect(way('cities', 'ES-SE/Sevilla', { portals: ['p', 'q'] })).toBeUndefined()
  expect(way('cities', '')).toBeUndefined()
  expect(rowWay('sales-by-location', 'cities', row('ES-SE/Sevilla'), meta('day'), search)).toBeUndefined()
})
