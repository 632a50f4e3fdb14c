import { v4 } from 'uuid'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import { VisitsAlone, visitsAreAlone } from './are-visits-alone.ts'
import { factsInto } from './clickhouse-tables.ts'
import { type FactKind, factColumns, madeFacts } from './fact-columns.ts'

/** Facts in one row of the outbox: what an import makes in one transaction would not fit into one. */
const perRow = 20_000
/** Rows of the outbox up to this size are sent together, so many at once. */
const small = 2_000
const together = 100
/** Whoever has taken rows and not sent them by then is taken to be gone. */
const lease = '2 minutes'
/** More facts than this do not wait for a server that is away: analytics goes back to the database, which has them all. */
const mostWaiting = 20_000_000

/** Who sends shares this lock; who begins a copy has it alone. */
export const feedLock = 720_804

export type FeedState = 'copying' | 'fed' | 'used'

/**
 * Hands facts on to ClickHouse, where it is fed: in the transaction that makes them, after they have been written. In this
 * order: who begins to feed it waits for whoever is writing facts, and everybody later sees that it is fed.
 */
export async function putInOutbox(bulk: Bulk, kind: FactKind, facts: string): Promise<void> {
  // Asked by itself: to plan what follows takes longer, and mostly nobody is fed.
  const [feed] = await bulk.query('select 1 from fact_feed')
  if (feed) await bulk.query(`insert into fact_outbox (kind, facts, rows) ${madeFacts(kind, facts, perRow)}`)
}

/** Whether ClickHouse is fed, and how far that is. */
export async function feedState(database: Database): Promise<FeedState | undefined> {
  const [row] = await database.query<{ state: FeedState }>('select state from fact_feed')
  return row?.state
}

/**
 * Sends what waits, as long as there is any, and answers how many facts arrived. Any number of processes may do so at the same time. What is
 * sent together stays together under one token, which ClickHouse knows again: to send it twice is harmless.
 * @throws ClickHouseFailure; what was not sent waits on.
 */
export async function sendFacts(database: Database, clickhouse: ClickHouse): Promise<number> {
  let sent = 0
  for (;;) {
    const token = (await takeOver(database)) ?? (await take(database))
    if (!token) return sent
    const arrived = await send(database, clickhouse, token)
    if (arrived === undefined) return sent
    sent += arrived
  }
}

/** What somebody took and did not send. */
async function takeOver(database: Database): Promise<string | undefined> {
  const [late] = await database.query<{ token: string }>(
    `update fact_outbox set leased_at = clock_timestamp() where token = (
      select token from fact_outbox where token is not null and leased_at < clock_timestamp() - interval '${lease}' limit 1)
    returning token`,
  )
  return late?.token
}

async function take(database: Database): Promise<string | undefined> {
  const [taken] = await database.query<{ token: string }>(
    `with first as (select kind, rows <= ${small} as small from fact_outbox where token is null order by id limit 1),
      mine as (select o.id from fact_outbox o join first on first.kind = o.kind and first.small = (o.rows <= ${small})
        where o.token is null order by o.id limit (select case when small then ${together} else 1 end from first)
        for update of o skip locked)
    update fact_outbox o set token = $1, leased_at = clock_timestamp() from mine where mine.id = o.id returning o.token`,
    [v4()],
  )
  return taken?.token
}

/** Undefined where nothing is sent now: a copy has begun, which sees what waits. */
async function send(database: Database, clickhouse: ClickHouse, token: string): Promise<number | undefined> {
  try {
    return await inBulk(database, async (bulk) => {
      // Whoever begins a copy anew waits until what is on its way has arrived, and it is copied instead.
      await bulk.query(`select pg_advisory_xact_lock_shared(${feedLock})`)
      const [feed] = await bulk.query<{ state: FeedState }>('select state from fact_feed')
      if (!feed || feed.state === 'copying') {
        await bulk.query('update fact_outbox set token = null, leased_at = null where token = $1', [token])
        return undefined
      }
      // Months that were copied after a row was written have its facts.
      const rows = await bulk.query<{ kind: FactKind; facts: unknown[][]; copied: number[] }>(
        `select o.kind, o.facts, array(select c.month from fact_copy c
            where c.kind = o.kind and pg_visible_in_snapshot(o.xid::xid8, c.snapshot::pg_snapshot)) as copied
          from fact_outbox o where o.token = $1 order by o.id`,
        [token],
      )
      const [first] = rows
      const facts = rows.flatMap(({ facts, copied }) =>
        copied.length === 0 ? facts : facts.filter((fact) => !copied.includes(monthOf(fact))),
      )
      if (first && facts.length > 0)
        await clickhouse.add(factsInto(clickhouse, first.kind), factColumns(first.kind), textOf(facts), token)
      await bulk.query('delete from fact_outbox where token = $1', [token])
      return facts.length
    })
  } catch (error) {
    await database.query(`update fact_outbox set leased_at = '-infinity' where token = $1`, [token])
    throw error
  }
}

/** The month (yyyyMM, UTC) of a fact, whose second column is its time. */
function monthOf(fact: readonly unknown[]): number {
  const at = new Date(Number(fact[1]) * 1000)
  return at.getUTCFullYear() * 100 + at.getUTCMonth() + 1
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const textOf = (facts: readonly (readonly unknown[])[]) => `${facts.map(factText).join('\n')}\n`
/** A fact, or the beginning of one, as ClickHouse reads it. */
export const factText = (fact: readonly unknown[]): string => fact.map(cell).join('\t')
const cell = (value: unknown) => String(value).replace(/[\\\t\n\r]/g, (each) => escapes[each] ?? each)

/**
 * Ends what cannot go on: too many facts wait. Analytics is answered by the database again, and what waited is forgotten:
 * `npm run analytics -- copy` begins anew. Answers whether it has. @throws VisitsAlone where the database has not all of them.
 */
export async function giveUpFeed(database: Database, most = mostWaiting): Promise<boolean> {
  const [row] = await database.query<{ waiting: string }>(
    'select coalesce(sum(rows), 0) as waiting from fact_outbox',
  )
  if (Number(row?.waiting ?? 0) <= most) return false
  await endFeed(database)
  return true
}

/** Nothing is handed on any more. @throws VisitsAlone: what waits goes on waiting. */
export async function endFeed(database: Database): Promise<void> {
  if (await visitsAreAlone(database)) throw new VisitsAlone()
  await database.query('delete from fact_feed')
  await database.query('delete from fact_outbox')
  await database.query('delete from fact_copy')
}
