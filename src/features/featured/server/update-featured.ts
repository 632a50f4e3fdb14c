import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import type { FeaturedDraft } from '../contract.ts'
import { lockFeatured } from './lock-featured.ts'
import { getFeatured } from './queries.ts'
import { checkRoom, featuredValues } from './rules.ts'
import { featured } from './table.ts'

const one = (portalId: string, id: string) =>
  and(eq(featured.portalId, portalId), eq(featured.id, id), ne(featured.status, 'deleted'))

/** Locks an item and answers its version. */
export async function featuredVersion(tx: Tx, portalId: string, id: string): Promise<number | undefined> {
  await lockFeatured(tx, portalId)
  const [row] = await tx
    .select({ version: featured.version })
    .from(featured)
    .where(one(portalId, id))
    .for('update')
  return row?.version
}

/** Replaces what the draft names. @throws NotFound; BadInput by the field; Conflict when six stand there already. */
export async function updateFeatured(tx: Tx, portalId: string, id: string, draft: FeaturedDraft, now: Date) {
  const before = await getFeatured(tx, portalId, id)
  if (!before) throw new NotFound()
  await tx
    .update(featured)
    .set({
      ...(await featuredValues(tx, portalId, draft, now, before)),
      version: sql`${featured.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(one(portalId, id))
  await checkRoom(tx, portalId, id)
  const after = await getFeatured(tx, portalId, id)
  if (!after) throw new NotFound()
  return { before, after }
}
