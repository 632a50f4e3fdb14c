import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { versionsKept } from '../contract.ts'
import { draftAppearance } from './queries.ts'
import { demandContrast } from './save-appearance.ts'
import { appearanceVersion } from './table.ts'

/**
 * Shows the draft to fans as a new version and forgets the oldest ones. The draft has to be locked. The one of the series is
 * published too by whoever likes it: until then nobody has chosen it.
 * @throws Conflict when fans see this already.
 */
export async function publishAppearance(
  tx: Tx,
  portalId: string,
  personId: string,
  isNew: boolean,
): Promise<void> {
  if (!isNew) throw new Conflict('appearance.nothingToPublish')
  const appearance = await draftAppearance(tx, portalId)
  demandContrast(appearance.colors)
  await tx.insert(appearanceVersion).values({
    portalId,
    appearance,
    personId,
    number: sql`(select coalesce(max(number), 0) + 1 from appearance_version where portal_id = ${portalId})`,
  })
  await tx.execute(sql`delete from appearance_version where portal_id = ${portalId} and number <= (
    select max(number) from appearance_version where portal_id = ${portalId}) - ${versionsKept}`)
}

/**
 * Forgets the last publication, so that fans see the one before it. The draft has to be locked.
 * @throws NotFound without such a version, Conflict when something was published after it.
 */
export async function withdrawAppearance(tx: Tx, portalId: string, versionId: string): Promise<void> {
  const ofPortal = eq(appearanceVersion.portalId, portalId)
  const versions = await tx
    .select({ id: appearanceVersion.id })
    .from(appearanceVersion)
    .where(ofPortal)
    .orderBy(desc(appearanceVersion.number))
  if (!versions.some(({ id }) => id === versionId)) throw new NotFound()
  if (versions[0]?.id !== versionId) throw new Conflict('appearance.publishedSince')
  await tx.delete(appearanceVersion).where(and(ofPortal, eq(appearanceVersion.id, versionId)))
}
