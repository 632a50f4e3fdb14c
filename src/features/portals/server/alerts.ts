import { eq } from 'drizzle-orm'
import { billingAlerts } from '#features/billing/server/alerts.ts'
import { anythingLacksBlank } from '#features/blanks/server/queries.ts'
import { anythingLow } from '#features/stocks/server/queries.ts'
import { domainStates } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { billingView } from '#platform/permissions.ts'
import type { alertCodes } from '../contract.ts'
import { portal } from './table.ts'

type AlertCode = (typeof alertCodes)[number]

/**
 * What is wrong at a portal, most severe first. Each feature that can be wrong adds its own question here. Who may not
 * open billing hears nothing of bills.
 */
export async function alertsOf(tx: Tx, portalId: string, keys: ReadonlySet<string>): Promise<AlertCode[]> {
  const [row] = await tx
    .select({ domainState: portal.domainState })
    .from(portal)
    .where(eq(portal.id, portalId))
  const seesBilling = billingView.some((key) => keys.has(key))
  const codes: AlertCode[] = seesBilling ? await billingAlerts(tx, portalId) : []
  if (row?.domainState === domainStates.error) codes.push('domain-error')
  if (await anythingLacksBlank(tx, portalId)) codes.push('blank-out')
  if (await anythingLow(tx, portalId)) codes.push('low-stock')
  return codes
}
