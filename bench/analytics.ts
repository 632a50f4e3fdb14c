import { mkdtempSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Base } from '#features/analytics/server/base.ts'
import { makeClickHouseTables } from '#features/rollups/server/clickhouse-tables.ts'
import { copyFacts } from '#features/rollups/server/copy-facts.ts'
import { rollPortalMonths } from '#features/rollups/server/portal-months.ts'
import { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { withTotals } from '#testing/clickhouse.ts'
import { startCluster } from '#testing/postgres.ts'
import { ClickHouseServer } from '../drills/clickhouse-server.ts'
import { measureAlone } from './analytics-alone.ts'
import { calls, type History, historyOf, spans, timesOf } from './analytics-calls.ts'
import type { Volume } from './analytics-data.ts'
import { measureExports } from './analytics-export.ts'
import { fillHistory } from './analytics-fill.ts'
import { measureIngest } from './analytics-ingest.ts'
import { writeAnalyticsTable } from './analytics-table.ts'
import { type Figure, machine, percentile, table } from './figures.ts'
import { keepFigures } from './keep-figures.ts'

/**
 * `npm run bench:analytics [-- --portals 5000 --lines 5000000 --visits 20000000]`: every call for a portal, a label and
 * staff over 24 hours, 30 days and 3 years, beside the same question asked of raw rows, and again with a tenth of the
 * history at the same daily volume; then ingest and files. Starts PostgreSQL by itself, or with `--at URL` uses one in
 * which `bench:data` has filled databases bench_tenth (with `--raw-views`) and bench_full. `--no-raw` leaves out what raw
 * rows take, which is most of the time. Where ClickHouse can be
 * started (`drills/clickhouse-server.ts`) the whole history is copied there and asked the same, side by side; `--no-clickhouse`
 * leaves it out. Writes bench/analytics.json, or what `--to` names. `--alone`: ClickHouse by itself, as much and five times as much,
 * made there; writes bench/analytics-alone.json. `--beside`: both stores over the whole history and nothing else; writes
 * bench/analytics-beside.json, and how many keep their limit into bench/results.json and docs/operations.md. Both write docs/analytics.md.
 */
const { values } = parseArgs({
  options: {
    portals: { type: 'string', default: '5000' },
    lines: { type: 'string', default: '5000000' },
    visits: { type: 'string', default: '20000000' },
    times: { type: 'string', default: '20' },
    raw: { type: 'boolean', default: true },
    clickhouse: { type: 'boolean', default: true },
    to: { type: 'string' },
    at: { type: 'string' },
    alone: { type: 'boolean', default: false },
    beside: { type: 'boolean', default: false },
  },
  allowNegative: true,
})
// Raw views live for 48 hours: a tenth of the history keeps them to be asked the same, three years of them would not fit.
const full: Volume = {
  portals: Number(values.portals),
  products: 60_000,
  lines: Number(values.lines),
  visits: Number(values.visits),
  days: 1095,
  rawViews: false,
}
const tenth: Volume = { ...full, lines: full.lines / 10, visits: full.visits / 10, days: 110, rawViews: true }
const settings =
  '-c shared_buffers=1500MB -c work_mem=64MB -c max_wal_size=2GB -c checkpoint_timeout=1h -c max_parallel_workers_per_gather=1 -c jit=off -c random_page_cost=1.1'

interface Line {
  call: string
  view: string
  span: string
  p50: number
  p95: number
  /** The same asked of raw rows, once: order lines of the whole history, page views of a tenth. */
  raw?: number
  tenth?: number
  /** The same asked of ClickHouse. */
  clickhouse?: { p50: number; p95: number; limitMs: number }
  limitMs: number
}

const cluster = values.at
  ? { url: (name: string) => new URL(`/${name}`, values.at).href, stop: () => {} }
  : await startCluster(settings)
if (!cluster) {
  console.error('bench:analytics needs an installed PostgreSQL.')
  process.exit(1)
}
if (values.alone) {
  const database = await open(cluster.url, 'alone')
  const found = await measureAlone(database, full, Number(values.times), values.to ?? 'analytics-alone.json')
  await database.close()
  cluster.stop()
  if (!found) console.error('--alone needs ClickHouse: an installed clickhouse-server, or CHDB.')
  process.exit(found ? 0 : 1)
}
/** What else the machine is at. */
const load = loadavg()[0] ?? 0
const lines: Line[] = []
const figures: Figure[] = []
const histories: Record<string, History> = {}
let version: string | undefined
try {
  for (const [name, volume] of [
    ['tenth', tenth],
    ['full', full],
  ] as const) {
    if (values.beside && name === 'tenth') continue
    const started = performance.now()
    const database = await open(cluster.url, name)
    if (!values.at) await fillHistory(database, volume, (text) => process.stderr.write(`${name}: ${text}\n`))
    await rollPortalMonths(database)
    await database.query('vacuum analyze sales_dimension')
    await database.query('vacuum analyze visits_dimension')
    await warm(database)
    process.stderr.write(`\n${name}: filled in ${((performance.now() - started) / 1_000).toFixed(0)} s\n`)
    const history = await historyOf(database)
    histories[name] = history
    const second = name === 'full' && values.clickhouse ? await copied(database) : undefined
    await measure(database, history, name === 'full', second?.clickhouse)
    await second?.stop()
    if (values.beside) figures.push(...kept())
    else if (name === 'tenth') figures.push(...(await measureIngest(database)))
    else figures.push(...(await measureExports(database)))
    await database.close()
  }
} finally {
  cluster.stop()
}
report()
if (values.beside && !values.to) {
  await keepFigures(figures)
  writeAnalyticsTable()
}

/** How many of a store's answers keep their limit, and the slowest: overviews and series, then the rest. */
function kept(): Figure[] {
  const of = `${full.lines.toLocaleString('en')} lines and ${full.visits.toLocaleString('en')} visits`
  return (['PostgreSQL', 'ClickHouse'] as const).flatMap((store) => {
    const told = lines.flatMap((line) => (store === 'PostgreSQL' ? [line] : (line.clickhouse ?? [])))
    return [...Map.groupBy(told, ({ limitMs }) => limitMs)].flatMap(([limitMs, all]): Figure[] => {
      const what = `${store} over ${of}, ${limitMs === 50 ? 'overviews and series' : 'the rest'}`
      const slowest = Math.max(...all.map(({ p95 }) => p95))
      const over = all.filter(({ p95 }) => p95 > limitMs).length
      return [
        {
          ...{ what: `${what}: slowest p95 of ${all.length}`, value: slowest, unit: 'ms' },
          ...{ limit: `≤ ${limitMs}`, met: slowest <= limitMs },
        },
        { what: `${what}: beyond their limit`, value: over, unit: '', limit: '0', met: over === 0 },
      ]
    })
  })
}

async function open(url: (database: string) => string, name: string): Promise<Database> {
  if (!values.at) {
    const admin = await openDatabase({ url: url('postgres'), folder: '', poolSize: 1 })
    await admin.query(`create database bench_${name}`)
    await admin.close()
  }
  const database = await openDatabase({
    url: url(`bench_${name}`),
    folder: mkdtempSync(join(tmpdir(), 'backline-')),
  })
  await migrate(database)
  return database
}

/** The facts of a database on a server of ClickHouse that is started for it; undefined where none can be. */
async function copied(database: Database) {
  const server = await ClickHouseServer.make()
  if (!server) return undefined
  await server.start()
  version = await server.version()
  const clickhouse = new ClickHouse(server.url)
  await makeClickHouseTables(clickhouse)
  const [facts] = await database.query<{ n: number }>(
    'select (select count(*)::int from sale_fact) + (select count(*)::int from visit_fact) as n',
  )
  // A database that stands may have been copied to a server that is no more.
  await database.query('truncate fact_feed, fact_copy, fact_outbox')
  const started = performance.now()
  await copyFacts(database, clickhouse)
  const value = (facts?.n ?? 0) / ((performance.now() - started) / 1_000)
  const limit = { limit: '≥ 300,000', met: value >= 300_000 }
  figures.push({ what: `facts copied to ClickHouse ${version}`, value, unit: 'rows/s', ...limit })
  const totals = await withTotals(clickhouse)
  figures.push({ what: `their totals, made by ClickHouse ${version} afterwards`, value: totals, unit: 's' })
  const stop = async () => {
    await clickhouse.close()
    await server.kill()
  }
  return { clickhouse, stop }
}

/** Reads all that is answered from once, as has been where the program has run for a while: the memory holds it. */
async function warm(database: Database) {
  await database.query('create extension if not exists pg_prewarm')
  await database.query(`select sum(pg_prewarm(c.oid::regclass, 'read')) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'i') and c.relname ~ '^(sale|sales|sku|visit|visits|portal|product|fact)_'`)
}

/** The portal and the label that have most, and everything. */
async function bases(database: Database): Promise<[string, Base][]> {
  const [portal] = await database.query<{ id: string }>(
    `select scope_id as id from sales_total where grain = 'month' and scope_id in (select id from portal)
     group by 1 order by sum(units) desc limit 1`,
  )
  const [label] = await database.query<{ id: string }>(
    `select p.account_id as id from sales_total t join portal p on p.id = t.scope_id join account a on a.id = p.account_id
     where t.grain = 'month' and a.type = 'master' group by 1 order by sum(t.units) desc limit 1`,
  )
  return [
    ['portal', { portalId: portal?.id ?? '' }],
    ['label', { accountId: label?.id ?? '' }],
    ['staff', 'everything'],
  ]
}

async function measure(database: Database, history: History, isFull: boolean, clickhouse?: ClickHouse) {
  for (const [view, base] of await bases(database))
    for (const call of calls)
      for (const [span, length] of Object.entries(spans)) {
        if (call.of && call.of !== view) continue
        if (!isFull && length > history.days) continue
        await timesOf(database, call, base, length, history, 2, 'postgres')
        const times = await timesOf(database, call, base, length, history, Number(values.times), 'postgres')
        const line: Line = {
          call: call.name,
          view,
          span,
          p50: percentile(times, 0.5),
          p95: percentile(times, 0.95),
          limitMs: call.limitMs,
        }
        if (values.raw && !values.beside && isFull === (call.facts === 'sales'))
          line.raw = percentile(await timesOf(database, call, base, length, history, 1, 'raw'), 0.5)
        if (clickhouse) {
          await timesOf(database, call, base, length, history, 2, clickhouse)
          const there = await timesOf(database, call, base, length, history, Number(values.times), clickhouse)
          // Overviews and series are allowed what they are here, everything else 150 ms.
          const limitMs = Math.min(call.limitMs, 150)
          line.clickhouse = { p50: percentile(there, 0.5), p95: percentile(there, 0.95), limitMs }
        }
        const before = lines.find(
          (each) => each.call === line.call && each.view === view && each.span === span,
        )
        if (!isFull) lines.push({ ...line, tenth: line.p50 })
        else if (before) Object.assign(before, line)
        else lines.push(line)
        process.stderr.write(`\r${call.name}, ${view}, ${span}: ${line.p95.toFixed(1)} ms at p95            `)
      }
}

function report() {
  process.stderr.write('\n')
  console.log(histories)
  const number = (value: number | undefined) => (value === undefined ? '' : value.toFixed(value < 10 ? 2 : 0))
  console.log(
    'call'.padEnd(28),
    'view'.padEnd(8),
    'span'.padEnd(6),
    'p50 ms',
    'p95 ms',
    'raw ms',
    'vs tenth',
    'ClickHouse p50 ms',
    'p95 ms',
  )
  for (const line of lines) {
    const ratio = line.tenth && line.span !== '3 y' ? (line.p50 / line.tenth).toFixed(2) : ''
    const missed = (of: { p95: number; limitMs: number } | undefined) =>
      of && of.p95 > of.limitMs ? `  over ${of.limitMs} ms` : ''
    console.log(
      line.call.padEnd(28),
      line.view.padEnd(8),
      line.span.padEnd(6),
      number(line.p50).padStart(6),
      number(line.p95).padStart(6),
      number(line.raw).padStart(6),
      ratio.padStart(8),
      missed(line),
      number(line.clickhouse?.p50).padStart(17),
      number(line.clickhouse?.p95).padStart(6),
      missed(line.clickhouse),
    )
  }
  console.log(table(figures))
  writeFileSync(
    new URL(values.to ?? (values.beside ? 'analytics-beside.json' : 'analytics.json'), import.meta.url),
    `${JSON.stringify({ machine: { ...machine, at: new Date().toISOString(), load }, volume: full, histories, clickhouse: version, figures, lines }, null, 2)}\n`,
  )
}
