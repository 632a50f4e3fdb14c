import { v4 } from 'uuid'
import { inBulk } from '#platform/bulk.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import { emptyFacts } from './clickhouse-tables.ts'
import { type FactKind, factColumns, factTables, keptRows } from './fact-columns.ts'
import { feedLock, feedState } from './feed-facts.ts'

/** What one insert holds: more would be memory, fewer would be parts. */
const bytesAtOnce = 8_000_000
/** Whoever writes facts waits so long at most while feeding begins. */
const beginWithin = '10s'

export interface Copying {
  kind: FactKind
  /** yyyyMM. */
  month: number
  rows: number
  /** Months done, of all. */
  done: number
  of: number
}

/**
 * Copies all facts to ClickHouse while people work, and answers how many. It can be ended at any moment and goes on with the
 * month that it was at; where it is fed already there is nothing to do. From its first moment on, what is written is handed on as well: it waits until the copy is done.
 * @throws ClickHouseFailure; nothing is used that is not complete.
 */
export async function copyFacts(
  database: Database,
  clickhouse: ClickHouse,
  tell: (progress: Copying) => void = () => {},
): Promise<number> {
  const state = await feedState(database)
  if (state !== undefined && state !== 'copying') return 0
  if (state === undefined) await begin(database, clickhouse)
  const months = await missing(database)
  let rows = 0
  for (const [at, { kind, month }] of months.entries()) {
    const copied = await copyMonth(database, clickhouse, kind, month)
    rows += copied
    tell({ kind, month, rows: copied, done: at + 1, of: months.length })
  }
  await database.query(`update fact_feed set state = 'fed' where state = 'copying'`)
  return rows
}

/** Whoever is writing facts is waited for: they do not hand them on, and the copy has to see them. */
async function begin(database: Database, clickhouse: ClickHouse): Promise<void> {
  await inBulk(database, async (bulk) => {
    await bulk.query(`select set_config('lock_timeout', '${beginWithin}', true)`)
    await bulk.query(`select pg_advisory_xact_lock(${feedLock})`)
    for (const kind of ['orders', 'visits'] as const) await emptyFacts(clickhouse, kind)
    await bulk.query('delete from fact_copy')
    await bulk.query('delete from fact_outbox')
    await bulk.lock('sale_fact', 'visit_fact')
    await bulk.query(`insert into fact_feed (state) values ('copying') on conflict do nothing`)
  })
}

/** Months with facts that have not been copied; what is first written in a month after feeding began is not asked for. */
async function missing(database: Database): Promise<{ kind: FactKind; month: number }[]> {
  const found: { kind: FactKind; month: number }[] = []
  for (const kind of ['orders', 'visits'] as const)
    found.push(
      ...(await database.query<{ kind: FactKind; month: number }>(
        `with recursive month (t) as (
            select date_trunc('month', min(t), 'UTC') from ${factTables[kind]}
            union all select (select date_trunc('month', min(f.t), 'UTC') from ${factTables[kind]} f
              where f.t >= (month.t at time zone 'UTC' + interval '1 month') at time zone 'UTC') from month where month.t is not null)
          select '${kind}' as kind, m.month from month cross join lateral (
            select to_char(t at time zone 'UTC', 'YYYYMM')::int as month) m
          where t is not null and not exists (select from fact_copy c where c.kind = '${kind}' and c.month = m.month)`,
      )),
    )
  return found
}

async function copyMonth(
  database: Database,
  clickhouse: ClickHouse,
  kind: FactKind,
  month: number,
): Promise<number> {
  // What an earlier try has left of it.
  await emptyFacts(clickhouse, kind, month)
  const first = `${String(month).slice(0, 4)}-${String(month).slice(4)}-01T00:00:00Z`
  const where = `f.t >= '${first}' and f.t < ('${first}'::timestamptz at time zone 'UTC' + interval '1 month') at time zone 'UTC'`
  const run = v4()
  let rows = 0
  let part = 0
  const seen = await inBulk(
    database,
    async (bulk) => {
      const [snapshot] = await bulk.query<{ text: string }>('select pg_current_snapshot()::text as text')
      for await (const some of pieces(bulk.out(keptRows(kind, where)))) {
        await clickhouse.add(factTables[kind], factColumns(kind), some, `${run}-${part++}`)
        rows += lines(some)
      }
      return snapshot?.text
    },
    'repeatable read',
  )
  await database.query('insert into fact_copy (kind, month, snapshot, rows) values ($1, $2, $3, $4)', [
    kind,
    month,
    seen,
    rows,
  ])
  return rows
}

/** Whole lines of some millions of bytes. */
async function* pieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    const end = size + chunk.length > bytesAtOnce ? chunk.lastIndexOf(10) + 1 : 0
    held.push(end > 0 ? chunk.subarray(0, end) : chunk)
    size += chunk.length
    if (end === 0) continue
    yield Buffer.concat(held).toString()
    held = [chunk.subarray(end)]
    size = chunk.length - end
  }
  if (size > 0) yield Buffer.concat(held).toString()
}

function lines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
