import { and, eq, inArray, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { billTypes } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, Unprocessable } from '#platform/errors.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { type Correction, differing, type Fault, rowOfCorrection } from '../corrections.ts'
import type { Totals } from '../totals.ts'
import { isAgreed } from './agreement.ts'
import { type Acceptor, contentHash, nextNumber } from './approve-bill.ts'
import { contentOf, demandOnePayment, demandWhatIsLeft, partsOf, reopenParts } from './correction-parts.ts'
import { recordIssue } from './fiscal-record.ts'
import { post } from './ledger.ts'
import { mailAccount } from './mails.ts'
import { billTurned } from './occasions.ts'
import { settingsOf } from './settings.ts'
import { releaseCharges, settleCharges } from './settle-charges.ts'
import { bill, billLine } from './table.ts'

type Row = typeof bill.$inferSelect
const touched = { version: sql`${bill.version} + 1`, updatedAt: sql`clock_timestamp()` }

export interface CorrectionDraft {
  reason: string
  fault: Fault | undefined
  /** Only this much more or less; left out, all of the bill is taken back. */
  difference?: { amountCents: number; description: string } | undefined
}
interface Proposer {
  now: Date
  actorId: string | null
  appOrigin: string
}

/**
 * Proposes a corrective bill for an Approved one, which its account accepts or disputes as every other. Until then nothing
 * moves. @throws Conflict while another waits, while the bill is at the bank, and for an advance that is being settled;
 * Unprocessable by field without what was wrong, and for a difference that sets nothing right or takes more than is left.
 */
export async function proposeCorrection(
  tx: Tx,
  row: Row,
  { reason, fault, difference }: CorrectionDraft,
  { now, actorId, appOrigin }: Proposer,
): Promise<void> {
  await demandCorrectable(tx, row)
  const refuse = (field: string, code: string) => {
    throw new Unprocessable({ [field]: { code } })
  }
  if (!fault) return refuse('fault', 'validation.required')
  if (difference && (row.type !== billTypes.bills || !differing.includes(fault)))
    return refuse('difference', 'billing.wholeOnly')
  await demandNoneWaits(tx, row)
  const parts = await partsOf(tx, row.id)
  if (difference) demandWhatIsLeft(row, parts, difference, refuse)
  else demandOnePayment(row, parts)
  const { lines, totals, amountCents } = await contentOf(tx, row, parts, difference)
  const { information, provider, period, periodFrom, accountId, type, tax, operationsFrom } = row
  // By the agreement that its operations were done under; where that was withdrawn it is the account's own to issue.
  const selfInvoice = await isIssuedHere(tx, row, row)
  const id = v7()
  const correction: Correction = { fault, whole: !difference }
  await tx.insert(bill).values({
    ...{ id, accountId, type, status: 'Pending', period, selfInvoice, information, provider, totals, tax },
    ...{ correctsId: row.id, correction, reason, actorId, closedAt: now, operationsFrom, periodFrom },
    amountCents,
  })
  if (lines.length > 0) await tx.insert(billLine).values(lines.map((line) => ({ ...line, billId: id })))
  await tx.update(bill).set(touched).where(eq(bill.id, row.id))
  const about = { appOrigin, billId: id, number: row.number ?? '', amountCents: totals.payableCents }
  await mailAccount(
    tx,
    await settingsOf(tx, accountId, now),
    selfInvoice ? 'corrective' : 'correctiveOwn',
    about,
  )
  await billTurned.tell(tx, id, 'ready')
}

const isIssuedHere = async (tx: Tx, { selfInvoice }: Row, operationsOf: Row) =>
  selfInvoice !== false && (await isAgreed(tx, operationsOf))

async function demandNoneWaits(tx: Tx, row: Row) {
  const [waiting] = await tx
    .select({ id: bill.id })
    .from(bill)
    .where(and(eq(bill.correctsId, row.id), eq(bill.status, 'Pending')))
  if (waiting) throw new Conflict('billing.beingCorrected')
}

async function demandCorrectable(tx: Tx, row: Row) {
  if (row.correctsId || row.status !== 'Approved') throw new Conflict('billing.notCancellable')
  if (row.payment === 'inRemittance') throw new Conflict('billing.atBank')
  if (row.type === billTypes.advances) await refuseSettled(tx, row.id)
}

async function refuseSettled(tx: Tx, advanceId: string) {
  const [settled] = await rows<{ cents: string | null }>(
    tx,
    sql`select sum(case when "to" = 'advances' then amount_cents else -amount_cents end) as cents
      from ledger_entry where advance_id = ${advanceId} and bill_id <> ${advanceId} and ("to" = 'advances' or "from" = 'advances')`,
  )
  if (Number(settled?.cents ?? 0) !== 0) throw new Conflict('billing.advanceSettled')
}

/**
 * Issues a corrective bill that was accepted. One of the whole turns every move of the bill round but the bank's and charges', so that
 * its amounts are open again; where the bill was paid, what was paid too much is set against what is paid next.
 * @throws Conflict where the bill has gone to the bank, or an advance was settled, since it was proposed.
 */
