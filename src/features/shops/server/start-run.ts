import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { select } from '#platform/select.ts'

/** What was changed a little before the last look is looked at again: clocks differ, and changes are told late. */
const overlapMinutes = 15

/**
 * Has a shop looked at: everything the first time, afterwards what changed since. One that waits goes on now.
 * Does nothing for one that may not be asked.
 */
export async function startRun(tx: Tx, portalId: string, connectorId: string): Promise<void> {
  await tx.execute(sql`insert into shop_run (portal_id, id, connector_id, kind, since)
    select a.portal_id, gen_random_uuid(), a.connector_id, case when a.reconciled_at is null then 'first' else 'reconcile' end,
      a.reconciled_at - make_interval(mins => ${overlapMinutes})
    from shop_access a where a.portal_id = ${portalId} and a.connector_id = ${connectorId} and a.state = 'connected'
    on conflict (connector_id) where state = 'running' do update set next_at = clock_timestamp(), tries = 0, fault = null,
      kind = ${widened(sql`excluded.kind`, sql`shop_run.kind`)}, since = ${widened(sql`excluded.since`, sql`shop_run.since`)},
      step = ${widened(sql`'products'`, sql`shop_run.step`)}, cursor = ${widened(sql`null`, sql`shop_run.cursor`)},
      started_at = ${widened(sql`excluded.started_at`, sql`shop_run.started_at`)}`)
}

/** A look at what was told of the stock alone becomes one at everything; others go on as they are. */
const widened = (then: SQL, otherwise: SQL) =>
  sql`case when shop_run.kind = 'stock' then ${then} else ${otherwise} end`

/** Has shops asked for what they told that their stock changed; everything else is looked at each hour. */
export async function startStockLooks(tx: Tx): Promise<void> {
  await tx.execute(sql`insert into shop_run (portal_id, id, connector_id, kind, step)
    select a.portal_id, gen_random_uuid(), a.connector_id, 'stock', 'stock' from shop_access a
    where a.state = 'connected' and a.reconciled_at is not null and exists (select 1 from shop_item i
      where i.portal_id = a.portal_id and i.connector_id = a.connector_id and i.stock_due_at is not null)
    on conflict (connector_id) where state = 'running' do nothing`)
}

/** Has what is known of shops parted anew whose rules were changed, once everything of them has come in. */
export async function startParts(tx: Tx): Promise<void> {
  await tx.execute(sql`insert into shop_run (portal_id, id, connector_id, kind, step)
    select a.portal_id, gen_random_uuid(), a.connector_id, 'parts', 'regroup' from shop_access a
    where a.state = 'connected' and a.reconciled_at is not null and a.parts_due_at is not null
    on conflict (connector_id) where state = 'running' do nothing`)
}

/** Has every shop looked at whose first run is over; a job asks for it each hour. */
export async function startReconciles(tx: Tx): Promise<void> {
  const due = await select(
    tx,
    { portalId: sql<string>`a.portal_id`, connectorId: sql<string>`a.connector_id` },
    sql`shop_access a where a.state = 'connected' and a.reconciled_at is not null
      and not exists (select 1 from shop_run r where r.connector_id = a.connector_id and r.state = 'running'
        and r.kind <> 'stock')`,
  )
  for (const { portalId, connectorId } of due) await startRun(tx, portalId, connectorId)
}
