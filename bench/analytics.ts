import { mkdtempSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Base } from '#features/analytics/server/selection.ts'
import type { Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { calls, percentile, spans, timesOf } from './analytics-calls.ts'
import { fillHistory, type Volume } from './analytics-data.ts'

/**
 * `npm run bench:analytics [-- --portals 5000 --lines 5000000 --visits 20000000]`: every call for a portal, a label and
 * staff over 24 hours, 30 days and 3 years, beside the same question asked of raw rows, and again with a tenth of the
 * history at the same daily volume. Starts PostgreSQL by itself; writes bench/analytics.json.
 */
const { values } = parseArgs({
  options: {
    portals: { type: 'string', default: '5000' },
    lines: { type: 'string', default: '5000000' },
    visits: { type: 'string', default: '20000000' },
    times: { type: 'string', default: '20' },
    raw: { type: 'boolean', default: true },
  },
})
const full: Volume = {
  portals: Number(values.portals),
  products: 60_000,
  lines: Number(values.lines),
  visits: Number(values.visits),
  days: 1095,
}
const tenth: Volume = { ...full, lines: full.lines / 10, visits: full.visits / 10, days: 110 }
const settings =
  '-c shared_buffers=1500MB -c work_mem=64MB -c max_wal_size=16GB -c checkpoint_timeout=1h -c max_parallel_workers_per_gather=1 -c jit=off -c random_page_cost=1.1'

interface Line {
  call: string
  view: string
  span: string
  p50: number
  p95: number
  raw?: number
  tenth?: number
  limitMs: number
}

const cluster = await startCluster(settings)
if (!cluster) {
  console.error('bench:analytics needs an installed PostgreSQL.')
  process.exit(1)
}
const lines: Line[] = []
const ingest: Record<string, number> = {}
try {
  for (const [name, volume] of [
    ['tenth', tenth],
    ['full', full],
  ] as const) {
    const database = await open(cluster.url, name)
    ingest[name] = await fillHistory(database, volume, (text) =>
      process.stderr.write(`\r${name}: ${text}   `),
    )
    process.stderr.write('\n')
    await measure(database, volume, name === 'full')
    await database.close()
  }
} finally {
  cluster.stop()
}
report()

async function open(url: (database: string) => string, name: string): Promise<Database> {
  const admin = await openDatabase({ url: url('postgres'), folder: '', poolSize: 1 })
  await admin.query(`create database bench_${name}`)
  await admin.close()
  const database = await openDatabase({
    url: url(`bench_${name}`),
    folder: mkdtempSync(join(tmpdir(), 'backline-')),
  })
  await migrate(database)
  return database
}

/** The portal and the label that have most, and everything. */
async function bases(database: Database): Promise<[string, Base][]> {
  const [portal] = await database.query<{ id: string }>(
    `select scope_id as id from sales_total where grain = 'month' and scope_id in (select id from portal)
     group by 1 order by sum(units) desc limit 1`,
  )
  const [label] = await database.query<{ id: string }>(
    `select scope_id as id from sales_total where grain = 'month' and scope_id in (select id from account where type = 'master')
     group by 1 order by sum(units) desc limit 1`,
  )
  return [
    ['portal', { portalId: portal?.id ?? '' }],
    ['label', { accountId: label?.id ?? '' }],
    ['staff', 'everything'],
  ]
}

async function measure(database: Database, volume: Volume, isFull: boolean) {
  for (const [view, base] of await bases(database))
    for (const call of calls)
      for (const [span, length] of Object.entries(spans)) {
        if (!isFull && length > volume.days) continue
        await timesOf(database, call, base, length, volume.days, 2, false)
        const times = await timesOf(database, call, base, length, volume.days, Number(values.times), false)
        const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
        if (!isFull) {
          lines.push({ call: call.name, view, span, p50, p95, tenth: p50, limitMs: call.limitMs })
          continue
        }
        const small = lines.find(
          (line) => line.call === call.name && line.view === view && line.span === span,
        )
        const raw = percentile(await timesOf(database, call, base, length, volume.days, 3, true), 0.5)
        const line = { call: call.name, view, span, p50, p95, raw, limitMs: call.limitMs }
        if (small) Object.assign(small, line)
        else lines.push(line)
      }
}

function report() {
  const number = (value: number | undefined) => (value === undefined ? '' : value.toFixed(value < 10 ? 2 : 0))
  console.log('call'.padEnd(28), 'view'.padEnd(8), 'span'.padEnd(6), 'p50 ms', 'p95 ms', 'raw ms', 'vs tenth')
  for (const line of lines) {
    const ratio = line.tenth && line.span !== '3 y' ? (line.p50 / line.tenth).toFixed(2) : ''
    const missed = line.p95 > line.limitMs ? `  over ${line.limitMs} ms` : ''
    console.log(
      line.call.padEnd(28),
      line.view.padEnd(8),
      line.span.padEnd(6),
      number(line.p50).padStart(6),
      number(line.p95).padStart(6),
      number(line.raw).padStart(6),
      ratio.padStart(8),
      missed,
    )
  }
  console.log('visits a second, written and rolled up with all dimensions:', ingest)
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    at: new Date().toISOString(),
  }
  writeFileSync(
    new URL('analytics.json', import.meta.url),
    `${JSON.stringify({ machine, volume: full, ingest, lines }, null, 2)}\n`,
  )
}