export async function issueCorrection(
  tx: Tx,
  row: Row,
  { now, by, proof, actorId, appOrigin }: Acceptor,
): Promise<void> {
  const original = await lockOriginal(tx, row)
  if (!row.totals) throw new Conflict('billing.notCancellable')
  await demandCorrectable(tx, original)
  const { totals, information, provider, period, tax, correction } = row
  const settings = await settingsOf(tx, row.accountId, now)
  const issuedOn = formatDay(dayOf(now.getTime()))
  const year = Number(issuedOn.slice(0, 4))
  const number = await nextNumber(tx, { ...settings, issuer: information }, 'corrective', year)
  const lines = await tx.select().from(billLine).where(eq(billLine.billId, row.id)).orderBy(billLine.position)
  const whole = correction?.whole !== false
  const parts = whole ? await partsOf(tx, original.id) : []
  demandOnePayment(original, parts)
  const selfInvoice = await isIssuedHere(tx, row, original)
  const settled = totals.payableCents === 0 || endsUnpaid(original, whole)
  await tx
    .update(bill)
    .set({
      ...{
        status: 'Approved',
        number,
        issuedOn,
        approvedAt: now,
        acceptance: by,
        proof: proof ?? null,
        actorId,
      },
      ...{
        closedAt: row.closedAt,
        selfInvoice,
        ...(settled ? { payment: 'paid' as const, paidOn: issuedOn } : {}),
      },
      hash: contentHash({
        ...{ number, issuedOn, period, information, provider, lines, totals, correction },
        ...(tax ? { tax } : {}),
        corrects: original.number,
      }),
      ...touched,
    })
    .where(eq(bill.id, row.id))
  if (whole) await turnBack(tx, row, [original, ...parts], now)
  else await postDifference(tx, row, totals, now)
  if (selfInvoice) await keepRecord(tx, row, { number, issuedOn, totals }, now)
  const about = { appOrigin, billId: row.id, number, amountCents: totals.payableCents }
  await mailAccount(tx, settings, 'issued', about)
  await billTurned.tell(tx, row.id, 'approved')
  if (settled) await billTurned.tell(tx, row.id, 'paid')
  await settleCharges(tx, row.accountId, now)
}

/** Together with a bill that nobody has paid it is nothing; all else is paid, or set against what is paid next. */
const endsUnpaid = ({ payment }: Row, whole: boolean) => whole && payment !== 'paid'

async function lockOriginal(tx: Tx, { correctsId }: Row) {
  const [original] = await tx
    .select()
    .from(bill)
    .where(eq(bill.id, correctsId ?? ''))
    .for('update')
  if (!original?.number) throw new Conflict('billing.notCancellable')
  return original
}

/** Takes a bill back as a whole, with what has set it right so far. */
async function turnBack(tx: Tx, { id: correctiveId }: Row, [original, ...parts]: [Row, ...Row[]], now: Date) {
  for (const { id } of [original, ...parts]) await turnMoves(tx, correctiveId, id)
  await reopenParts(tx, parts, now)
  // Parts of what was paid stay what they are: owed, or set against it.
  await cancel(tx, [original, ...(original.payment === 'paid' ? [] : parts)], now)
  // Nothing of it will ever be paid: what was set against it is owed again.
  if (original.payment !== 'paid') await releaseCharges(tx, original, now)
}

async function postDifference(tx: Tx, { id: billId, accountId }: Row, totals: Totals, now: Date) {
  const of = { accountId, billId }
  await post(tx, now, [
    { ...of, from: 'adjustment', to: 'payable', amountCents: totals.baseCents },
    { ...of, from: 'tax', to: 'payable', amountCents: totals.taxCents },
    { ...of, from: 'payable', to: 'retention', amountCents: totals.retentionCents },
  ])
}

async function keepRecord(
  tx: Tx,
  { id: billId, information, correction }: Row,
  issued: { number: string; issuedOn: string; totals: Totals },
  now: Date,
) {
  if (!information) return
  const { type } = rowOfCorrection(correction)
  await recordIssue(tx, { billId, issuerTaxId: information.taxId, type, ...issued }, now)
}

async function turnMoves(tx: Tx, id: string, originalId: string) {
  await tx.execute(sql`
    insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, portal_id, month, commission_bp, tax_bp,
      item_id, bill_id, advance_id, split_id, share_bp, description, reference, units)
    select gen_random_uuid(), account_id, "to", "from", amount_cents, type, portal_id, month, commission_bp, tax_bp, item_id,
      ${id}, advance_id, split_id, share_bp, description, reference, units
    from ledger_entry where bill_id = ${originalId} and not array["from", "to"] && array['bank', 'charged'] order by at, id`)
}

const cancel = (tx: Tx, bills: readonly Row[], now: Date) =>
  tx
    .update(bill)
    .set({ status: 'Cancelled', cancelledAt: now, ...touched })
    .where(
      inArray(
        bill.id,
        bills.map(({ id }) => id),
      ),
    )

/** Drops a corrective bill that waits: the account has disputed it, or staff have taken it back. */
export async function dropCorrection(tx: Tx, row: Row, reason: string | null, now: Date): Promise<void> {
  await tx
    .update(bill)
    .set({ status: 'Cancelled', reason, cancelledAt: now, ...touched })
    .where(eq(bill.id, row.id))
}
