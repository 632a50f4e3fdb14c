import { count, eq, max } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { type LinkDraft, linksMax } from '../contract.ts'
import { lockPortal } from './lock-portal.ts'
import { getLink } from './queries.ts'
import { link } from './table.ts'
import { linkValues } from './values.ts'

/** Adds a link after the others. @throws Conflict when the portal is full; BadInput when it ends before it starts. */
export async function createLink(tx: Tx, portalId: string, draft: LinkDraft) {
  // Locked: two links added at once would get the same position, or pass the limit together.
  await lockPortal(tx, portalId)
  const [found] = await tx
    .select({ count: count(), last: max(link.position) })
    .from(link)
    .where(eq(link.portalId, portalId))
  if ((found?.count ?? 0) >= linksMax) throw new Conflict('links.tooMany', { params: { max: linksMax } })
  const id = v7()
  await tx.insert(link).values({ ...linkValues(draft), portalId, id, position: (found?.last ?? -1) + 1 })
  const created = await getLink(tx, portalId, id)
  if (!created) throw new NotFound()
  return created
}
