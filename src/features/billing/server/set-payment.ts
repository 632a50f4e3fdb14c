import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { AppError, Conflict } from '#platform/errors.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import { goneWith, payTogether, returnTogether } from './gone-together.ts'
import { billingInformation } from './information-table.ts'
import { post } from './ledger.ts'
import { mailAccount } from './mails.ts'
import { billTurned } from './occasions.ts'
import { executionDays, hasLeft, ibanPaid } from './remittance.ts'
import { settingsOf } from './settings.ts'
import { bill } from './table.ts'

type Row = typeof bill.$inferSelect

/**
 * Records what the bank said: paid, or sent back. @throws Conflict where that cannot follow on what was recorded
 * before; AppError 422 by `reason` for a payment that came back without one.
 */
export async function setPayment(
  tx: Tx,
  row: Row,
  { payment, on, reason }: { payment: 'paid' | 'returned'; on: string; reason?: string | undefined },
  { now, appOrigin }: { now: Date; appOrigin: string },
): Promise<void> {
  const may = payment === 'paid' ? ['unpaid', 'inRemittance', 'returned'] : ['inRemittance', 'paid']
  if (row.status !== 'Approved' || !may.includes(row.payment)) throw new Conflict('billing.paymentOrder')
  // A file that nobody has had pays nothing; downloaded later, it would pay once more.
  if (row.payment === 'inRemittance' && !(await hasLeft(tx, row.remittanceId)))
    throw new Conflict('billing.fileHere')
  // What was set against something else does not come back from a bank.
  if (row.correctsId && row.payment === 'paid') throw new Conflict('billing.paymentOrder')
  const amountCents = (row.totals?.payableCents ?? 0) - row.offsetCents
  if (amountCents === 0) throw new Conflict('billing.paymentOrder')
  if (payment === 'returned' && !reason)
    throw new AppError(422, 'invalidInput', { fields: { reason: { code: 'validation.required' } } })
  // No money moves before the month that it is of, before it came back the last time, nor before the bank was asked
  // to pay; it is recorded when it has.
  const asked = row.remittanceId
    ? ((await executionDays(tx, [row.remittanceId])).get(row.remittanceId) ?? '')
    : ''
  const first =
    [row.period ?? todayPlus(now, -366), row.returnedOn ?? '', row.paidOn ?? '', asked].sort().at(-1) ?? ''
  const dated = dayFault(on, first, todayPlus(now))
  if (dated) throw new AppError(422, 'invalidInput', { fields: { on: dated } })
  const gone = await goneWith(tx, row)
  const move = { accountId: row.accountId, billId: row.id, amountCents, day: on }
  if (payment === 'paid') await post(tx, now, [{ ...move, from: 'payable', to: 'bank' }])
  else if (row.payment === 'paid')
    await post(tx, now, [{ ...move, from: 'bank', to: 'payable', reason: reason ?? null }])
  await tx
    .update(bill)
    .set({
      payment,
      ...(payment === 'paid'
        ? { paidOn: on, returnedOn: null, returnReason: null }
        : { returnedOn: on, returnReason: reason ?? null, paidOn: null }),
      remittanceId: payment === 'returned' ? null : row.remittanceId,
      version: sql`${bill.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(bill.id, row.id))
  if (payment === 'paid') await payTogether(tx, gone.bills, on, now)
  else if (!gone.whole) await returnTogether(tx, gone.bills, on, now)
  const settings = await settingsOf(tx, row.accountId, now)
  // A bank that sends money back once does so again: nothing more is paid there until the account says another.
  const former = row.information !== null && row.information.taxId !== settings.information?.taxId
  const refusedIban =
    (await ibanPaid(tx, row.id)) ?? (former ? row.information?.iban : settings.information?.iban)
  if (payment === 'returned' && refusedIban)
    await tx
      .update(billingInformation)
      .set({
        refusedIban,
        refusedIbans: sql`array_append(array_remove(${billingInformation.refusedIbans}, ${refusedIban}), ${refusedIban})`,
      })
      .where(eq(billingInformation.accountId, row.accountId))
  // Nobody is told that they were paid what they owed.
  const formerly =
    former && row.information ? { ...settings, portalId: null, information: row.information } : undefined
  const told = former && payment === 'returned' ? 'returnedFormer' : payment
  if (amountCents > 0)
    // Whom it was for hears it, at the address that they gave: who has the account now has no part in it.
    await mailAccount(tx, formerly ?? settings, told, {
      ...{ appOrigin, billId: row.id, amountCents, number: row.number ?? '' },
    })
  if (payment === 'paid') await billTurned.tell(tx, row.id, 'paid')
}
