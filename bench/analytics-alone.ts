import { writeFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { Base } from '#features/analytics/server/base.ts'
import { makeClickHouseTables } from '#features/rollups/server/clickhouse-tables.ts'
import { ClickHouse } from '#platform/clickhouse.ts'
import { asService, type Database, rows } from '#platform/db.ts'
import { withTotals } from '#testing/clickhouse.ts'
import { ClickHouseServer } from '../drills/clickhouse-server.ts'
import { fillAlone } from './analytics-alone-data.ts'
import { type Call, calls, type History, soldMost, spans, timesOf } from './analytics-calls.ts'
import { fillCatalogue, type Volume } from './analytics-data.ts'
import { writeAnalyticsTable } from './analytics-table.ts'
import { type Figure, machine, percentile, table } from './figures.ts'

/** So much more than the first history is in the second, over the same portals and days. */
const larger = 5
/** So many times its limit, and what the first took, an answer may take over the second. */
const slower = 4

interface Times {
  p50: number
  p95: number
}
interface Line {
  call: string
  view: string
  span: string
  limitMs: number
  /** Lines of orders, which stay in PostgreSQL, tell part of it: not measured here. */
  byLines?: true
  small?: Times
  large?: Times
}

const relations = `select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int as read from pg_stat_xact_user_tables
  where relname in ('order', 'order_line')`

/**
 * ClickHouse by itself: a history of `volume` and one of five times as much, made by ClickHouse, all questions asked of each.
 * PostgreSQL knows portals, products and SKUs, and no fact. Answers undefined where no server can be started.
 */
export async function measureAlone(database: Database, volume: Volume, times: number, to: string) {
  const server = await ClickHouseServer.make()
  if (!server) return undefined
  const say = (text: string) => process.stderr.write(`\r${text}`.padEnd(90))
  try {
    await server.start()
    const version = await server.version()
    await fillCatalogue(database, volume)
    const lines: Line[] = []
    const figures: Figure[] = []
    for (const size of ['small', 'large'] as const) {
      const factor = size === 'small' ? 1 : larger
      const held = { ...volume, lines: volume.lines * factor, visits: volume.visits * factor }
      const clickhouse = new ClickHouse(`${new URL(server.url).origin}/alone_${size}`)
      await makeClickHouseTables(clickhouse)
      server.forgetPeak()
      const seconds = await fillAlone(database, clickhouse, held, (text) => say(`${size}: ${text}`))
      const totals = await withTotals(clickhouse)
      const made = held.lines + held.visits
      await expectRows(clickhouse, made)
      const of = `${held.lines.toLocaleString('en')} lines and ${held.visits.toLocaleString('en')} visits`
      figures.push(
        { what: `${of}: made and written`, value: made / seconds, unit: 'rows/s' },
        { what: `${of}: their totals afterwards`, value: totals, unit: 's' },
        { what: `${of}: most memory meanwhile`, value: server.peakMb(), unit: 'MB' },
        ...(await onDisk(clickhouse, of)),
      )
      server.forgetPeak()
      await measure(database, clickhouse, held, times, (line, found) => {
        const known = lines.find(
          (each) => each.call === line.call && each.view === line.view && each.span === line.span,
        )
        if (known) Object.assign(known, { [size]: found })
        else lines.push({ ...line, ...(found && { [size]: found }) })
        say(`${size}: ${line.call}, ${line.view}, ${line.span}: ${found?.p95.toFixed(1) ?? '–'} ms at p95`)
      })
      figures.push({ what: `${of}: most memory while asked`, value: server.peakMb(), unit: 'MB' })
      await clickhouse.close()
    }
    process.stderr.write('\n')
    report(lines, figures)
    writeFileSync(
      new URL(to, import.meta.url),
      `${JSON.stringify({ machine: { ...machine, at: new Date().toISOString() }, clickhouse: version, volume, larger, figures, lines }, null, 2)}\n`,
    )
    writeAnalyticsTable()
    return lines
  } finally {
    await server.kill()
  }
}

/** A line or visit that found no portal would make it all look faster. */
async function expectRows(clickhouse: ClickHouse, made: number): Promise<void> {
  const [row] = await clickhouse.read(
    'SELECT (SELECT count() FROM sale_fact) + (SELECT count() FROM visit_fact)',
  )
  if (Number(row?.[0]) !== made) throw new Error(`${row?.[0]} facts of ${made}`)
}

async function onDisk(clickhouse: ClickHouse, of: string): Promise<Figure[]> {
  const [row] = await clickhouse.read(
    `SELECT sum(bytes_on_disk), sum(rows), count() FROM system.parts WHERE active AND database = '${clickhouse.name}'`,
  )
  const [bytes = 0, rows = 0, parts = 0] = (row ?? []).map(Number)
  return [
    { what: `${of}: on disk`, value: bytes / 1e6, unit: 'MB' },
    { what: `${of}: of these a row`, value: bytes / rows, unit: 'bytes' },
    { what: `${of}: parts`, value: parts, unit: '' },
  ]
}

/** The portal and the label that have sold most, and everything. */
async function bases(database: Database, clickhouse: ClickHouse): Promise<[string, Base][]> {
  const sold = new Map(
    (await clickhouse.read('SELECT toString(portal_id), sum(units) FROM sale_fact GROUP BY portal_id')).map(
      ([id, units]) => [String(id), Number(units)],
    ),
  )
  const portals = await database.query<{ id: string; account: string; label: boolean }>(
    `select p.id, a.id as account, a.type = 'master' as label from portal p join account a on a.id = p.account_id`,
  )
  const labels = new Map<string, number>()
  for (const { id, account, label } of portals)
    if (label) labels.set(account, (labels.get(account) ?? 0) + (sold.get(id) ?? 0))
  const most = (of: Map<string, number>) => [...of].reduce((a, b) => (b[1] > a[1] ? b : a), ['', -1])[0]
  return [
    ['portal', { portalId: most(sold) }],
    ['label', { accountId: most(labels) }],
    ['staff', 'everything'],
  ]
}

/** Where nothing has been added up, ClickHouse says which product sold most. */
async function learnSoldMost(database: Database, clickhouse: ClickHouse, base: Base): Promise<void> {
  const portals =
    base === 'everything'
      ? []
      : 'portalId' in base
        ? [base.portalId]
        : (
            await database.query<{ id: string }>('select id from portal where account_id = $1', [
              base.accountId,
            ])
          ).map(({ id }) => id)
  const where = portals.length > 0 ? `WHERE portal_id IN (${portals.map((id) => `'${id}'`).join(', ')})` : ''
  const [row] = await clickhouse.read(
    `SELECT toString(sku_id), sum(units) AS sold FROM sale_fact ${where} GROUP BY sku_id ORDER BY sold DESC LIMIT 1`,
  )
  const [found] = await database.query<{ id: string }>(
    'select product_id as id from sku_mapping where id = $1',
    [row?.[0]],
  )
  soldMost.set(base, found?.id ?? '')
}

async function measure(
  database: Database,
  clickhouse: ClickHouse,
  { days, lines, visits }: Volume,
  times: number,
  tell: (line: Line, found: Times | undefined) => void,
) {
  const history: History = { last: Math.floor(Date.now() / 86_400_000) - 1, days, lines, visits }
  for (const [view, base] of await bases(database, clickhouse)) {
    await learnSoldMost(database, clickhouse, base)
    for (const call of calls)
      for (const [span, length] of Object.entries(spans)) {
        if (call.of && call.of !== view) continue
        const line = { call: call.name, view, span, limitMs: Math.min(call.limitMs, 150) }
        if (await readsLines(database, clickhouse, call, base, history)) {
          tell({ ...line, byLines: true }, undefined)
          continue
        }
        await timesOf(database, call, base, length, history, 2, clickhouse)
        const found = await timesOf(database, call, base, length, history, times, clickhouse)
        tell(line, { p50: percentile(found, 0.5), p95: percentile(found, 0.95) })
      }
  }
}

/** Whether an answer is told by lines of orders too, of which there are none here. */
const readsLines = (database: Database, clickhouse: ClickHouse, call: Call, base: Base, history: History) =>
  database.transaction(asService('trial'), async (tx) => {
    const read = async () => Number((await rows<{ read: number }>(tx, sql.raw(relations)))[0]?.read)
    const before = await read()
    const asked: Database = { ...database, transaction: (_reach, run) => run(tx) }
    await timesOf(asked, call, base, 1, history, 1, clickhouse)
    return (await read()) > before
  })

function report(lines: readonly Line[], figures: readonly Figure[]) {
  const number = (value: number | undefined) =>
    value === undefined ? '–' : value.toFixed(value < 10 ? 2 : 0)
  console.log(
    `${'call'.padEnd(32)} ${'view'.padEnd(8)} ${'span'.padEnd(6)} first p50    p95   second p50    p95  times`,
  )
  for (const { call, view, span, limitMs, byLines, small, large } of lines) {
    const ratio = small && large ? large.p95 / small.p95 : 0
    const missed = [
      ...(small && small.p95 > limitMs ? [`first over ${limitMs} ms`] : []),
      ...(large && large.p95 > slower * limitMs ? [`second over ${slower * limitMs} ms`] : []),
      ...(ratio > slower ? [`over ${slower} ×`] : []),
      ...(byLines ? ['lines of orders tell it, in PostgreSQL'] : []),
    ]
    console.log(
      `${call.padEnd(32)} ${view.padEnd(8)} ${span.padEnd(6)} ${number(small?.p50).padStart(9)} ${number(small?.p95).padStart(6)} ${number(large?.p50).padStart(12)} ${number(large?.p95).padStart(6)} ${ratio ? ratio.toFixed(2).padStart(6) : '      '}  ${missed.join(', ')}`,
    )
  }
  console.log(table(figures))
}
