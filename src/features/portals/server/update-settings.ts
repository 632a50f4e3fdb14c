import { and, eq, isNull, ne } from 'drizzle-orm'
import { domainStates } from '#platform/constants.ts'
import { elevated, type Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { PortalSettings } from '../settings-contract.ts'
import { portal } from './table.ts'
import { updatePortal } from './update-portal.ts'
import { verificationStart } from './verify-domain.ts'

/** Changes a portal's settings. Another domain starts its verification anew. @throws AppError 409 when it is taken. */
export async function updateSettings(tx: Tx, portalId: string, settings: PortalSettings): Promise<void> {
  const { customDomain } = settings
  if (customDomain) await refuseTakenDomain(tx, portalId, customDomain)
  const [before] = await tx.select().from(portal).where(eq(portal.id, portalId))
  const moved = before?.customDomain !== customDomain
  const domain = customDomain
    ? verificationStart
    : { domainState: domainStates.notVerified, domainReason: null, domainSince: null, domainCheckedAt: null }
  await updatePortal(tx, portalId, { ...settings, ...(moved ? domain : {}) })
}

async function refuseTakenDomain(tx: Tx, portalId: string, customDomain: string) {
  const found = await elevated(tx, () =>
    tx
      .select({ id: portal.id })
      .from(portal)
      .where(
        and(
          eq(portal.customDomain, customDomain),
          // Whoever only claims a domain keeps nobody from it: DNS says whose it is.
          eq(portal.domainState, domainStates.verified),
          isNull(portal.deletedAt),
          ne(portal.id, portalId),
        ),
      ),
  )
  if (found.length > 0)
    throw new AppError(409, 'invalidInput', { fields: { customDomain: { code: 'portals.domainTaken' } } })
}
