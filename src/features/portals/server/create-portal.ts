import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { PortalScope } from '#platform/actor.ts'
import { organisationTypes } from '#platform/constants.ts'
import { reachToo, type Tx } from '#platform/db.ts'
import { AppError, Forbidden, NotFound, Unprocessable } from '#platform/errors.ts'
import type { PortalDraft } from '../draft-contract.ts'
import { lockAddresses } from './lock-addresses.ts'
import { accountMade } from './occasions.ts'
import { refuseTaken } from './refuse-taken.ts'
import { account, portal } from './table.ts'

export interface Maker {
  staff: boolean
  /** What staff hold; members hold keys at their portals. */
  keys: ReadonlySet<string>
  /** Portals that a member reaches. */
  memberships: readonly PortalScope[]
}

/**
 * Makes a portal. Staff choose the account, or get a new one whose master portal this is; members add to a label whose
 * master portal they manage. Every account has exactly one master portal.
 * @throws AppError 409 by the field for what is taken; Forbidden; Unprocessable for an unknown account, or for a second
 * master portal.
 */
export async function createPortal(
  tx: Tx,
  maker: Maker,
  draft: PortalDraft,
  pictureUrl: string | null = null,
): Promise<string> {
  const label = maker.staff ? undefined : labelOf(maker, draft)
  if (draft.type === 'master' && (label || draft.accountId)) throw refused('type', 'portals.masterTaken')
  if (!mayChooseInvoicing(maker, draft))
    throw new AppError(403, selfInvoiceRefused.code, { fields: { selfInvoice: selfInvoiceRefused } })
  await lockAddresses(tx)
  await refuseTaken(tx, { code: draft.code, customUrl: draft.customUrl })
  const home = label ?? (await accountForStaff(tx, draft))
  const id = v7()
  const { code, customUrl, name } = draft
  await reachToo(tx, [id])
  await tx.insert(portal).values({
    id,
    accountId: home.accountId,
    master: home.master,
    code,
    customUrl,
    name,
    pictureUrl,
    selfInvoice: draft.selfInvoice ?? true,
  })
  return id
}

const refused = (field: string, code: string) => new Unprocessable({ [field]: { code } })

export const selfInvoiceRefused = { code: 'portals.selfInvoiceKey' }

/** How an account invoices is part of its billing information, from the first day: anything but the usual asks its key. */
export function mayChooseInvoicing({ staff, keys, memberships }: Maker, draft: Invoicing): boolean {
  const key = 'billing.editbillinginformation'
  if (draft.selfInvoice ?? true) return true
  if (staff) return keys.has(key)
  return memberships.some(
    (one) => one.label && one.keys.has(key) && (!draft.accountId || one.accountId === draft.accountId),
  )
}
type Invoicing = Pick<PortalDraft, 'selfInvoice' | 'accountId'>

/** Refuses before anything is looked at whoever has no place for a portal. @throws Forbidden */
export function demandPlace(maker: Maker): void {
  if (!maker.staff) labelOf(maker, {})
}

async function accountForStaff(tx: Tx, draft: PortalDraft) {
  if (!draft.accountId) {
    const type = draft.type ?? 'simple'
    const organisationType =
      draft.organisationType ?? (type === 'master' ? organisationTypes.label : organisationTypes.artist)
    const [made] = await tx.insert(account).values({ name: draft.name, type, organisationType }).returning()
    if (!made) throw new NotFound()
    await accountMade.tell(tx, made.id)
    return { accountId: made.id, master: true }
  }
  const [found] = await tx.select().from(account).where(eq(account.id, draft.accountId))
  if (!found) throw refused('accountId', 'portals.accountUnknown')
  return { accountId: found.id, master: false }
}

function labelOf({ memberships }: Maker, draft: Pick<PortalDraft, 'accountId'>) {
  const label = memberships.find(
    (one) =>
      one.label &&
      one.keys.has('portal.manageportals') &&
      (!draft.accountId || one.accountId === draft.accountId),
  )
  if (!label) throw new Forbidden()
  return { accountId: label.accountId, master: false }
}
