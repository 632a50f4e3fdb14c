import { eq } from 'drizzle-orm'
import { domainStates } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { type AlertCode, alertCodes } from '../contract.ts'
import { lookingForAlerts } from './occasions.ts'
import { portal } from './table.ts'

/** What is wrong at a portal, most severe first. Each feature that can be wrong hears the occasion and answers for itself. */
export async function alertsOf(tx: Tx, portalId: string, keys: ReadonlySet<string>): Promise<AlertCode[]> {
  const [row] = await tx
    .select({ domainState: portal.domainState })
    .from(portal)
    .where(eq(portal.id, portalId))
  const found = new Set((await lookingForAlerts.tell(tx, portalId, keys)).flat())
  if (row?.domainState === domainStates.error) found.add('domain-error')
  return alertCodes.filter((code) => found.has(code))
}
