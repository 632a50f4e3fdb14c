import { and, eq, sql } from 'drizzle-orm'
import type { PortalScope } from '#platform/actor.ts'
import { defaultRetentionPct } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, Unprocessable } from '#platform/errors.ts'
import type { FileStore } from '#platform/files.ts'
import { issuesItsOwn } from '../foral.ts'
import type { Information } from '../information-contract.ts'
import { billingInformation } from './information-table.ts'
import { maskedIban } from './settings.ts'

const ofMaster = (portal: PortalScope) => {
  if (!portal.master) throw new Conflict('billing.masterOnly')
  return portal.accountId
}

export { ofMaster }

const nothing = {
  legalName: '',
  givenName: null,
  firstSurname: null,
  secondSurname: null,
  kind: 'company' as const,
  taxId: '',
  taxIdShared: false,
  taxIdConfirmed: false,
  series: 1,
  street: '',
  postcode: '',
  city: '',
  province: '',
  holder: '',
  territory: 'peninsula' as const,
  supply: 'services' as const,
  since: null,
  retention: null,
  retentionYear: null,
  retentionBp: defaultRetentionPct * 100,
  retentionReason: null,
  retentionFileName: null,
  email: '',
  version: 1,
}

/** What an account has said about itself so far. */
export async function getInformation(tx: Tx, portal: PortalScope): Promise<Information> {
  const accountId = ofMaster(portal)
  const [row] = await tx.select().from(billingInformation).where(eq(billingInformation.accountId, accountId))
  const [own] = await rows<{ self_invoice: boolean; account: string }>(
    tx,
    sql`select p.self_invoice, a.name as account from portal p join account a on a.id = p.account_id where p.id = ${portal.id}`,
  )
  const {
    iban,
    ibanHeldUntil,
    updatedAt: _,
    accountId: _a,
    settlementBp: _s,
    retentionFile: _f,
    series: _n,
    taxIdConfirmed: _t,
    refusedIban: _r,
    refusedIbans: _rs,
    payoutMinimumCents: _p,
    ...rest
  } = row ?? {
    ...nothing,
    ...{
      retentionFile: null,
      iban: null,
      ibanHeldUntil: null,
      updatedAt: null,
      accountId,
      settlementBp: 10_000,
      refusedIban: null,
      refusedIbans: [],
      payoutMinimumCents: 0,
    },
  }
  const held = ibanHeldUntil && ibanHeldUntil > new Date() ? ibanHeldUntil.toISOString() : null
  return {
    ...rest,
    account: own?.account ?? '',
    ibanMasked: maskedIban(iban),
    ibanHeldUntil: held,
    complete: row !== undefined,
    selfInvoice: own?.self_invoice ?? true,
  }
}

/** Locks what an account has said about itself, also when that is nothing yet. */
export const lockInformation = (tx: Tx, accountId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`billing information ${accountId}`}, 0))`)

/** Which version it is of, held until the transaction ends. */
export async function informationVersion(tx: Tx, accountId: string): Promise<number> {
  await lockInformation(tx, accountId)
  const [row] = await rows<{ version: number }>(
    tx,
    sql`select version from billing_information where account_id = ${accountId}`,
  )
  return row?.version ?? 1
}

/** Staff have looked at a NIF that stands on another account too: it is right. @throws Conflict where it is another one. */
export async function confirmTaxId(tx: Tx, portal: PortalScope, taxId: string): Promise<void> {
  const confirmed = await tx
    .update(billingInformation)
    .set({ taxIdShared: false, taxIdConfirmed: true, version: sql`${billingInformation.version} + 1` })
    .where(and(eq(billingInformation.accountId, ofMaster(portal)), eq(billingInformation.taxId, taxId)))
    .returning({ id: billingInformation.accountId })
  if (confirmed.length === 0) throw new Conflict('billing.taxIdChanged')
}

/** The document that shows why tax is withheld. @throws Conflict without one. */
export async function getRetentionFile(tx: Tx, portal: PortalScope, files: FileStore) {
  const [row] = await tx
    .select({ key: billingInformation.retentionFile, name: billingInformation.retentionFileName })
    .from(billingInformation)
    .where(eq(billingInformation.accountId, ofMaster(portal)))
  const bytes = row?.key ? await files.read(row.key) : undefined
  if (!bytes) throw new Conflict('billing.noFile')
  return { name: row?.name ?? '', type: 'application/pdf', content: bytes }
}

/**
 * By where some accounts are they have to issue their own invoices. Where it is stays so until the transaction ends.
 * @throws Unprocessable by the field.
 */
export async function refuseOwnIssuer(tx: Tx, accountId: string): Promise<void> {
  await lockInformation(tx, accountId)
  const [row] = await tx
    .select({ territory: billingInformation.territory })
    .from(billingInformation)
    .where(eq(billingInformation.accountId, accountId))
  if (issuesItsOwn(row?.territory))
    throw new Unprocessable({ selfInvoice: { code: 'billing.foralOwnInvoice' } })
}
