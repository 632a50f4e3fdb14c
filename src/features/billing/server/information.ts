import { eq, sql } from 'drizzle-orm'
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools'
import { stdnum } from 'stdnum'
import { v7 } from 'uuid'
import { verifyPassword } from '#features/account/server/password.ts'
import { person } from '#features/account/server/table.ts'
import type { PortalScope } from '#platform/actor.ts'
import { defaultRetentionPct } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { AppError, Conflict, type FieldError } from '#platform/errors.ts'
import type { FileStore } from '#platform/files.ts'
import type { Information, InformationDraft } from '../information-contract.ts'
import { isPdf, pdfMaxBytes } from './add-line.ts'
import { billingAgreement, billingInformation } from './information-table.ts'
import { mailAccount } from './mails.ts'
import { agreementHash, maskedIban, settingsOf } from './settings.ts'

/** How long a new IBAN waits before anything is paid to it. */
const holdHours = 48

const kinds = ['dni', 'nie', 'cif', 'nif'].map((name) => stdnum.ES?.[name])

/** A Spanish tax number as it is written without marks, or undefined when its letter does not fit. */
export function checkedTaxId(text: string): string | undefined {
  const plain = text
    .toUpperCase()
    .replace(/[\s.\-/]/g, '')
    .replace(/^ES(?=.{9}$)/, '')
  // K, L and M are people without a DNI; their letter is worked out like one, which the library does not look at.
  if (/^[KLM]/.test(plain))
    return /^[KLM]\d{7}[A-Z]$/.test(plain) &&
      'TRWAGMYFPDXBNJZSQVHLCKE'[Number(plain.slice(1, 8)) % 23] === plain[8]
      ? plain
      : undefined
  return /^[A-Z0-9]{9}$/.test(plain) && kinds.some((kind) => kind?.validate(plain).isValid)
    ? plain
    : undefined
}

/** An IBAN of the SEPA area in its electronic form, or undefined when its digits do not fit. */
export function checkedIban(text: string): string | undefined {
  const plain = electronicFormatIBAN(text.replace(/^IBAN/i, ''))
  return plain && isValidIBAN(plain) && isSEPACountry(plain.slice(0, 2)) ? plain : undefined
}

const ofMaster = (portal: PortalScope) => {
  if (!portal.master) throw new Conflict('billing.masterOnly')
  return portal.accountId
}

export { ofMaster }

