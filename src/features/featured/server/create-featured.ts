import { and, count, eq, max, ne } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { type FeaturedDraft, featuredMax } from '../contract.ts'
import { lockFeatured } from './lock-featured.ts'
import { getFeatured } from './queries.ts'
import { checkRoom, featuredValues } from './rules.ts'
import { featured } from './table.ts'

/** Adds an item after the others. @throws BadInput by the field; Conflict when six stand there already. */
export async function createFeatured(tx: Tx, portalId: string, draft: FeaturedDraft, now: Date) {
  // Locked: two items added at once would get the same position, or pass the limit together.
  await lockFeatured(tx, portalId)
  const [found] = await tx
    .select({ count: count(), last: max(featured.position) })
    .from(featured)
    .where(and(eq(featured.portalId, portalId), ne(featured.status, 'deleted')))
  if ((found?.count ?? 0) >= featuredMax)
    throw new Conflict('featured.listFull', { params: { max: featuredMax } })
  const id = v7()
  const values = await featuredValues(tx, portalId, draft, now)
  await tx.insert(featured).values({ ...values, portalId, id, position: (found?.last ?? -1) + 1 })
  await checkRoom(tx, portalId, id)
  const created = await getFeatured(tx, portalId, id)
  if (!created) throw new NotFound()
  return created
}
