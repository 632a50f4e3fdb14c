import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { type Bulk, type Cell, inBulk } from '#platform/bulk.ts'
import type { Database } from '#platform/db.ts'
import { addRows, isPastFacts } from './ingest-views.ts'
import type { ViewBatch } from './visit-spool.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const hashed = /^\\x[\da-f]{32}$/

/** Nobody asks the database whether it would take such a view: it has to be known before. */
function isWhole([portalId, at, kind, hash, ...rest]: readonly Cell[]): boolean {
  const linkId = rest[11] ?? null
  return (
    uuid.test(String(portalId)) &&
    Number.isFinite(Date.parse(String(at))) &&
    (kind === 'view' || kind === 'click') &&
    hashed.test(String(hash)) &&
    (linkId === null || uuid.test(String(linkId)))
  )
}

/**
 * Writes a batch on whichever way visits go now, once for its id: as it is where ClickHouse answers analytics, to be made facts of
 * there (`visit-collector.ts`), else as views with their facts and totals. Answers what it would never take.
 */
export async function putBatch(database: Database, { id, rows }: ViewBatch): Promise<ViewBatch['rows']> {
  return inBulk(database, async (bulk) => {
    if (!(await isPastFacts(bulk))) {
      await addRows(bulk, rows, id)
      return []
    }
    const { whole = [], torn = [] } = Object.groupBy(rows, (row) => (isWhole(row) ? 'whole' : 'torn'))
    const portals = await bulk.query<{ id: string }>('select id from portal where id = any($1::uuid[])', [
      [...new Set(whole.map(([portalId]) => portalId))],
    ])
    const known = new Set<Cell | undefined>(portals.map(({ id }) => id))
    const kept = whole.filter(([portalId]) => known.has(portalId))
    await bulk.query(
      `with opened as (insert into fact_batch (id, kind, rolled_at) values ($1, 'visits', clock_timestamp())
          on conflict (id) do nothing returning id)
        insert into visit_batch (id, views, rows) select id, $2::bytea, $3::int from opened`,
      [id, await compress(JSON.stringify(kept)), kept.length],
    )
    return torn
  })
}

/** The views of a lot's batches, in their order, and when the first of them came. */
export async function batchesOf(bulk: Bulk, lot: number): Promise<{ batches: Cell[][][]; since: Date }> {
  const found = await bulk.query<{ views: Uint8Array; createdAt: Date }>(
    'select views, created_at as "createdAt" from visit_batch where lot = $1 order by id',
    [lot],
  )
  const batches = found.map(async ({ views }) => JSON.parse(String(await decompress(views))) as Cell[][])
  const since = Math.min(...found.map(({ createdAt }) => new Date(createdAt).getTime()))
  return { batches: await Promise.all(batches), since: new Date(since) }
}

/**
 * Writes batches that wait for a lot as views with their facts, where visits pass through PostgreSQL again. Any number of processes
 * may do so at the same time.
 */
export async function writeWaitingBatches(database: Database): Promise<number> {
  for (let written = 0; ; written++) {
    const found = await inBulk(database, async (bulk) => {
      if (await isPastFacts(bulk)) return false
      const [batch] = await bulk.query<{ id: string; views: Uint8Array }>(
        `delete from visit_batch where id = (select id from visit_batch where lot is null
          order by id limit 1 for update skip locked) returning id, views`,
      )
      if (!batch) return false
      await addRows(bulk, JSON.parse(String(await decompress(batch.views))) as Cell[][])
      return true
    })
    if (!found) return written
  }
}

/** Are there batches that have waited longer to be made facts of? */
export async function visitsWait(database: Database, ms: number): Promise<boolean> {
  const late = await database.query(
    `select from visit_batch where created_at < clock_timestamp() - interval '${ms} ms' limit 1`,
  )
  return late.length > 0
}
