import { expect, test } from 'vitest'
import { assumed, type Constants, estimate, planFor } from '../../bench/scale-model.ts'

// The arithmetic of `npm run scale`, on round numbers of our own; what is measured is in bench/scale.json.

const costs: Constants = {
  visit: { programMs: 1, databaseMs: 2, viewBytes: 100, keptBytes: 50 },
  pastVisit: { programMs: 0.5, databaseMs: 0.1, seenBytes: 40, totalBytes: 200 },
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
  expect(estimate(demand, costs, 'through').perSecond).toEqual({
    visits: 200,
    orders: 20,
    dashboardPages: expect.closeTo(2),
  })
})

test('cores are the work of that second, with the room that is to stay free', () => {
  const { cores } = estimate(demand, costs, 'through')
  // 200 × (1 + 3) + 20 × 10 + 2 × 5 = 1,010 ms, at half a core's load.
  expect(cores.program).toBeCloseTo(2.02)
  // 200 × 2 + 20 × 20 + 2 × 4 = 808 ms.
  expect(cores.database).toBeCloseTo(1.616)
  // 220 rows of 0.001 ms taken; 4 questions of 3,468,960 rows, 0.0001 ms each.
  expect(cores.clickhouse).toBeCloseTo((0.22 + 4 * 346.896) / 1_000 / 0.5)
})

test('disks hold two days of views and all years of what stays', () => {
  const { gigabytes } = estimate(demand, costs, 'through')
  expect(gigabytes.views).toBeCloseTo(1.728)
  expect(gigabytes.database).toBeCloseTo(315.36)
  expect(gigabytes.clickhouse).toBeCloseTo(34.6896)
})

test('past PostgreSQL a visit costs what it costs there, and rows of totals are all that stays of it', () => {
  const { cores, gigabytes } = estimate(demand, costs, 'past')
  // 200 × (0.5 + 3) + 20 × 10 + 2 × 5 = 910 ms; 200 × 0.1 + 20 × 20 + 2 × 4 = 428 ms.
  expect(cores.program).toBeCloseTo(1.82)
  expect(cores.database).toBeCloseTo(0.856)
  expect(gigabytes.views).toBeCloseTo(0.6912)
  // A day: 1,000 portals of 24 hours, the day and its note, 200 bytes each; 864,000 orders of 500 bytes.
  expect(gigabytes.database).toBeCloseTo(159.578)
  // A portal that two people a day look at has two hours with visits.
  const rare = estimate({ ...demand, visitsPerDay: 2_000, ordersPerVisit: 0 }, costs, 'past')
  expect(rare.gigabytes.database).toBeCloseTo(0.292)
})

test('one machine as long as it fits, then a role each past it, and what no machine holds is said', () => {
  const of = (visitsPerDay: number) => {
    const { way, machines } = planFor({ ...demand, visitsPerDay }, costs)
    return [
      way,
      ...machines.map(
        ({ role, kind, count, beyond = false }) => `${count} ${kind.name} ${role}${beyond ? ' beyond' : ''}`,
      ),
    ]
  }
  expect(of(1_000_000)).toEqual(['through', '1 small everything'])
  expect(of(8_640_000)).toEqual(['through', '1 medium everything'])
  expect(of(86_400_000)).toEqual(['past', '3 medium program', '1 large PostgreSQL', '2 huge ClickHouse'])
  expect(of(8_640_000_000)).toEqual([
    'past',
    '226 medium program',
    '1 huge PostgreSQL beyond',
    '88 huge ClickHouse',
  ])
})
