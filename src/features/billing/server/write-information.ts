import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { verifyPassword } from '#features/account/server/password.ts'
import { person } from '#features/account/server/table.ts'
import type { PortalScope } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { type FieldError, Unprocessable } from '#platform/errors.ts'
import type { FileStore } from '#platform/files.ts'
import { todayPlus } from '#platform/windows.ts'
import { ibanHoldHours, type Supply, type Territory } from '../choices.ts'
import type { Information, InformationDraft } from '../information-contract.ts'
import { provinceOf, territoryOf } from '../places.ts'
import { needsNotice, retentionBpOf } from '../retention.ts'
import { isPdf, pdfMaxBytes } from './add-line.ts'
import { followStanding, lastPresented } from './follow-standing.ts'
import { getInformation, ofMaster } from './information.ts'
import { contradictions, legalNameOf } from './information-faults.ts'
import { billingInformation, billingInformationPast } from './information-table.ts'
import { lockAccount } from './ledger.ts'
import { mailAccount } from './mails.ts'
import { checkedIban, checkedTaxId } from './numbers-of-payees.ts'
import { type AccountSettings, frozenOf, settingsOf } from './settings.ts'
import { endConsents } from './share-file.ts'
import { changeTaxId } from './tax-id-holders.ts'
import { leaveDebts } from './whose-debt.ts'

interface Writer {
  actorId: string
  now: Date
  appOrigin: string
  files: FileStore
  /** Staff may say that what was presented is to be of somebody else, or taxed otherwise. */
  staff: boolean
}

/**
 * Saves who is paid. Another IBAN needs the password, holds payments for 48 hours and is mailed to all Owners.
 * @throws Unprocessable with every wrong field.
 */
export async function updateInformation(
  tx: Tx,
  portal: PortalScope,
  draft: InformationDraft,
  { actorId, now, appOrigin, files, staff }: Writer,
): Promise<void> {
  const accountId = ofMaster(portal)
  const before = await getInformation(tx, portal)
  const settings = await settingsOf(tx, accountId, now, always)
  const stored = settings.information
  const { password, iban, retentionFile, ...said } = draft
  const taxId = checkedTaxId(said.taxId)
  const fields: Record<string, FieldError> = contradictions(
    { ...draft, taxId: taxId ?? said.taxId },
    before,
    now,
  )
  if (!taxId) fields.taxId = { code: 'billing.taxId' }
  // Nobody invoices themselves.
  if (taxId && taxId === settings.provider?.taxId) fields.taxId = { code: 'billing.taxIdOfProvider' }
  const presented = staff
    ? undefined
    : await presentedFault(tx, accountId, stored, { ...said, taxId: taxId ?? said.taxId }, before, now)
  if (presented) fields.since ??= presented
  const plainIban = iban ? checkedIban(iban) : stored?.iban
  if (!plainIban) fields.iban = { code: iban ? 'billing.iban' : 'validation.required' }
  const changed = plainIban !== undefined && plainIban !== stored?.iban
  if (changed && !(await isOwnPassword(tx, actorId, password ?? '')))
    fields.password = { code: password ? 'account.wrongPassword' : 'billing.passwordForIban' }
  const pdf = retentionFile ? Buffer.from(retentionFile.content, 'base64') : undefined
  if (pdf && !isPdf(pdf)) fields.retentionFile = { code: 'billing.notPdf' }
  if (pdf && pdf.length > pdfMaxBytes) fields.retentionFile = { code: 'billing.pdfTooLarge' }
  if (Object.keys(fields).length > 0 || !taxId || !plainIban) throw new Unprocessable(fields)
  const standing = standingOf({ ...said, taxId }, before)
  const values = {
    ...plainColumns(said),
    ...standing,
    ...retentionColumns(said, standing.territory, now),
    ...(await fileColumns(said.retention, retentionFile?.name, pdf, files)),
    iban: plainIban,
    // The first account number replaces nobody's: only a changed one may be a thief's.
    ...(changed && stored ? { ibanHeldUntil: new Date(now.getTime() + ibanHoldHours * 3_600_000) } : {}),
  }
  // What goes on being settled is not settled by two at once.
  await lockAccount(tx, accountId)
  const moved = stored
    ? await keepStanding(tx, accountId, stored, standing, said.since, now)
    : { changed: true, values: {} }
  const sharing =
    taxId === stored?.taxId
      ? {}
      : {
          taxIdShared: await changeTaxId(tx, accountId, { from: stored?.taxId, to: taxId }),
          taxIdConfirmed: false,
        }
  await tx
    .insert(billingInformation)
    .values({ ...values, ...sharing, accountId, version: 2 })
    .onConflictDoUpdate({
      target: billingInformation.accountId,
      set: {
        ...{ ...values, ...moved.values, ...sharing },
        ...{ version: sql`${billingInformation.version} + 1`, updatedAt: sql`clock_timestamp()` },
      },
    })
  // Whom bills are of and how they are taxed is as it was: none of those that wait has to be looked at.
  if (!stored || moved.changed) await followStanding(tx, accountId, { now, appOrigin })
  if (changed && stored) await mailAccount(tx, await settingsOf(tx, accountId, now), 'iban', { appOrigin })
}

