import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import type { Acceptance } from '../choices.ts'
import { issuesItsOwn } from '../foral.ts'
import { taxBefore } from '../tax-cases.ts'
import { settleOldestFirst, type Totals, totalsOf } from '../totals.ts'
import { isAgreed } from './agreement.ts'
import { recordIssue } from './fiscal-record.ts'
import type { FrozenInformation } from './frozen.ts'
import { linesOf } from './get-bill.ts'
import { openAdvances, post } from './ledger.ts'
import { mailAccount } from './mails.ts'
import { isOfItsMonths } from './months-of-bill.ts'
import { billTurned } from './occasions.ts'
import { isNumberTaken } from './own-number.ts'
import { type AccountSettings, frozenProvider, settingsOf } from './settings.ts'
import { settleCharges } from './settle-charges.ts'
import { ibanOf } from './standing.ts'
import { bill, billLine } from './table.ts'
import { advancesLeft } from './totals-of-bills.ts'

type Row = typeof bill.$inferSelect
type Settled = ReturnType<typeof settleOldestFirst<Awaited<ReturnType<typeof openAdvances>>[number]>>

/**
 * The next number of a series; whoever asks second waits until the first has committed or given it back. Each NIF that
 * an account has had issues in series of its own.
 */
export async function nextNumber(
  tx: Tx,
  of: { accountId: string; code: string; issuer?: Pick<FrozenInformation, 'series'> | null },
  kind: 'bill' | 'corrective',
  year: number,
): Promise<string> {
  const nth = of.issuer?.series ?? 1
  const series = nth === 1 ? kind : (`${kind}:${nth}` as const)
  const [row] = await rows<{ last: number }>(
    tx,
    sql`insert into bill_counter (account_id, series, year, last) values (${of.accountId}, ${series}, ${year}, 1)
      on conflict (account_id, series, year) do update set last = bill_counter.last + 1 returning last`,
  )
  const number = `${of.code}${nth === 1 ? '' : `-${nth}`}-${year}-${String(row?.last ?? 0).padStart(5, '0')}`
  return kind === 'bill' ? number : `R-${number}`
}

/** A hash over everything that an issued bill says. */
export const contentHash = (content: unknown) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')

/** Who accepts, and when; staff with the proof of it. */
export interface Acceptor {
  now: Date
  by: Acceptance
  proof?: string | undefined
  actorId: string | null
  appOrigin: string
}

/**
 * Issues a Pending bill that was accepted: advances are settled oldest first, and it gets its number, day and hash, all at once. The
 * account's lock has to be held.
 * @throws Conflict when it waits for something.
 */
