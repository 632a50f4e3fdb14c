import { and, count, eq, gt, max, ne, sql } from 'drizzle-orm'
import type { Database, Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { featuredMax, restorableDays } from '../contract.ts'
import { lockFeatured } from './lock-featured.ts'
import { getFeatured } from './queries.ts'
import { featured } from './table.ts'

/** The portal that owns an item, for scope `row`. */
export async function portalOfFeatured(database: Database, id: string): Promise<string | undefined> {
  const [row] = await database.query<{ portal_id: string }>('select portal_id from featured where id = $1', [
    id,
  ])
  return row?.portal_id
}

/** Takes an item off the page, restorable for 30 days, and answers what it was. @throws NotFound. */
export async function deleteFeatured(tx: Tx, portalId: string, id: string) {
  const before = await getFeatured(tx, portalId, id)
  if (!before) throw new NotFound()
  await tx
    .update(featured)
    .set({ status: 'deleted', deletedAt: sql`clock_timestamp()`, version: sql`${featured.version} + 1` })
    .where(and(eq(featured.portalId, portalId), eq(featured.id, id)))
  return before
}

const stillThere = gt(featured.deletedAt, sql`clock_timestamp() - make_interval(days => ${restorableDays})`)

/** Brings a deleted item back after the others, as a draft: whether it is still wanted is for a person to say. @throws NotFound. */
export async function restoreFeatured(tx: Tx, portalId: string, id: string) {
  await lockFeatured(tx, portalId)
  const [found] = await tx
    .select({ count: count(), last: max(featured.position) })
    .from(featured)
    .where(and(eq(featured.portalId, portalId), ne(featured.status, 'deleted')))
  if ((found?.count ?? 0) >= featuredMax)
    throw new Conflict('featured.listFull', { params: { max: featuredMax } })
  await tx
    .update(featured)
    .set({
      status: 'draft',
      startsAt: null,
      deletedAt: null,
      position: (found?.last ?? -1) + 1,
      version: sql`${featured.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(
      and(eq(featured.portalId, portalId), eq(featured.id, id), eq(featured.status, 'deleted'), stillThere),
    )
  const restored = await getFeatured(tx, portalId, id)
  if (!restored) throw new NotFound()
  return restored
}

/** Drops what nobody can restore any more. */
export const dropDeletedFeatured = (tx: Tx) =>
  tx.execute(
    sql`delete from featured where deleted_at < clock_timestamp() - make_interval(days => ${restorableDays})`,
  )
