import { visitsAreAlone } from '#features/rollups/server/are-visits-alone.ts'
import { sendFacts } from '#features/rollups/server/feed-facts.ts'
import { returnVisits } from '#features/rollups/server/return-visits.ts'
import { type Bulk, inBulk, uuidV7 } from '#platform/bulk.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import { eachLot } from './remember-visitors.ts'
import { writeWaitingBatches } from './visit-batches.ts'
import { VisitCollector } from './visit-collector.ts'
import { rowsOf } from './visitor-memory.ts'

/** Not the row alone: whoever asks which way visits go shares it, and many who do would never let this one in. */
const inTurn = 'lock table fact_feed in exclusive mode'

/**
 * From now on ClickHouse answers analytics, and visits go there past PostgreSQL's facts; false where it does not hold all facts.
 * Whoever is writing visits is waited for: what they saw is remembered.
 */
export function goPastFacts(database: Database): Promise<boolean> {
  return inBulk(database, async (bulk) => {
    await bulk.query(inTurn)
    const changed = await bulk.query(
      `update fact_feed set state = 'used' where state <> 'copying' returning one`,
    )
    // A number of its own: nobody goes on with what they remember from before visits last passed through PostgreSQL.
    if (changed.length > 0)
      await bulk.query(
        'insert into visit_lot (done_at) select clock_timestamp() where not exists (select from visit_lot)',
      )
    return changed.length > 0
  })
}

interface Back {
  whatever?: boolean
  tell?: (day: string, facts: number) => void
}

/**
 * From now on PostgreSQL answers, and visits pass through it: once it has all facts. Until then ClickHouse answers and visits
 * wait; ended at any moment, all goes on as before, and the next time from there.
 * @throws ReturnDiffers @throws ClickHouseFailure
 */
export async function goThroughFacts(
  database: Database,
  clickhouse: ClickHouse,
  { whatever = false, tell = () => {} }: Back = {},
): Promise<void> {
  const collector = new VisitCollector(database, clickhouse)
  await collector.takeOver()
  const lock = collector.lock.bind(collector)
  // What waits for ClickHouse is kept here: until it has arrived, it would seem to be lacking there.
  if (await visitsAreAlone(database)) await sendFacts(database, clickhouse)
  await returnVisits({ database, clickhouse, lock, whatever, tell })
  await inBulk(database, async (bulk) => {
    await lock(bulk)
    await bulk.query(inTurn)
    // Whoever is putting a batch down is waited for: it is written below.
    await bulk.query(`update fact_feed set state = 'fed' where state = 'used'`)
    await rememberSeen(bulk)
    await bulk.query('delete from visit_lot')
  })
  await collector.release()
  await writeWaitingBatches(database)
}

/** Whoever was seen past PostgreSQL is known to it from now on, as if their views had passed through it and were rolled up. */
async function rememberSeen(bulk: Bulk): Promise<void> {
  const [batch] = await bulk.query<{ id: string }>(
    `insert into fact_batch (id, kind, rolled_at) values (${uuidV7}, 'visits', clock_timestamp()) returning id`,
  )
  await eachLot(bulk, async (seen) => {
    await bulk.stage('seen_view', { portal_id: 'uuid', visitor_hash: 'bytea', at: 'timestamptz' })
    await bulk.append('seen_view', rowsOf(seen))
    await bulk.query(
      `insert into page_view (portal_id, id, visitor_hash, at, batch_id, opens_visit, first_of_day, path, channel, device, browser)
        select portal_id, ${uuidV7}, visitor_hash, at, $1, false, false, '', '', '', '' from seen_view order by at`,
      [batch?.id],
    )
    await bulk.query(`insert into daily_visitor (portal_id, day, visitor_hash)
      select distinct portal_id, (at at time zone '${businessTimeZone}')::date, visitor_hash from seen_view order by 1, 2, 3
      on conflict do nothing`)
  })
}
