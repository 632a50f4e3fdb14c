/** What one of something costs, measured by `npm run scale -- --measure`: CPU in milliseconds of one core. */
export interface Cost {
  programMs: number
  databaseMs: number
}
export interface Constants {
  /** From the collector's answer to the last rollup. A raw view is kept for 48 hours, its facts and rollups for good. */
  visit: Cost & { viewBytes: number; keptBytes: number }
  /**
   * The same where ClickHouse answers: a view is remembered for 48 hours, an hour, a day and what comes back of a portal are a row
   * of totals each.
   */
  pastVisit: Cost & { seenBytes: number; totalBytes: number }
  /** An order of one line among some that arrive together, to the last rollup. */
  order: Cost & { keptBytes: number }
  /** A page of a portal as it is read, without the visit that it counts. */
  fanPage: Cost
  /** A page of the dashboard as it is read by somebody signed in. */
  dashboardPage: Cost
  /** CPU of a million rows taken, and of a million rows added up by a question; bytes of a row on disk, compressed. */
  clickhouse: { takenMs: number; askedMs: number; factBytes: number }
}

/** What an installation is asked to carry. What is not measured is assumed here, and printed as that. */
export interface Demand {
  portals: number
  visitsPerDay: number
  ordersPerVisit: number
  dashboardPagesPerPortal: number
  /** How often a question of analytics is asked on a page of the dashboard. */
  questionsPerPage: number
  /** The busiest second, of a mean one. */
  peak: number
  /** How much of a core may be in use then. */
  load: number
  years: number
}
export const assumed = {
  ordersPerVisit: 0.02,
  dashboardPagesPerPortal: 10,
  questionsPerPage: 2,
  peak: 4,
  load: 0.5,
  years: 3,
} as const

export interface Estimate {
  perSecond: { visits: number; orders: number; dashboardPages: number }
  /** Cores at the busiest second, with room left. */
  cores: { program: number; database: number; clickhouse: number }
  /** Gigabytes at the end of all years; `views` are those of the last 48 hours. */
  gigabytes: { views: number; database: number; clickhouse: number }
}

const daySeconds = 86_400
const viewDays = 2
const gigabyte = 1e9

/** Where visits go: through PostgreSQL's facts, or past them to ClickHouse. */
export type Way = 'through' | 'past'

export function estimate(demand: Demand, costs: Constants, way: Way): Estimate {
  const { portals, visitsPerDay, peak, load, years } = demand
  const visitsMean = visitsPerDay / daySeconds
  const visits = visitsMean * peak
  const orders = visits * demand.ordersPerVisit
  const dashboardPages = ((portals * demand.dashboardPagesPerPortal) / daySeconds) * peak
  const visit = way === 'past' ? costs.pastVisit : costs.visit
  const coresFor = (which: keyof Cost) =>
    (visits * (visit[which] + costs.fanPage[which]) +
      orders * costs.order[which] +
      dashboardPages * costs.dashboardPage[which]) /
    1_000 /
    load
  const days = years * 365
  const facts = visitsPerDay * (1 + demand.ordersPerVisit)
  // A question is of one portal's year mostly: what it reads is that portal's part.
  const rowsAsked = (facts * 365) / portals
  const questions = dashboardPages * demand.questionsPerPage
  const taken = (visits + orders) * (costs.clickhouse.takenMs / 1e6)
  const asked = questions * rowsAsked * (costs.clickhouse.askedMs / 1e6)
  return {
    perSecond: { visits, orders, dashboardPages },
    cores: {
      program: coresFor('programMs'),
      database: coresFor('databaseMs'),
      clickhouse: (taken + asked) / 1_000 / load,
    },
    gigabytes: {
      views:
        (visitsPerDay * viewDays * (way === 'past' ? costs.pastVisit.seenBytes : costs.visit.viewBytes)) /
        gigabyte,
      database:
        (days *
          (keptOfVisits(demand, costs, way) + visitsPerDay * demand.ordersPerVisit * costs.order.keptBytes)) /
        gigabyte,
      clickhouse: (days * facts * costs.clickhouse.factBytes) / gigabyte,
    },
  }
}

/** Bytes of a day's visits that stay in PostgreSQL. */
function keptOfVisits({ portals, visitsPerDay }: Demand, costs: Constants, way: Way): number {
  if (way === 'through') return visitsPerDay * costs.visit.keptBytes
  const hours = Math.min(24, visitsPerDay / portals)
  return portals * (hours + 2) * costs.pastVisit.totalBytes
}

/** Kinds of machines as they can be rented everywhere: cores, memory, and the disk that one usually has beside it. */
export const kinds = [
  { name: 'small', cores: 2, memoryGb: 8, diskGb: 100 },
  { name: 'medium', cores: 8, memoryGb: 32, diskGb: 1_000 },
  { name: 'large', cores: 16, memoryGb: 64, diskGb: 4_000 },
  { name: 'huge', cores: 64, memoryGb: 256, diskGb: 16_000 },
] as const
export type Kind = (typeof kinds)[number]

interface Machines {
  role: 'everything' | 'program' | 'PostgreSQL' | 'ClickHouse'
  kind: Kind
  count: number
  /** More than the largest machine holds, and it cannot be told apart: said, not hidden. */
  beyond?: boolean
}

const fitting = (cores: number, gigabytes: number) =>
  kinds.find((kind) => kind.cores >= cores && kind.diskGb >= gigabytes)
const largest = kinds[3]
const ofPrograms = kinds[1]

/** Which way visits go, what that takes, and which machines carry it. */
export interface Plan {
  way: Way
  estimate: Estimate
  machines: Machines[]
}

/** One machine for everything as long as it fits, then one for each role and ClickHouse, then as many as it takes. */
export function planFor(demand: Demand, costs: Constants): Plan {
  const alone = estimate(demand, costs, 'through')
  const { cores, gigabytes } = alone
  const one = fitting(cores.program + cores.database, gigabytes.views + gigabytes.database)
  if (one && cores.program + cores.database <= ofPrograms.cores)
    return { way: 'through', estimate: alone, machines: [{ role: 'everything', kind: one, count: 1 }] }
  const apart = estimate(demand, costs, 'past')
  return { way: 'past', estimate: apart, machines: machinesOf(apart) }
}

function machinesOf({ cores, gigabytes }: Estimate): Machines[] {
  const kept = gigabytes.views + gigabytes.database
  const database = fitting(cores.database, kept)
  const columns = fitting(cores.clickhouse, gigabytes.clickhouse)
  return [
    // Two at least: one can be replaced while the other answers.
    { role: 'program', kind: ofPrograms, count: Math.max(2, Math.ceil(cores.program / ofPrograms.cores)) },
    database
      ? { role: 'PostgreSQL', kind: database, count: 1 }
      : { role: 'PostgreSQL', kind: largest, count: 1, beyond: true },
    columns
      ? { role: 'ClickHouse', kind: columns, count: 2 }
      : {
          role: 'ClickHouse',
          kind: largest,
          // Shards as many as it takes, each with a replica.
          count:
            2 *
            Math.max(
              Math.ceil(cores.clickhouse / largest.cores),
              Math.ceil(gigabytes.clickhouse / largest.diskGb),
            ),
        },
  ]
}
