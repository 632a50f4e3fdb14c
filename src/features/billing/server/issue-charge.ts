import { eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { Conflict, type FieldError, NotFound, Unprocessable } from '#platform/errors.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import type { ChargeKind } from '../choices.ts'
import { territoryOf } from '../places.ts'
import { type BillTax, taxCaseOf } from '../tax-cases.ts'
import { type Totals, totalsOf } from '../totals.ts'
import { contentHash } from './approve-bill.ts'
import { charge, chargeCounter, chargeLine, chargeSettlement } from './charge-table.ts'
import { thisMonth } from './close-bill.ts'
import { recordIssue } from './fiscal-record.ts'
import type { FrozenInformation, FrozenProvider } from './frozen.ts'
import { lockAccount, post } from './ledger.ts'
import { mailAccount } from './mails.ts'
import { chargeTurned } from './occasions.ts'
import { type AccountSettings, frozenOf, frozenProvider, settingsOf, taxBpOf } from './settings.ts'
import { openSql, settleCharges } from './settle-charges.ts'

interface Line {
  kind: ChargeKind
  description: string
  units: number
  taxBp: number
  amountCents: number
}
interface Draft {
  kind: ChargeKind
  description: string
  units: number
  unitCents: number
  taxBp?: number | null | undefined
}
export interface Issuer {
  now: Date
  actorId: string | null
  appOrigin: string
}

/** The next number of one of the provider's own series; whoever asks second waits for the first. */
async function nextNumber(tx: Tx, issuerTaxId: string, series: 'charge' | 'corrective', year: number) {
  const [row] = await tx
    .insert(chargeCounter)
    .values({ issuerTaxId, series, year, last: 1 })
    .onConflictDoUpdate({
      target: [chargeCounter.issuerTaxId, chargeCounter.series, chargeCounter.year],
      set: { last: sql`${chargeCounter.last} + 1` },
    })
    .returning({ last: chargeCounter.last })
  const number = `F-${year}-${String(row?.last ?? 0).padStart(5, '0')}`
  return series === 'charge' ? number : `R-${number}`
}

/**
 * Rates that a line may have besides the usual one, in basis points: of VAT (Ley 37/1992, arts. 90 and 91) and IGIC. The table of
 * cases has none that charges IPSI.
 */
const ratesBp = {
  default: [2_100, 1_000, 400],
  igic: [300, 500, 700, 950, 1_500, 2_000],
  ipsi: [],
} as const

type Sides = { [side in 'provider' | 'information']: NonNullable<AccountSettings[side]> }

/**
 * How what the provider supplies is taxed: the table of cases the other way round. Goods that it has made stay in its hands to be
 * sold, and so are supplied where it is (Ley 37/1992, art. 68.Uno; Ley 20/1991, art. 17.Uno); everything else is a service.
 */
function taxOf(kind: ChargeKind, { provider, information }: Sides): BillTax | undefined {
  const from = territoryOf(provider.postcode) ?? 'peninsula'
  return taxCaseOf(from, kind === 'pressing' ? from : information.territory, 'services', provider.taxReading)
}

/**
 * Issues an invoice to an account: it gets its number, day, hash and record, is set against what the account is owed, and told to it.
 * @throws Conflict where one of the parties is not known, or the table of cases has none for them; Unprocessable by `lines` for what
 * is taxed in two ways
 */
export async function issueCharge(
  tx: Tx,
  accountId: string,
  drafts: readonly Draft[],
  issuer: Issuer,
): Promise<string> {
  await lockAccount(tx, accountId)
  const settings = await settingsOf(tx, accountId, issuer.now)
  const { information, provider } = settings
  if (!provider) throw new Conflict('billing.providerMissing')
  if (!information) throw new Conflict('billing.informationMissing')
  if (settings.taxIdShared) throw new Conflict('billing.taxIdShared')
  const taxes = drafts.map(({ kind }) => taxOf(kind, { provider, information }))
  const [tax] = taxes
  if (!tax || taxes.includes(undefined)) throw new Conflict('billing.chargeTax')
  const refuse = (code: string): never => {
    const fields: Record<string, FieldError> = { lines: { code } }
    throw new Unprocessable(fields)
  }
  if (taxes.some((one) => one?.case !== tax.case)) refuse('billing.chargeMixed')
  const usual = await taxBpOf(tx, tax, todayPlus(issuer.now))
  const known: number[] = [usual, ...(tax.rate === null ? [] : ratesBp[tax.rate])]
  if (drafts.some(({ taxBp }) => tax.rate !== null && typeof taxBp === 'number' && !known.includes(taxBp)))
    refuse('billing.taxRate')
  const lines = drafts.map(({ kind, description, units, unitCents, taxBp }) => ({
    ...{ kind, description, units, amountCents: units * unitCents },
    taxBp: tax.rate === null ? 0 : (taxBp ?? usual),
  }))
  const { id, number, totals } = await keep(
    tx,
    { accountId, information: frozenOf(information), provider: frozenProvider(provider), tax, lines },
    issuer,
  )
  await settleCharges(tx, accountId, issuer.now)
  await tell(tx, settings, { id, number, totals }, issuer)
  return id
}

interface Content {
  accountId: string
  information: FrozenInformation
  provider: FrozenProvider
  tax: BillTax
  lines: readonly Line[]
  corrects?: { id: string; reason: string }
}

async function keep(
  tx: Tx,
  { accountId, information, provider, tax, lines, corrects }: Content,
  { now, actorId }: Issuer,
) {
  const issuedOn = todayPlus(now)
  const totals = totalsOf({ groups: lines, outstandingCents: 0, settlementBp: 0, retentionBp: 0 })
  const series = corrects ? 'corrective' : 'charge'
  const id = v7()
  const number = await elevated(tx, 'provider', () =>
    nextNumber(tx, provider.taxId, series, Number(issuedOn.slice(0, 4))),
  )
  const content = { number, issuedOn, information, provider, tax, lines, totals, corrects: corrects?.id }
  await tx.insert(charge).values({
    ...{ id, accountId, number, issuedOn, information, provider, tax, totals, actorId },
    ...{ hash: contentHash(content), correctsId: corrects?.id ?? null, reason: corrects?.reason ?? null },
  })
  await tx
    .insert(chargeLine)
    .values(lines.map((line, position) => ({ ...line, chargeId: id, accountId, position })))
  const back = corrects !== undefined
  const move = (to: 'services' | 'tax', cents: number) => ({
    ...{ accountId, itemId: id, month: thisMonth(now), amountCents: Math.abs(cents) },
    ...(back ? { from: to, to: 'charged' as const } : { from: 'charged' as const, to }),
  })
  await post(tx, now, [move('services', totals.baseCents), move('tax', totals.taxCents)])
  await recordIssue(
    tx,
    { chargeId: id, issuerTaxId: provider.taxId, number, issuedOn, type: back ? 'R1' : 'F1', totals },
    now,
  )
  await chargeTurned.tell(tx, id, 'issued')
  return { id, number, totals }
}

const tell = (
  tx: Tx,
  settings: AccountSettings,
  { id, number, totals }: { id: string; number: string; totals: Totals },
  { appOrigin }: Issuer,
  kind: 'charge' | 'chargeBack' = 'charge',
) =>
  mailAccount(tx, settings, kind, {
    ...{ appOrigin, number, amountCents: Math.abs(totals.totalCents), chargeId: id },
  })

/** Locks a charge's account; answers it as it is then. @throws NotFound */
export async function lockCharge(tx: Tx, chargeId: string) {
  const [found] = await tx.select().from(charge).where(eq(charge.id, chargeId))
  if (!found) throw new NotFound()
  await lockAccount(tx, found.accountId)
  return found
}

const openOf = async (tx: Tx, chargeId: string): Promise<number> => {
  const [row] = await rows<{ cents: string }>(
    tx,
    sql`select ${openSql} as cents from charge c where c.id = ${chargeId}`,
  )
  return Number(row?.cents ?? 0)
}

/**
 * Takes a charge back, as a whole (RD 1619/2012, art. 15): what was open of it is nothing any more, and what was settled is paid
 * with the account's next bill. @throws Conflict for one that was taken back, or takes one back itself
 */
export async function correctCharge(tx: Tx, chargeId: string, reason: string, issuer: Issuer) {
  const row = await lockCharge(tx, chargeId)
  const [taken] = await tx.select({ id: charge.id }).from(charge).where(eq(charge.correctsId, chargeId))
  if (row.correctsId || taken) throw new Conflict('billing.chargeCorrected')
  const { accountId, information, provider, tax } = row
  const lines = await tx
    .select()
    .from(chargeLine)
    .where(eq(chargeLine.chargeId, chargeId))
    .orderBy(chargeLine.position)
  const made = await keep(
    tx,
    {
      ...{ accountId, information, provider, tax, corrects: { id: chargeId, reason } },
      lines: lines.map((line) => ({ ...line, amountCents: -line.amountCents })),
    },
    issuer,
  )
  const amountCents = await openOf(tx, chargeId)
  if (amountCents > 0) {
    await tx
      .insert(chargeSettlement)
      .values({ accountId, chargeId, againstId: made.id, amountCents, day: todayPlus(issuer.now) })
    await chargeTurned.tell(tx, chargeId, 'settled')
    if ((await openOf(tx, made.id)) === 0) await chargeTurned.tell(tx, made.id, 'settled')
  }
  await settleCharges(tx, accountId, issuer.now)
  await tell(tx, await settingsOf(tx, accountId, issuer.now), made, issuer, 'chargeBack')
  return made.id
}

/**
 * Records that the account has paid what was open, or was paid what a charge gave back. @throws Conflict where nothing is; AppError
 * 422 by `on`
 */
export async function payCharge(tx: Tx, chargeId: string, on: string, now: Date): Promise<void> {
  const row = await lockCharge(tx, chargeId)
  const amountCents = await openOf(tx, chargeId)
  if (amountCents === 0) throw new Conflict('billing.chargeSettled')
  const dated = dayFault(on, row.issuedOn, todayPlus(now))
  if (dated) throw new Unprocessable({ on: dated })
  const { accountId } = row
  await tx.insert(chargeSettlement).values({ accountId, chargeId, amountCents, day: on })
  const of = { accountId, itemId: chargeId, amountCents: Math.abs(amountCents), day: on }
  await post(tx, now, [
    amountCents > 0 ? { ...of, from: 'bank', to: 'charged' } : { ...of, from: 'charged', to: 'bank' },
  ])
  await chargeTurned.tell(tx, chargeId, 'settled')
}
