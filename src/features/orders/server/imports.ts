import { sql } from 'drizzle-orm'
import { namesOf } from '#features/account/server/names-of.ts'
import { correctRollups } from '#features/rollups/server/rollups.ts'
import { inBulk } from '#platform/bulk.ts'
import { countRows } from '#platform/count.ts'
import { type Database, elevated, rows, type Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { listOf, pageRows } from '#platform/paging.ts'
import { select } from '#platform/select.ts'
import type { ImportRun } from '../upload-contract.ts'
import { reversalStep } from './bound-reversals.ts'
import { refuseBilled } from './closed-over.ts'
import type { ImportReport } from './import-report.ts'
import { negate } from './negate-facts.ts'

interface Columns {
  id: string
  format: string
  file_name: string
  report: ImportReport
  batch_id: string | null
  actor_id: string | null
  undone_at: Date | string | null
  created_at: Date | string
}

/** A page of the files of orders that a portal was brought. */
export async function listImports(tx: Tx, portalId: string, page = 1) {
  const where = sql`r.portal_id = ${portalId} and r.kind = 'orders'`
  const total = await countRows(tx, sql`import_run r where ${where}`)
  const found = await rows<Columns>(
    tx,
    sql`select r.* from import_run r where ${where}
      order by r.created_at desc, r.id desc ${pageRows(page)}`,
  )
  const names = await namesOf(tx, [...new Set(found.flatMap(({ actor_id }) => actor_id ?? []))])
  return listOf(
    found.map(
      (row): ImportRun => ({
        id: row.id,
        format: row.format,
        fileName: row.file_name,
        at: new Date(row.created_at).toISOString(),
        rows: row.report.rows,
        imported: row.report.imported,
        orders: row.report.orders,
        person: (row.actor_id && names.get(row.actor_id)) ?? null,
        undoneAt: row.undone_at ? new Date(row.undone_at).toISOString() : null,
        undoable: row.batch_id !== null && row.undone_at === null && row.report.imported > 0,
      }),
    ),
    total,
    page,
  )
}

/**
 * Takes back every fact that a file brought, with its figures, and the orders that nothing is left of. What the file's
 * orders were told by others stays. @throws NotFound; Conflict when it has been taken back, is older than the history, a
 * bill has closed over it, or what it sold was taken back since by another file, the shop or the API.
 */
export async function undoImport(tx: Tx, database: Database, portalId: string, importId: string) {
  const [run] = await rows<{
    batch_id: string | null
    undone_at: unknown
    file_name: string
    created_at: Date | string
  }>(
    tx,
    sql`select batch_id, undone_at, file_name, created_at from import_run
      where portal_id = ${portalId} and id = ${importId} and kind = 'orders' for update`,
  )
  if (!run) throw new NotFound()
  if (!run.batch_id || run.undone_at) throw new Conflict('orders.notUndoable')
  await refuseBilled(tx, { portalId, batchId: run.batch_id, since: run.created_at })
  await refuseRefunded(tx, portalId, run.batch_id)
  const values = [portalId, run.batch_id]
  const own = 'l.portal_id = $1::uuid and l.batch_id = $2::uuid'
  await elevated(tx, 'totals', () =>
    inBulk(database, async (bulk) => {
      // A mapping that changes meanwhile would correct what is being taken away; see map-sku.ts.
      await bulk.query(`select pg_advisory_xact_lock(hashtextextended('sku ' || $1::uuid, 0))`, [portalId])
      await bulk.query('drop table if exists corrected')
      await bulk.query(
        `create temporary table corrected on commit drop as
        select l.*, p.account_id from order_line l join portal p on p.id = l.portal_id where ${own}`,
        values,
      )
      await negate(bulk, 'corrected')
      await correctRollups(bulk, 'orders', 'corrected')
      await bulk.query(`delete from order_line l where ${own}`, values)
      await bulk.query(
        `delete from "order" o where o.portal_id = $1::uuid and o.batch_id = $2::uuid
          and not exists (select 1 from order_line l where l.portal_id = o.portal_id and l.order_id = o.id)
          and not exists (select 1 from stock_claim c where c.portal_id = o.portal_id and c.order_id = o.id)
          and not exists (select 1 from order_state t
            where t.portal_id = o.portal_id and t.source = o.source and t.external_id = o.external_id)`,
        values,
      )
      await bulk.query(
        // What was mapped by hand is remembered for the next time; what the catalogue says is found again.
        `delete from sku_mapping m where m.portal_id = $1::uuid and not m.by_hand
          and (m.product_id is null or m.id in (select sku_id from corrected))
          and not exists (select 1 from order_line l where l.portal_id = m.portal_id and l.sku_id = m.id)`,
        [portalId],
      )
    }),
  )
  await tx.execute(sql`update import_run set undone_at = clock_timestamp() where id = ${importId}`)
  return { file: run.file_name }
}

/**
 * A refund without its sale would leave less than nothing, and what stands again without its cancellation more than was
 * sold: whatever brought it goes first. @throws Conflict
 */
async function refuseRefunded(tx: Tx, portalId: string, batchId: string): Promise<void> {
  const [refund] = await select(
    tx,
    { file: sql<string | null>`r.file_name`, order: sql<string>`o.external_id` },
    sql`order_line s
      join order_line l on l.portal_id = s.portal_id and l.order_id = s.order_id and l.kind <> 'sale'
        and l.batch_id is distinct from s.batch_id and (s.kind = 'sale' or (s.kind = 'cancellation'
          and l.kind = 'cancellation' and l.ordinal > s.ordinal and l.ordinal % ${reversalStep} = s.ordinal % ${reversalStep}))
      join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
      left join import_run r on r.portal_id = l.portal_id and r.batch_id = l.batch_id
      where s.portal_id = ${portalId} and s.batch_id = ${batchId}
      order by r.created_at desc nulls last limit 1`,
  )
  if (!refund) return
  const { file, order } = refund
  throw file
    ? new Conflict('orders.refundedByFile', { params: { file, order } })
    : new Conflict('orders.refundedSince', { params: { order } })
}
