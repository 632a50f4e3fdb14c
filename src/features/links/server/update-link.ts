import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import type { LinkDraft } from '../contract.ts'
import { getLink } from './queries.ts'
import { link } from './table.ts'
import { linkValues } from './values.ts'

const one = (portalId: string, linkId: string) => and(eq(link.portalId, portalId), eq(link.id, linkId))

/** Locks a link and answers its version. */
export async function linkVersion(tx: Tx, portalId: string, linkId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ version: link.version })
    .from(link)
    .where(one(portalId, linkId))
    .for('update')
  return row?.version
}

/** Replaces what the draft names; what it leaves out returns to its default. */
export async function updateLink(tx: Tx, portalId: string, linkId: string, draft: LinkDraft) {
  await tx
    .update(link)
    .set({ ...linkValues(draft), version: sql`${link.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(one(portalId, linkId))
  const updated = await getLink(tx, portalId, linkId)
  if (!updated) throw new NotFound()
  return updated
}