const nothing = {
  legalName: '',
  kind: 'company' as const,
  taxId: '',
  street: '',
  postcode: '',
  city: '',
  province: '',
  holder: '',
  territory: 'peninsula' as const,
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
export async function informationVersion(tx: Tx, accountId: string): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`billing information ${accountId}`}, 0))`,
  )
  const [row] = await rows<{ version: number }>(
    tx,
    sql`select version from billing_information where account_id = ${accountId}`,
  )
  return row?.version ?? 1
}

/**
 * Saves who is paid. Another IBAN needs the password, holds payments for 48 hours and is mailed to all Owners.
 * @throws AppError 422 with every wrong field.
 */
export async function updateInformation(
  tx: Tx,
  portal: PortalScope,
  { password, iban, taxId, retentionFile, ...draft }: InformationDraft,
  { actorId, now, appOrigin, files }: { actorId: string; now: Date; appOrigin: string; files: FileStore },
): Promise<void> {
  const accountId = ofMaster(portal)
  const before = await getInformation(tx, portal)
  const [stored] = await rows<{ iban: string }>(
    tx,
    sql`select iban from billing_information where account_id = ${accountId}`,
  )
  const fields: Record<string, FieldError> = {}
  const plainTaxId = checkedTaxId(taxId)
  if (!plainTaxId) fields.taxId = { code: 'billing.taxId' }
  const plainIban = iban ? checkedIban(iban) : stored?.iban
  if (!plainIban) fields.iban = { code: iban ? 'billing.iban' : 'validation.required' }
  if (draft.territory === 'basqueNavarre' && before.selfInvoice)
    fields.territory = { code: 'billing.foralSelfInvoice' }
  if (draft.retentionBp > 0 && !draft.retentionReason)
    fields.retentionReason = { code: 'validation.required' }
  const changed = plainIban !== undefined && plainIban !== stored?.iban
  if (changed && !(await isOwnPassword(tx, actorId, password ?? '')))
    fields.password = { code: password ? 'account.wrongPassword' : 'billing.passwordForIban' }
  const pdf = retentionFile ? Buffer.from(retentionFile.content, 'base64') : undefined
  if (pdf && !isPdf(pdf)) fields.retentionFile = { code: 'billing.notPdf' }
  if (pdf && pdf.length > pdfMaxBytes) fields.retentionFile = { code: 'billing.pdfTooLarge' }
  if (Object.keys(fields).length > 0 || !plainTaxId || !plainIban)
    throw new AppError(422, 'invalidInput', { fields })
  const values = {
    ...draft,
    retentionReason: draft.retentionReason || null,
    ...(await fileColumns(draft.retentionBp, retentionFile?.name, pdf, files)),
    taxId: plainTaxId,
    iban: plainIban,
    // The first account number replaces nobody's: only a changed one may be a thief's.
    ...(changed && stored ? { ibanHeldUntil: new Date(now.getTime() + holdHours * 3_600_000) } : {}),
  }
  await tx
    .insert(billingInformation)
    .values({ ...values, accountId, version: 2 })
    .onConflictDoUpdate({
      target: billingInformation.accountId,
      set: { ...values, version: sql`${billingInformation.version} + 1`, updatedAt: sql`clock_timestamp()` },
    })
  if (changed && stored) await mailAccount(tx, await settingsOf(tx, accountId, now), 'iban', { appOrigin })
}

/** Where nothing is withheld there is nothing to show for it. */
async function fileColumns(
  retentionBp: number,
  name: string | undefined,
  pdf: Buffer | undefined,
  files: FileStore,
) {
  if (retentionBp === 0) return { retentionFile: null, retentionFileName: null }
  if (!pdf || !name) return {}
  // Not served to anybody by its name: it has none of the public files' endings.
  const key = `${v7()}.retention`
  await files.put(key, pdf)
  return { retentionFile: key, retentionFileName: name }
}

/** The document that shows why tax is withheld. @throws Conflict without one. */
export async function getRetentionFile(tx: Tx, portal: PortalScope, files: FileStore) {
  const [row] = await tx
    .select({ key: billingInformation.retentionFile, name: billingInformation.retentionFileName })
    .from(billingInformation)
    .where(eq(billingInformation.accountId, ofMaster(portal)))
  const bytes = row?.key ? await files.read(row.key) : undefined
  if (!bytes) throw new Conflict('billing.noFile')
  return { name: row?.name ?? '', type: 'application/pdf', content: Buffer.from(bytes).toString('base64') }
}

async function isOwnPassword(tx: Tx, personId: string, password: string) {
  const [own] = await tx.select({ hash: person.passwordHash }).from(person).where(eq(person.id, personId))
  return password !== '' && (await verifyPassword(own?.hash, password))
}

/** Keeps the proof that the account lets the provider issue its invoices. @throws Conflict for another text. */
export async function acceptAgreement(
  tx: Tx,
  portal: PortalScope,
  of: { version: string; offered: string; personId: string; personName: string; address: string; now: Date },
) {
  const accountId = ofMaster(portal)
  if (of.version !== of.offered) throw new Conflict('billing.agreementChanged')
  const { personId, personName, address } = of
  await tx.insert(billingAgreement).values({
    ...{
      accountId,
      textVersion: of.version,
      textHash: agreementHash(),
      personId,
      personName,
      address,
      at: of.now,
    },
  })
  return { version: of.version, person: personName, at: of.now.toISOString() }
}
