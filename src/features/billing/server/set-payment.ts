import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { Conflict, Unprocessable } from '#platform/errors.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import { goneWith, payTogether, returnTogether } from './gone-together.ts'
import { billingInformation } from './information-table.ts'
import { post } from './ledger.ts'
import { mailAccount } from './mails.ts'
import { billTurned } from './occasions.ts'
import { executionDays, hasLeft, ibanPaid } from './remittance.ts'
import { type AccountSettings, settingsOf } from './settings.ts'
import { bill } from './table.ts'

type Row = typeof bill.$inferSelect
interface Said {
  payment: 'paid' | 'returned'
  /** yyyy-MM-dd */
  on: string
  reason?: string | undefined
}
interface Moment {
  now: Date
  appOrigin: string
}

/**
 * Records what the bank said: paid, or sent back. @throws Conflict where that cannot follow on what was recorded
 * before; Unprocessable by `reason` for a payment that came back without one, by `on` for a day on which it cannot have been.
 */
export async function setPayment(tx: Tx, row: Row, said: Said, moment: Moment): Promise<void> {
  const { payment, on, reason } = said
  const { now } = moment
  const amountCents = await amountMoved(tx, row, payment)
  if (payment === 'returned' && !reason) throw new Unprocessable({ reason: { code: 'validation.required' } })
  const dated = dayFault(on, await firstDay(tx, row, now), todayPlus(now))
  if (dated) throw new Unprocessable({ on: dated })
  const gone = await goneWith(tx, row)
  await postMove(tx, row, { ...said, amountCents }, now)
  await tx
    .update(bill)
    .set({
      payment,
      ...(payment === 'paid'
        ? { paidOn: on, returnedOn: null, returnReason: null }
        : { returnedOn: on, returnReason: reason ?? null, paidOn: null, remittanceId: null }),
      version: sql`${bill.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(bill.id, row.id))
  if (payment === 'paid') await payTogether(tx, gone.bills, on, now)
  else if (!gone.whole) await returnTogether(tx, gone.bills, on, now)
  const settings = await settingsOf(tx, row.accountId, now)
  if (payment === 'returned') await keepRefused(tx, row, settings)
  // Nobody is told that they were paid what they owed.
  if (amountCents > 0) await tellWhom(tx, row, { payment, amountCents, settings }, moment)
  if (payment === 'paid') await billTurned.tell(tx, row.id, 'paid')
}

/** What was not paid has not moved, and does not come back. */
async function postMove(
  tx: Tx,
  row: Row,
  { payment, on, reason, amountCents }: Said & { amountCents: number },
  now: Date,
): Promise<void> {
  const move = { accountId: row.accountId, billId: row.id, amountCents, day: on }
  if (payment === 'paid') await post(tx, now, [{ ...move, from: 'payable', to: 'bank' }])
  else if (row.payment === 'paid')
    await post(tx, now, [{ ...move, from: 'bank', to: 'payable', reason: reason ?? null }])
}

/** What the bank moves. @throws Conflict where this payment cannot follow on what was recorded before. */
async function amountMoved(tx: Tx, row: Row, payment: Said['payment']): Promise<number> {
  const may = payment === 'paid' ? ['unpaid', 'inRemittance', 'returned'] : ['inRemittance', 'paid']
  if (row.status !== 'Approved' || !may.includes(row.payment)) throw new Conflict('billing.paymentOrder')
  // A file that nobody has had pays nothing; downloaded later, it would pay once more.
  if (row.payment === 'inRemittance' && !(await hasLeft(tx, row.remittanceId)))
    throw new Conflict('billing.fileHere')
  // What was set against something else does not come back from a bank.
  if (row.correctsId && row.payment === 'paid') throw new Conflict('billing.paymentOrder')
  const amountCents = (row.totals?.payableCents ?? 0) - row.offsetCents
  if (amountCents === 0) throw new Conflict('billing.paymentOrder')
  return amountCents
}

/** No money moves before the month that it is of, before it came back the last time, nor before the bank was asked to pay. */
async function firstDay(tx: Tx, row: Row, now: Date): Promise<string> {
  const asked = row.remittanceId ? (await executionDays(tx, [row.remittanceId])).get(row.remittanceId) : ''
  const days = [row.period ?? todayPlus(now, -366), row.returnedOn ?? '', row.paidOn ?? '', asked ?? '']
  return days.sort().at(-1) ?? ''
}

/** Has the account another owner than the bill was made out to? */
const isFormer = ({ information }: Row, settings: AccountSettings) =>
  information !== null && information.taxId !== settings.information?.taxId

/** A bank that sends money back once does so again: nothing more is paid there until the account says another. */
async function keepRefused(tx: Tx, row: Row, settings: AccountSettings): Promise<void> {
  const { iban } = (isFormer(row, settings) ? row : settings).information ?? {}
  const refusedIban = (await ibanPaid(tx, row.id)) ?? iban
  if (!refusedIban) return
  const { refusedIbans } = billingInformation
  await tx
    .update(billingInformation)
    .set({
      refusedIban,
      refusedIbans: sql`array_append(array_remove(${refusedIbans}, ${refusedIban}), ${refusedIban})`,
    })
    .where(eq(billingInformation.accountId, row.accountId))
}

/** Whom it was for hears it, at the address that they gave: who has the account now has no part in it. */
async function tellWhom(
  tx: Tx,
  row: Row,
  {
    payment,
    amountCents,
    settings,
  }: Pick<Said, 'payment'> & { amountCents: number; settings: AccountSettings },
  { appOrigin }: Moment,
): Promise<void> {
  const former = isFormer(row, settings)
  const whom = former ? { ...settings, portalId: null, information: row.information ?? undefined } : settings
  await mailAccount(tx, whom, former && payment === 'returned' ? 'returnedFormer' : payment, {
    ...{ appOrigin, billId: row.id, amountCents, number: row.number ?? '' },
  })
}
