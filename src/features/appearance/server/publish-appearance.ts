import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { versionsKept } from '../contract.ts'
import { draftAppearance } from './queries.ts'
import { demandContrast } from './save-appearance.ts'
import { appearanceVersion } from './table.ts'

/**
 * Shows the draft to fans as a new version and forgets the oldest ones. The draft has to be locked.
 * @throws Conflict when fans see this already.
 */
export async function publishAppearance(
  tx: Tx,
  portalId: string,
  personId: string,
  changed: boolean,
): Promise<void> {
  if (!changed) throw new Conflict('appearance.nothingToPublish')
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
