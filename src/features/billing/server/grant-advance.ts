import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { type Totals, totalsOf } from '../totals.ts'
import { isOffered } from './acceptance-plan.ts'
import { demand } from './advances.ts'
import { isAgreed } from './agreement.ts'
import { type Acceptor, contentHash, nextNumber } from './approve-bill.ts'
import { recordIssue } from './fiscal-record.ts'
import { post } from './ledger.ts'
import { mailAccount } from './mails.ts'
import { billTurned } from './occasions.ts'
import { frozenOf, frozenProvider, settingsOf } from './settings.ts'
import { bill, billLine } from './table.ts'

type Row = typeof bill.$inferSelect
const touched = { version: sql`${bill.version} + 1`, updatedAt: sql`clock_timestamp()` }

/**
 * Grants an advance under review: its own bill with tax and retention is frozen and presented to the account.
 * @throws Conflict while it is not under review, or something is missing that a bill needs.
 */
export async function grantAdvance(
  tx: Tx,
  row: Row,
  { now, actorId, appOrigin }: { now: Date; actorId: string | null; appOrigin: string },
): Promise<void> {
  demand(row, 'Pending')
  if (isOffered(row)) throw new Conflict('billing.advanceState')
  const settings = await settingsOf(tx, row.accountId, now)
  if (!settings.information) throw new Conflict('billing.informationMissing')
  if (settings.selfInvoice && !settings.agreed) throw new Conflict('billing.agreementMissing')
  if (!settings.provider) throw new Conflict('billing.providerMissing')
  if (!settings.tax) throw new Conflict('billing.noTaxCase')
  if (settings.taxIdShared) throw new Conflict('billing.taxIdShared')
  const { id: billId, accountId } = row
  const { taxBp, tax, selfInvoice } = settings
  const amountCents = row.amountCents ?? 0
  const information = { ...frozenOf(settings.information), iban: settings.information.iban }
  const totals = totalsOf({
    ...{ groups: [{ taxBp, amountCents }], outstandingCents: 0, settlementBp: 0 },
    retentionBp: information.retentionBp,
  })
  await tx.insert(billLine).values({
    ...{
      billId,
      position: 0,
      accountId,
      type: 'Advance' as const,
      taxBp,
      description: row.reason,
      amountCents,
    },
    month: formatDay(dayOf(now.getTime())),
  })
  await tx
    .update(bill)
    .set({
      ...{ totals, tax, information, provider: frozenProvider(settings.provider), selfInvoice, actorId },
      ...{ closedAt: now, lookOn: null, reminders: [], ...touched },
    })
    .where(eq(bill.id, billId))
  const about = { appOrigin, billId, amountCents: totals.payableCents }
  await mailAccount(tx, settings, 'advance', about)
}

/** Sends a granted advance back into review. */
export async function withdrawOffer(tx: Tx, row: Row): Promise<void> {
  await tx.delete(billLine).where(eq(billLine.billId, row.id))
  await tx
    .update(bill)
    .set({
      ...{
        totals: null,
        tax: null,
        information: null,
        provider: null,
        selfInvoice: null,
        closedAt: null,
        lookOn: null,
      },
      ...{ reminders: [], ...touched },
    })
    .where(eq(bill.id, row.id))
}

/**
 * Issues the bill of an advance that was accepted: it is owed at once, and settled by the bills to come.
 * @throws Conflict where its agreement has ended, or its NIF stands on another account too.
 */
export async function issueAdvance(
  tx: Tx,
  row: Row,
  { now, by, proof, actorId, appOrigin }: Acceptor,
): Promise<void> {
  const { id: billId, accountId, information, provider, totals, tax } = row
  if (!information || !provider || !totals) throw new Conflict('billing.advanceState')
  const settings = await settingsOf(tx, accountId, now)
  if (row.selfInvoice && !(await isAgreed(tx, row))) throw new Conflict('billing.agreementMissing')
  if (settings.taxIdShared) throw new Conflict('billing.taxIdShared')
  // An advance is of the day on which it is paid: whoever is somebody else since is asked again.
  if (settings.information?.taxId !== information.taxId) throw new Conflict('billing.closeAgain')
  const issuedOn = formatDay(dayOf(now.getTime()))
  await post(tx, now, moves(row, totals))
  const number = await nextNumber(
    tx,
    { ...settings, issuer: information },
    'bill',
    Number(issuedOn.slice(0, 4)),
  )
  const [line] = await tx.select().from(billLine).where(eq(billLine.billId, billId))
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
      hash: contentHash({ number, issuedOn, information, provider, line, totals, tax }),
      ...touched,
    })
    .where(eq(bill.id, billId))
  const issued = { billId, issuerTaxId: information.taxId, number, issuedOn, type: 'F1' as const, totals }
  if (row.selfInvoice) await recordIssue(tx, issued, now)
  await mailAccount(tx, settings, 'issued', { appOrigin, billId, number, amountCents: totals.payableCents })
  await billTurned.tell(tx, billId, 'approved')
}

function moves({ id: billId, accountId, amountCents }: Row, totals: Totals) {
  const of = { accountId, billId, advanceId: billId }
  return [
    { ...of, from: 'advances' as const, to: 'payable' as const, amountCents: amountCents ?? 0 },
    { ...of, from: 'tax' as const, to: 'payable' as const, amountCents: totals.taxCents },
    { ...of, from: 'payable' as const, to: 'retention' as const, amountCents: totals.retentionCents },
  ]
}