export async function approveBill(
  tx: Tx,
  row: Row,
  { now, by, proof, actorId, appOrigin }: Acceptor,
): Promise<void> {
  const settings = await settingsOf(tx, row.accountId, now)
  const { selfInvoice, provider, information } = await readyParties(tx, row, settings, now)
  const lines = await linesOf(tx, row, settings)
  const advances = await openAdvances(tx, row.accountId, information.taxId)
  const left = await advancesLeft(tx, [row.accountId])
  const totals = totalsOf({
    groups: lines,
    outstandingCents: left(row.accountId, information.taxId, row.id),
    settlementBp: information.settlementBp,
    retentionBp: information.retentionBp,
  })
  const settled = settleOldestFirst(totals.settledCents, advances)
  const today = formatDay(dayOf(now.getTime()))
  // Who issues it says on which day.
  const issuedOn = selfInvoice ? today : (row.ownDate ?? today)
  await post(tx, now, moves(row, totals, settled))
  await writeSettled(tx, row, settled, { position: lines.length, month: today, taxBp: settings.taxBp })
  const number = selfInvoice
    ? await nextNumber(tx, { ...settings, issuer: information }, 'bill', Number(issuedOn.slice(0, 4)))
    : (row.ownNumber ?? '')
  const content = {
    number,
    issuedOn,
    period: row.period,
    information,
    provider,
    lines,
    settled,
    totals,
    ...(row.tax ? { tax: row.tax } : {}),
  }
  await tx
    .update(bill)
    .set({
      status: 'Approved',
      number,
      issuedOn,
      totals,
      information,
      provider,
      hash: contentHash(content),
      proof: proof ?? null,
      acceptance: by,
      actorId,
      approvedAt: now,
      // Nothing is left to be transferred where advances took it all.
      ...(totals.payableCents === 0 ? { payment: 'paid' as const, paidOn: issuedOn } : {}),
      version: sql`${bill.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(bill.id, row.id))
  if (selfInvoice)
    await recordIssue(
      tx,
      { billId: row.id, issuerTaxId: information.taxId, number, issuedOn, type: 'F1', totals },
      now,
    )
  // The supplier's copy, in time (RD 1619/2012, arts. 5.2.c, 18).
  const about = { appOrigin, billId: row.id, amountCents: totals.payableCents, number }
  await mailAccount(tx, settings, 'issued', about)
  await billTurned.tell(tx, row.id, 'approved')
  if (totals.payableCents === 0) await billTurned.tell(tx, row.id, 'paid')
  await settleCharges(tx, row.accountId, now)
}

/**
 * Whom the bill that is about to be issued names, and whether we write it for its account.
 * @throws Conflict for the first thing that it waits for.
 */
async function readyParties(tx: Tx, row: Row, settings: AccountSettings, now: Date) {
  const selfInvoice = row.selfInvoice ?? true
  if (!selfInvoice) await demandOwnNumber(tx, row)
  const provider = row.provider ?? settings.provider
  if (!provider) throw new Conflict('billing.providerMissing')
  const information = await presentInformation(tx, row)
  if (selfInvoice && !(await isAgreed(tx, row))) throw new Conflict('billing.agreementMissing')
  // Whom it names may be somebody else: staff look first.
  if (isShared(information.taxId, settings)) throw new Conflict('billing.taxIdShared')
  if (!(await isOfItsMonths(tx, row, now))) throw new Conflict('billing.closeAgain')
  if (selfInvoice && isClosedAmiss(row, information)) throw new Conflict('billing.closeAgain')
  return { selfInvoice, provider: frozenProvider(provider), information }
}

/** Whom the bill names, and where that is paid now. */
async function presentInformation(tx: Tx, { accountId, information }: Row): Promise<FrozenInformation> {
  if (!information) throw new Conflict('billing.informationMissing')
  const iban = await ibanOf(tx, accountId, information.taxId)
  return { ...information, ...(iban ? { iban } : {}) }
}

async function demandOwnNumber(tx: Tx, row: Row) {
  if (!row.ownNumber) throw new Conflict('billing.ownInvoiceMissing')
  if (await isNumberTaken(tx, row)) throw new Conflict('billing.numberTaken')
}

const isShared = (taxId: string, { taxIdShared, information }: AccountSettings) =>
  taxIdShared && information?.taxId === taxId

/** Closed with the tax of its territory, which nobody owes, or where nobody else may issue: it is closed again. */
const isClosedAmiss = ({ tax }: Row, { territory }: FrozenInformation) =>
  (!tax && taxBefore(territory).name !== 'IVA') || issuesItsOwn(territory)

/** What it pays back of advances, as the last of its lines. */
async function writeSettled(
  tx: Tx,
  { id: billId, accountId }: Row,
  settled: Settled,
  { position, month, taxBp }: { position: number; month: string; taxBp: number },
): Promise<void> {
  if (settled.length === 0) return
  await tx.insert(billLine).values(
    settled.map(({ advance, cents }, at) => ({
      ...{ billId, accountId, month },
      position: position + at,
      type: 'Advance' as const,
      // Spread over the rates of the bill: it has none of its own.
      taxBp,
      itemId: advance.id,
      reference: advance.number,
      amountCents: -cents,
    })),
  )
}

const moves = ({ id: billId, accountId }: Row, totals: Totals, settled: Settled) => [
  ...settled.map(({ advance, cents }) => ({
    ...{ accountId, billId, from: 'held' as const, to: 'advances' as const, amountCents: cents },
    advanceId: advance.id,
  })),
  { accountId, billId, from: 'held' as const, to: 'payable' as const, amountCents: totals.baseCents },
  { accountId, billId, from: 'tax' as const, to: 'payable' as const, amountCents: totals.taxCents },
  {
    accountId,
    billId,
    from: 'payable' as const,
    to: 'retention' as const,
    amountCents: totals.retentionCents,
  },
]
