import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { domainStates } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { portal } from './table.ts'

/** The columns of a verification that begins now. */
export const verificationStart = {
  domainState: domainStates.verifying,
  domainReason: null,
  domainSince: sql`clock_timestamp()`,
  domainCheckedAt: null,
}

/** Begins the 72 hours anew; a verified domain stays so meanwhile. @throws Conflict without a domain. */
export async function verifyDomain(tx: Tx, portalId: string): Promise<void> {
  const [row] = await tx
    .select({ state: portal.domainState })
    .from(portal)
    .where(and(eq(portal.id, portalId), isNotNull(portal.customDomain)))
  if (!row) throw new Conflict('portals.noDomain')
  const again = row.state === domainStates.verified ? { domainCheckedAt: null } : verificationStart
  await tx.update(portal).set(again).where(eq(portal.id, portalId))
}
