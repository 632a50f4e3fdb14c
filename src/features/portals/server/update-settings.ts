import { eq } from 'drizzle-orm'
import { domainStates } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { AppError, NotFound } from '#platform/errors.ts'
import type { PortalSettings } from '../settings-contract.ts'
import { taken } from './check-portal.ts'
import { choosingSelfInvoice } from './occasions.ts'
import { account, portal } from './table.ts'
import { updatePortal } from './update-portal.ts'
import { verificationStart } from './verify-domain.ts'

interface Changer {
  staff: boolean
  keys: ReadonlySet<string>
}

const refused = (field: string, code: string) => new AppError(403, code, { fields: { [field]: { code } } })

/** Nobody sets the limit of their own credit, and how an account invoices is part of its billing information. */
function checkMoney(changer: Changer, before: Money, settings: PortalSettings) {
  const { advanceLimitPct = before.advanceLimitPct, settlementPct, selfInvoice } = settings
  if (!changer.staff && settlementPct !== undefined && basisPoints(settlementPct) !== before.settlementBp)
    throw refused('settlementPct', 'portals.limitOfProvider')
  if (!changer.staff && advanceLimitPct !== before.advanceLimitPct)
    throw refused('advanceLimitPct', 'portals.limitOfProvider')
  if (selfInvoice !== before.selfInvoice && !changer.keys.has('billing.editbillinginformation'))
    throw refused('selfInvoice', 'portals.selfInvoiceKey')
}
type Money = Pick<typeof portal.$inferSelect, 'advanceLimitPct' | 'selfInvoice'> & { settlementBp: number }
const basisPoints = (pct: number) => Math.round(pct * 100)

/**
 * Changes a portal's settings. Another domain starts its verification anew.
 * @throws AppError 409 when it is taken; 403 by the field for what is not the caller's to change; 422 where an account has to issue its own invoices.
 */
export async function updateSettings(
  tx: Tx,
  portalId: string,
  changer: Changer,
  settings: PortalSettings,
): Promise<void> {
  const { settlementPct, ...changes } = settings
  const { customDomain } = changes
  if (customDomain) await refuseTakenDomain(tx, portalId, customDomain)
  const [found] = await tx
    .select({ portal, settlementBp: account.settlementBp })
    .from(portal)
    .innerJoin(account, eq(account.id, portal.accountId))
    .where(eq(portal.id, portalId))
  if (!found) throw new NotFound()
  const before = { ...found.portal, settlementBp: found.settlementBp }
  checkMoney(changer, before, settings)
  if (settings.selfInvoice && !before.selfInvoice && before.master)
    await choosingSelfInvoice.tell(tx, before.accountId)
  const moved = before.customDomain !== customDomain
  const domain = customDomain
    ? verificationStart
    : { domainState: domainStates.notVerified, domainReason: null, domainSince: null, domainCheckedAt: null }
  await updatePortal(tx, portalId, { ...changes, ...(moved ? domain : {}) })
  if (settlementPct !== undefined && basisPoints(settlementPct) !== before.settlementBp)
    await tx
      .update(account)
      .set({ settlementBp: basisPoints(settlementPct) })
      .where(eq(account.id, before.accountId))
}

async function refuseTakenDomain(tx: Tx, portalId: string, customDomain: string) {
  if (await taken(tx, 'customDomain', customDomain, portalId))
    throw new AppError(409, 'invalidInput', { fields: { customDomain: { code: 'portals.domainTaken' } } })
}
