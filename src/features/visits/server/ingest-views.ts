import { v7 } from 'uuid'
import type { FeedState } from '#features/rollups/server/feed-facts.ts'
import { addTotals, openBatch } from '#features/rollups/server/rollups.ts'
import { type Bulk, type Cell, inBulk, uuidV7 } from '#platform/bulk.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import { ViewStage } from './stage-views.ts'
import type { ViewDraft } from './view-draft.ts'

/** Silence after which the next page view opens a new visit. */
export const visitGapMinutes = 30

const kept = [
  'portal_id',
  'at',
  'kind',
  'visitor_hash',
  'opens_visit',
  'first_of_day',
  'path',
  'source',
  'medium',
  'campaign',
  'referrer',
  'channel',
  'country',
  'province',
  'city',
  'device',
  'browser',
  'link_id',
].join(', ')

export interface IngestedViews {
  imported: number
  /** Lines that an earlier import has read. */
  known: number
  /** Lines that the same file has twice. */
  duplicates: number
  visits: number
  visitors: number
}

const nothing: IngestedViews = { imported: 0, known: 0, duplicates: 0, visits: 0, visitors: 0 }

/**
 * Merges the temporary table `view_stage` into raw views, daily visitors and totals. Idempotent by line hash, and by the
 * batch's id: a batch that is there already changes nothing.
 */
export async function ingestViews(bulk: Bulk, batchId = v7()): Promise<IngestedViews> {
  if (!(await openBatch(bulk, 'visits', batchId))) return nothing
  await bulk.query('drop table if exists view_new, view_first, view_seen')
  const [counts] = await bulk.query<{ all: number; distinct: number }>(`select count(*)::int as all,
    (count(*) filter (where line_hash is null) + count(distinct (portal_id, line_hash)) filter (where line_hash is not null))::int as distinct
    from view_stage`)
  await bulk.query(`create temporary table view_new on commit drop as
    select s.*, p.account_id, (s.at at time zone '${businessTimeZone}')::date as day,
      lag(s.at) over (partition by s.portal_id, s.visitor_hash, s.kind order by s.at, s.seq) as before
    from (select *, row_number() over (partition by portal_id, line_hash order by seq) as copy from view_stage) s
    join portal p on p.id = s.portal_id
    where s.line_hash is null or (s.copy = 1 and not exists (
      select from visit_import_line l where l.portal_id = s.portal_id and l.line_hash = s.line_hash))`)
  await bulk.analyze('view_new (portal_id, visitor_hash, day, kind)')
  // The insert itself says who was new that day, whatever other processes add at the same moment.
  await bulk.stage('view_first', { portal_id: 'uuid', day: 'date', visitor_hash: 'bytea' })
  await bulk.query(`with claimed as (
      insert into daily_visitor (portal_id, day, visitor_hash)
      select distinct portal_id, day, visitor_hash from view_new where kind = 'view' order by 1, 2, 3
      on conflict do nothing returning portal_id, day, visitor_hash)
    insert into view_first select portal_id, day, visitor_hash from claimed`)
  await bulk.query(`create temporary table view_seen on commit drop as
    select n.*,
      n.kind = 'view' and (n.before is null or n.at - n.before > interval '${visitGapMinutes} minutes')
        and not exists (select from page_view v where v.portal_id = n.portal_id and v.visitor_hash = n.visitor_hash
          and v.at between n.at - interval '${visitGapMinutes} minutes' and n.at + interval '${visitGapMinutes} minutes' and v.kind = 'view') as opens_visit,
      f.day is not null and n.kind = 'view'
        and row_number() over (partition by n.portal_id, n.visitor_hash, n.day, n.kind order by n.at, n.seq) = 1 as first_of_day
    from view_new n
    left join view_first f on f.portal_id = n.portal_id and f.day = n.day and f.visitor_hash = n.visitor_hash`)
  await bulk.query(
    `insert into page_view (id, batch_id, ${kept}) select ${uuidV7}, '${batchId}', ${kept} from view_seen order by at`,
  )
  await bulk.query(`insert into visit_import_line (portal_id, line_hash)
    select portal_id, line_hash from view_seen where line_hash is not null order by 1, 2 on conflict do nothing`)
  await addTotals(bulk, 'visits', 'view_seen')
  const [sums] = await bulk.query<{
    imported: number
    visits: number
    visitors: number
  }>(`select count(*)::int as imported,
    (count(*) filter (where opens_visit))::int as visits, (count(*) filter (where first_of_day))::int as visitors from view_seen`)
  const { imported = 0, visits = 0, visitors = 0 } = sums ?? {}
  const { all = 0, distinct = 0 } = counts ?? {}
  return { imported, visits, visitors, known: distinct - imported, duplicates: all - distinct }
}

/** Counts views and clicks of any origin: the public pages, the collect call, the demo world. */
export function addViews(
  database: Database,
  views: AsyncIterable<ViewDraft> | Iterable<ViewDraft>,
): Promise<IngestedViews> {
  return inBulk(database, async (bulk) => {
    const stage = new ViewStage(bulk)
    await stage.open()
    for await (const view of views) await stage.add(view)
    await stage.flush()
    return ingestViews(bulk)
  })
}

/** The same of views whose visitors are hashed already (`viewRow`), once for an id however often it is called. */
export const addHashedViews = (
  database: Database,
  id: string,
  rows: readonly (readonly Cell[])[],
): Promise<IngestedViews> => inBulk(database, (bulk) => addRows(bulk, rows, id))

/** The same within a transaction. */
export async function addRows(
  bulk: Bulk,
  rows: readonly (readonly Cell[])[],
  id?: string,
): Promise<IngestedViews> {
  const stage = new ViewStage(bulk)
  await stage.open()
  for (const row of rows) await stage.addRow(row)
  await stage.flush()
  return ingestViews(bulk, id)
}

/**
 * Do visits go past PostgreSQL's facts? As the answer is until this transaction ends: whoever changes the way waits for it, so that
 * each view goes one of them and knows all that went before.
 */
export async function isPastFacts(bulk: Bulk): Promise<boolean> {
  const [feed] = await bulk.query<{ state: FeedState }>('select state from fact_feed for share')
  return feed?.state === 'used'
}

/** Drops raw views that are rolled up and older than 48 hours, and the salts of days as old. */
export async function dropOldViews(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 48 * 3_600_000).toISOString()
  await inBulk(database, async (bulk) => {
    await bulk.query(
      `delete from page_view where at < $1 and batch_id in (select id from fact_batch where kind = 'visits' and rolled_at is not null)`,
      [before],
    )
    await bulk.query(
      `delete from visit_salt where day < ($1::timestamptz at time zone '${businessTimeZone}')::date`,
      [before],
    )
    await bulk.query(
      `delete from fact_batch where rolled_at < $1 and created_at < $1 and kind = 'visits'
      and not exists (select from page_view v where v.batch_id = fact_batch.id)`,
      [before],
    )
    // As long as the salts of the days that they tell of; what waits longer still asks for the days before itself.
    await bulk.query(
      `delete from visit_lot where done_at < least($1::timestamptz, (select min(created_at) from visit_batch)) - interval '25 hours'`,
      [before],
    )
  })
}
