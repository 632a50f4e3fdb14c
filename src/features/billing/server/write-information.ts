import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { verifyPassword } from '#features/account/server/password.ts'
import { person } from '#features/account/server/table.ts'
import type { PortalScope } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { type FieldError, Unprocessable } from '#platform/errors.ts'
import type { FileStore } from '#platform/files.ts'
import { todayPlus } from '#platform/windows.ts'
import { ibanHoldHours, type Territory } from '../choices.ts'
import type { Information, InformationDraft } from '../information-contract.ts'
import { provinceOf } from '../places.ts'
import { needsNotice, retentionBpOf } from '../retention.ts'
import { isPdf, pdfMaxBytes } from './add-line.ts'
import { followStanding, lastPresented } from './follow-standing.ts'
import { getInformation, ofMaster } from './information.ts'
import { contradictions, legalNameOf } from './information-faults.ts'
import { billingInformation } from './information-table.ts'
import { keepStanding, standingOf } from './keep-standing.ts'
import { lockAccount } from './ledger.ts'
import { mailAccount } from './mails.ts'
import { checkedIban, checkedTaxId } from './numbers-of-payees.ts'
import { type AccountSettings, settingsOf } from './settings.ts'
import { changeTaxId } from './tax-id-holders.ts'

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
  writer: Writer,
): Promise<void> {
  const { now, appOrigin, files } = writer
  const accountId = ofMaster(portal)
  const before = await getInformation(tx, portal)
  const settings = await settingsOf(tx, accountId, now, always)
  const stored = settings.information
  const { password: _, iban: saidIban, retentionFile, ...said } = draft
  const taxId = checkedTaxId(said.taxId)
  const iban = saidIban ? checkedIban(saidIban) : stored?.iban
  const pdf = retentionFile ? Buffer.from(retentionFile.content, 'base64') : undefined
  const fields = await faultsOf(tx, draft, { taxId, iban, pdf }, { accountId, before, settings }, writer)
  if (Object.keys(fields).length > 0 || !taxId || !iban) throw new Unprocessable(fields)
  // The first account number replaces nobody's: only a changed one may be a thief's.
  const replaced = stored !== undefined && stored.iban !== iban
  const standing = standingOf({ ...said, taxId }, before)
  const values = {
    ...plainColumns(said),
    ...standing,
    ...retentionColumns(said, standing.territory, now),
    ...(await fileColumns(said.retention, retentionFile?.name, pdf, files)),
    iban,
    ...(replaced ? { ibanHeldUntil: new Date(now.getTime() + ibanHoldHours * 3_600_000) } : {}),
  }
  // What goes on being settled is not settled by two at once.
  await lockAccount(tx, accountId)
  const moved = await keepStanding(tx, accountId, stored, standing, said.since, now)
  const sharing = await sharingOf(tx, accountId, stored?.taxId, taxId)
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
  if (moved.changed) await followStanding(tx, accountId, { now, appOrigin })
  if (replaced) await mailAccount(tx, await settingsOf(tx, accountId, now), 'iban', { appOrigin })
}

/** What is known of an account before it says something else. */
interface Known {
  accountId: string
  before: Information
  settings: AccountSettings
}

/** What a draft says, as it is kept; undefined where it cannot be. */
interface Checked {
  taxId: string | undefined
  iban: string | undefined
  pdf: Buffer | undefined
}

/** Every field that is wrong, and why. */
async function faultsOf(
  tx: Tx,
  draft: InformationDraft,
  { taxId, iban, pdf }: Checked,
  known: Known,
  { actorId, now, staff }: Writer,
): Promise<Record<string, FieldError>> {
  const { provider, information } = known.settings
  const said = { ...draft, taxId: taxId ?? draft.taxId }
  const contradictory = contradictions(said, known.before, now)
  const presented = staff ? undefined : await presentedFault(tx, said, known, now)
  const changed = iban !== undefined && iban !== information?.iban
  const faults = {
    taxId: taxIdFault(taxId, provider?.taxId),
    since: contradictory.since ?? presented,
    iban: iban ? undefined : { code: draft.iban ? 'billing.iban' : 'validation.required' },
    password: changed ? await passwordFault(tx, actorId, draft.password) : undefined,
    retentionFile: noticeFault(pdf),
  }
  return { ...contradictory, ...definedOf(faults) }
}

const definedOf = (faults: Record<string, FieldError | undefined>) =>
  Object.fromEntries(
    Object.entries(faults).filter((one): one is [string, FieldError] => one[1] !== undefined),
  )

function taxIdFault(taxId: string | undefined, ofProvider: string | undefined): FieldError | undefined {
  if (!taxId) return { code: 'billing.taxId' }
  // Nobody invoices themselves.
  return taxId === ofProvider ? { code: 'billing.taxIdOfProvider' } : undefined
}

async function passwordFault(tx: Tx, actorId: string, password = ''): Promise<FieldError | undefined> {
  if (await isOwnPassword(tx, actorId, password)) return undefined
  return { code: password ? 'account.wrongPassword' : 'billing.passwordForIban' }
}

function noticeFault(pdf: Buffer | undefined): FieldError | undefined {
  if (!pdf) return undefined
  if (pdf.length > pdfMaxBytes) return { code: 'billing.pdfTooLarge' }
  return isPdf(pdf) ? undefined : { code: 'billing.notPdf' }
}

/** Another NIF may stand on other accounts too, and nobody has looked at it yet. */
async function sharingOf(tx: Tx, accountId: string, from: string | undefined, to: string) {
  if (from === to) return {}
  return { taxIdShared: await changeTaxId(tx, accountId, { from, to }), taxIdConfirmed: false }
}

/** After every day: what an account says now, whatever was so before. */
const always = '9999-12-31'

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
  said: Said,
  { accountId, before, settings: { information: stored } }: Known,
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
