import { and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { product } from '#features/products/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { BadInput, NotFound } from '#platform/errors.ts'
import type { ReleaseDraft } from '../contract.ts'
import { checkCodes, checkLinks } from './check-release.ts'
import { releasePublished } from './occasions.ts'
import { getRelease } from './queries.ts'
import { release } from './table.ts'

const one = (portalId: string, id: string) => and(eq(release.portalId, portalId), eq(release.id, id))

/** @throws BadInput when the portal does not have the product. */
async function valuesOf(tx: Tx, portalId: string, draft: ReleaseDraft) {
  if (draft.productId) {
    const [found] = await tx
      .select({ id: product.id })
      .from(product)
      .where(and(eq(product.portalId, portalId), eq(product.id, draft.productId)))
    if (!found) throw new BadInput('invalidInput', { productId: { code: 'releases.productUnknown' } })
  }
  checkCodes(draft)
  checkLinks(draft)
  const { es, en } = draft.title
  return {
    title: en ? { es, en } : { es },
    productId: draft.productId ?? null,
    coverUrl: draft.coverUrl ?? null,
    upc: draft.upc || null,
    isrc: draft.isrc || null,
    releaseAt: new Date(draft.releaseAt),
    durationDays: draft.durationDays,
    presave: draft.presave ?? true,
    links: draft.links ?? [],
    status: draft.status,
  }
}

/** Adds a release to a portal. @throws BadInput by the field. */
export async function createRelease(tx: Tx, portalId: string, draft: ReleaseDraft) {
  const id = v7()
  await tx.insert(release).values({ ...(await valuesOf(tx, portalId, draft)), portalId, id })
  if (draft.status === 'published') await releasePublished.tell(tx, portalId, id)
  return found(tx, portalId, id)
}

/** Locks a release and answers its version. */
export async function releaseVersion(tx: Tx, portalId: string, id: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ version: release.version })
    .from(release)
    .where(one(portalId, id))
    .for('update')
  return row?.version
}

/** Replaces what the draft names. @throws NotFound; BadInput by the field. */
export async function updateRelease(tx: Tx, portalId: string, id: string, draft: ReleaseDraft) {
  const before = await found(tx, portalId, id)
  await tx
    .update(release)
    .set({
      ...(await valuesOf(tx, portalId, draft)),
      version: sql`${release.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(one(portalId, id))
  const after = await found(tx, portalId, id)
  if (after.status === 'published' && before.status !== 'published')
    await releasePublished.tell(tx, portalId, id)
  return { before, after }
}

/** Deletes a release with the addresses that fans left for it, and answers what it was. @throws NotFound. */
export async function deleteRelease(tx: Tx, portalId: string, id: string) {
  const before = await found(tx, portalId, id)
  await tx.delete(release).where(one(portalId, id))
  return before
}

async function found(tx: Tx, portalId: string, id: string) {
  const one = await getRelease(tx, portalId, id)
  if (!one) throw new NotFound()
  return one
}
