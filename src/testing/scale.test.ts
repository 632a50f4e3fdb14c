import { expect, test } from 'vitest'
import { assumed, type Constants, estimate, machinesFor } from '../../bench/scale-model.ts'

// The arithmetic of `npm run scale`, on round numbers of our own; what is measured is in bench/scale.json.

const costs: Constants = {
  visit: { programMs: 1, databaseMs: 2, viewBytes: 100, keptBytes: 50 },
  order: { programMs: 10, databaseMs: 20, keptBytes: 500 },
  fanPage: { programMs: 3, databaseMs: 0 },
  dashboardPage: { programMs: 5, databaseMs: 4 },
  clickhouse: { takenMs: 1_000, askedMs: 100, factBytes: 10 },
}
const demand = {
  ...assumed,
  ...{ portals: 1_000, visitsPerDay: 8_640_000, ordersPerVisit: 0.1, dashboardPagesPerPortal: 86.4 },
  ...{ questionsPerPage: 2, peak: 2, load: 0.5, years: 1 },
}

test('what comes in a second at the peak', () => {
  expect(estimate(demand, costs).perSecond).toEqual({
    visits: 200,
    orders: 20,
    dashboardPages: expect.closeTo(2),
  })
})

test('cores are the work of that second, with the room that is to stay free', () => {
  const { cores } = estimate(demand, costs)
  // 200 × (1 + 3) + 20 × 10 + 2 × 5 = 1,010 ms, at half a core's load.
  expect(cores.program).toBeCloseTo(2.02)
  // 200 × 2 + 20 × 20 + 2 × 4 = 808 ms.
  expect(cores.database).toBeCloseTo(1.616)
  // 220 rows of 0.001 ms taken; 4 questions of 3,468,960 rows, 0.0001 ms each.
  expect(cores.clickhouse).toBeCloseTo((0.22 + 4 * 346.896) / 1_000 / 0.5)
})

test('disks hold two days of views and all years of what stays', () => {
  const { gigabytes } = estimate(demand, costs)
  expect(gigabytes.views).toBeCloseTo(1.728)
  expect(gigabytes.database).toBeCloseTo(315.36)
  expect(gigabytes.clickhouse).toBeCloseTo(34.6896)
})

test('one machine as long as it fits, then a role each, and what no machine holds is said', () => {
  const of = (visitsPerDay: number) =>
    machinesFor(estimate({ ...demand, visitsPerDay }, costs)).map(
      ({ role, kind, count, beyond = false }) => `${count} ${kind.name} ${role}${beyond ? ' beyond' : ''}`,
    )
  expect(of(1_000_000)).toEqual(['1 small everything'])
  expect(of(8_640_000)).toEqual(['1 medium everything'])
  expect(of(86_400_000)).toEqual(['3 medium program', '1 huge PostgreSQL', '2 huge ClickHouse'])
  expect(of(8_640_000_000)).toEqual(['251 medium program', '1 huge PostgreSQL beyond', '88 huge ClickHouse'])
})
