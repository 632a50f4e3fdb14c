import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { elevated, type Tx } from '#platform/db.ts'
import { formerAddress, portal } from './table.ts'

/** So long nobody else gets an address that a portal has given up: it stands on posters, in profiles and QR codes. */
export const addressQuarantineDays = 180

const quarantined = gt(
  formerAddress.releasedAt,
  sql`clock_timestamp() - make_interval(days => ${addressQuarantineDays})`,
)

/** Is the address another portal's, given up not long ago? Call it `elevated`. */
export async function isQuarantined(
  tx: Tx,
  customUrl: string,
  exceptId: string | undefined,
): Promise<boolean> {
  const found = await tx
    .select({ id: formerAddress.portalId })
    .from(formerAddress)
    .where(
      and(
        eq(formerAddress.customUrl, customUrl),
        quarantined,
        exceptId ? ne(formerAddress.portalId, exceptId) : undefined,
      ),
    )
  return found.length > 0
}

/** Remembers the address that a portal gives up now, and forgets the one that it takes. */
export async function giveUpAddress(tx: Tx, portalId: string, taken?: string): Promise<void> {
  const [before] = await tx
    .select({ customUrl: portal.customUrl })
    .from(portal)
    .where(eq(portal.id, portalId))
  if (!before || before.customUrl === taken) return
  // Rows of a quarantine that is over belong to other portals.
  await elevated(tx, 'uniqueness', async () => {
    if (taken) await tx.delete(formerAddress).where(eq(formerAddress.customUrl, taken))
    const row = { customUrl: before.customUrl, portalId, releasedAt: sql`clock_timestamp()` }
    await tx
      .insert(formerAddress)
      .values(row)
      .onConflictDoUpdate({ target: formerAddress.customUrl, set: row })
  })
}
