import { inBulk } from '#platform/bulk.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import { VisitsAlone, visitsAreAlone } from './are-visits-alone.ts'
import { emptyFacts, factsInto, makeFactTotals, remakeClickHouseTables } from './clickhouse-tables.ts'
import { type FactKind, factSent, factTables, keptRows } from './fact-columns.ts'
import { feedLock, feedState } from './feed-facts.ts'

/** What one insert holds at most, streamed as it is read: mostly a month. Fewer would be parts, which the server merges again and again. */
const bytesAtOnce = 96_000_000
/** Months that are copied side by side: while the server takes in what one has read, the database reads the next. */
const lanes = 3
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
  const waiting = [...months]
  let [rows, done] = [0, 0]
  const lane = async () => {
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const copied = await copyMonth(database, clickhouse, next.kind, next.month)
        rows += copied
        tell({ ...next, rows: copied, done: ++done, of: months.length })
      }
    } catch (error) {
      // Nobody begins another month, and whoever is at one ends it: who copies again must not meet them.
      waiting.length = 0
      throw error
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  await makeFactTotals(clickhouse)
  await database.query(`update fact_feed set state = 'fed' where state = 'copying'`)
  return rows
}

/** Whoever is writing facts is waited for: they do not hand them on, and the copy has to see them. */
async function begin(database: Database, clickhouse: ClickHouse): Promise<void> {
  await inBulk(database, async (bulk) => {
    await bulk.query(`select set_config('lock_timeout', '${beginWithin}', true)`)
    await bulk.query(`select pg_advisory_xact_lock(${feedLock})`)
    // After a restore: they are in the tables that would be made anew.
    if (await visitsAreAlone(bulk)) throw new VisitsAlone()
    await remakeClickHouseTables(clickhouse)
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
  let rows = 0
  const seen = await inBulk(
    database,
    async (bulk) => {
      const [snapshot] = await bulk.query<{ text: string }>('select pg_current_snapshot()::text as text')
      for await (const piece of pieces(bulk.out(keptRows(kind, where)), (read) => (rows += read)))
        await clickhouse.addMany(factsInto(clickhouse, kind), factSent(kind), piece)
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

/** Lines in pieces of some millions of bytes, each handed on while it is read; `count` hears of how many. */
async function* pieces(
  chunks: AsyncIterable<Buffer>,
  count: (lines: number) => void,
): AsyncGenerator<AsyncIterable<Buffer>> {
  const source = chunks[Symbol.asyncIterator]()
  let left = await source.next()
  async function* piece() {
    for (let size = 0; !left.done; left = await source.next()) {
      const chunk = left.value
      const end = size + chunk.length > bytesAtOnce ? chunk.lastIndexOf(10) + 1 : 0
      const here = end > 0 ? chunk.subarray(0, end) : chunk
      count(lines(here))
      yield here
      size += here.length
      if (end === 0) continue
      left = end < chunk.length ? { done: false, value: chunk.subarray(end) } : await source.next()
      return
    }
  }
  try {
    while (!left.done) yield piece()
  } finally {
    // Where a piece was refused, nobody reads what follows: the database is not left waiting.
    await source.return?.()
  }
}

function lines(text: Buffer): number {
  let count = 0
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) count++
  return count
}
