import { and, eq } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { current } from './default-appearance.ts'
import { publishedAppearance } from './queries.ts'
import { saveAppearance } from './save-appearance.ts'
import { appearanceVersion } from './table.ts'

/** Makes an earlier version the draft, or what fans see when none is named. @throws NotFound without such a version. */
export async function restoreAppearance(tx: Tx, portalId: string, versionId: string | undefined) {
  if (!versionId) return saveAppearance(tx, portalId, await publishedAppearance(tx, portalId))
  const [found] = await tx
    .select({ appearance: appearanceVersion.appearance })
    .from(appearanceVersion)
    .where(and(eq(appearanceVersion.portalId, portalId), eq(appearanceVersion.id, versionId)))
  if (!found) throw new NotFound()
  return saveAppearance(tx, portalId, current(found.appearance))
}