/** After every day: what an account says now, whatever was so before. */
const always = '9999-12-31'

/** What bills are taxed by. */
interface Standing {
  kind: 'person' | 'company'
  taxId: string
  territory: Territory
  supply: Supply
}

const standingOf = (said: Said, before: Information): Standing => ({
  ...{ kind: said.kind, taxId: said.taxId, territory: territoryOf(said.postcode) ?? 'peninsula' },
  supply: said.supply ?? (said.kind === 'person' ? before.supply : 'services'),
})

type Said = Omit<InformationDraft, 'iban' | 'password' | 'retentionFile'>

function plainColumns({ since: _, retention: _r, retentionYear: _y, ...said }: Said) {
  const person = said.kind === 'person'
  return {
    ...said,
    legalName: legalNameOf(said),
    province: provinceOf(said.postcode) ?? said.province,
    givenName: (person && said.givenName) || null,
    firstSurname: (person && said.firstSurname) || null,
    secondSurname: (person && said.secondSurname) || null,
    retentionReason: said.retentionReason || null,
  }
}

function retentionColumns({ retention, retentionYear }: Said, territory: Territory, now: Date) {
  const year = needsNotice(retention) ? (retentionYear ?? null) : null
  const today = Number(todayPlus(now).slice(0, 4))
  return {
    ...{ retention, retentionYear: year },
    retentionBp: retentionBpOf({ retention, retentionYear: year, territory }, today),
  }
}

/** What is wrong with a day for an account itself: it would change what was presented to it of months that are over. */
async function presentedFault(
  tx: Tx,
  accountId: string,
  stored: AccountSettings['information'],
  said: Said,
  before: Information,
  now: Date,
): Promise<FieldError | undefined> {
  if (!stored || !said.since) return undefined
  const to = standingOf(said, before)
  const same = (['kind', 'taxId', 'territory', 'supply'] as const).every((name) => stored[name] === to[name])
  if (same && (stored.since === null || said.since === stored.since)) return undefined
  const month = await lastPresented(tx, accountId, now)
  const earlier = same && stored.since && stored.since < said.since ? stored.since : said.since
  return month && earlier < month.next
    ? { code: 'billing.sincePresented', params: { day: month.next } }
    : undefined
}

/** Keeps what was so before where bills are taxed by it, and begins another series of numbers for another NIF. */
async function keepStanding(
  tx: Tx,
  accountId: string,
  stored: NonNullable<AccountSettings['information']>,
  to: Standing,
  since: string | null | undefined,
  now: Date,
) {
  const issuer = stored.taxId !== to.taxId || stored.kind !== to.kind
  // Only the day from which it is so was wrong.
  if (!issuer && stored.territory === to.territory && stored.supply === to.supply)
    return { changed: since != null && since !== stored.since, values: since ? { since } : {} }
  await tx.insert(billingInformationPast).values({
    accountId,
    since: stored.since,
    information: { ...frozenOf(stored), iban: stored.iban },
    at: now,
  })
  const from = since || todayPlus(now)
  if (issuer) {
    await leaveDebts(tx, accountId, from, now)
    await endConsents(tx, accountId)
  }
  const values = { since: from, ...(issuer ? { series: (stored.series ?? 1) + 1 } : {}) }
  return { changed: true, values }
}

/** Where nothing is withheld there is nothing to show for it. */
async function fileColumns(
  retention: InformationDraft['retention'],
  name: string | undefined,
  pdf: Buffer | undefined,
  files: FileStore,
) {
  if (retention === 'none') return { retentionFile: null, retentionFileName: null }
  if (!pdf || !name) return {}
  // Not served to anybody by its name: it has none of the public files' endings.
  const key = `${v7()}.retention`
  await files.put(key, pdf)
  return { retentionFile: key, retentionFileName: name }
}

async function isOwnPassword(tx: Tx, personId: string, password: string) {
  const [own] = await tx.select({ hash: person.passwordHash }).from(person).where(eq(person.id, personId))
  return password !== '' && (await verifyPassword(own?.hash, password))
}
