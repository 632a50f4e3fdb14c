import { eq } from 'drizzle-orm'
import { domainStates } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import type { alertCodes } from '../contract.ts'
import { portal } from './table.ts'

type AlertCode = (typeof alertCodes)[number]

/**
 * What is wrong at a portal, most severe first. Each feature that can be wrong adds its own question here.
 */
export async function alertsOf(tx: Tx, portalId: string): Promise<AlertCode[]> {
  const [row] = await tx
    .select({ domainState: portal.domainState })
    .from(portal)
    .where(eq(portal.id, portalId))
  const codes: AlertCode[] = []
  if (row?.domainState === domainStates.error) codes.push('domain-error')
  return codes
}
