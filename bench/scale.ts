import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { assumed, type Constants, type Demand, planFor } from './scale-model.ts'

/**
 * `npm run scale -- --portals N --visits-per-day N`: which machines carry it, from what one visit, order and page were
 * measured to cost. `--measure` measures them again (PostgreSQL installed, CHDB=FOLDER of npm's `chdb`), a few minutes.
 */
const usage = `npm run scale -- --portals N --visits-per-day N [--orders-per-visit N] [--dashboard-pages-per-portal N]
  [--questions-per-page N] [--peak N] [--load N] [--years N] | --measure [--only pages|visits|past|orders|clickhouse]`
const file = new URL('scale.json', import.meta.url)

interface Measured {
  at: string
  machine: { node: string; cpu: string; cores: number }
  costs: Constants
}

const measured = () => JSON.parse(readFileSync(file, 'utf8')) as Measured

const option = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    measure: { type: 'boolean' },
    only: option,
    ...{ portals: option, 'visits-per-day': option, 'orders-per-visit': option, years: option },
    ...{ 'dashboard-pages-per-portal': option, 'questions-per-page': option, peak: option, load: option },
  },
})

if (values.measure) {
  process.env.NODE_ENV = 'production'
  const { buildIfStale } = await import('../bin/build-steps.ts')
  await buildIfStale()
  const { measure } = await import('./scale-measure.ts')
  const found = await measure(values.only)
  if (!found) throw new Error('Needs an installed PostgreSQL and CHDB=FOLDER, into which npm installed chdb.')
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: cpus().length }
  // What was not measured now stays as it was.
  const costs = { ...(existsSync(file) ? measured().costs : {}), ...found }
  // The day of the oldest of them.
  const at = values.only && existsSync(file) ? measured().at : new Date().toISOString()
  writeFileSync(file, `${JSON.stringify({ at, machine, costs }, null, 2)}\n`)
  console.log(JSON.stringify(found, null, 2))
  process.exit(0)
}

const number = (name: keyof typeof values, otherwise?: number) => {
  const value = values[name] === undefined ? otherwise : Number(values[name])
  if (value !== undefined && value > 0 && Number.isFinite(value)) return value
  console.error(usage)
  process.exit(1)
}
const demand: Demand = {
  portals: number('portals'),
  visitsPerDay: number('visits-per-day'),
  ordersPerVisit: number('orders-per-visit', assumed.ordersPerVisit),
  dashboardPagesPerPortal: number('dashboard-pages-per-portal', assumed.dashboardPagesPerPortal),
  questionsPerPage: number('questions-per-page', assumed.questionsPerPage),
  peak: number('peak', assumed.peak),
  load: number('load', assumed.load),
  years: number('years', assumed.years),
}
const { at, machine, costs } = measured()
const { way, estimate, machines } = planFor(demand, costs)
const show = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(2)).toString()
const { perSecond, cores, gigabytes } = estimate
console.log(`Costs as measured since ${at.slice(0, 10)} (${machine.cpu}, ${machine.cores} cores, Node ${machine.node}), CPU time.
Assumed: ${demand.ordersPerVisit} orders a visit, ${demand.dashboardPagesPerPortal} pages of the dashboard a portal and day with ${demand.questionsPerPage} questions each,
  a peak of ${demand.peak} times the mean, a core in use by ${demand.load * 100} % then, ${demand.years} years kept.
Visits go ${way === 'past' ? 'past PostgreSQL’s facts to ClickHouse' : 'through PostgreSQL, and nothing else is needed'}.
At the peak, a second: ${show(perSecond.visits)} visits, ${show(perSecond.orders)} orders, ${show(perSecond.dashboardPages)} pages of the dashboard.
Cores: ${show(cores.program)} for the program, ${show(cores.database)} for PostgreSQL${way === 'past' ? `, ${show(cores.clickhouse)} for ClickHouse` : ''}.
Disk: PostgreSQL ${show(gigabytes.database)} GB and ${show(gigabytes.views)} GB for views of two days${way === 'past' ? `; ClickHouse ${show(gigabytes.clickhouse)} GB, each replica` : ''}.`)
for (const { role, kind, count, beyond } of machines)
  console.log(
    `- ${role}: ${count} × ${kind.name} (${kind.cores} cores, ${kind.memoryGb} GB, ${kind.diskGb.toLocaleString('en')} GB disk)${
      beyond ? ' IS NOT ENOUGH: PostgreSQL has to be told apart by portal, which the program does not do' : ''
    }`,
  )
