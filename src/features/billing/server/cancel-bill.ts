import { and, eq, ne, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { billTypes } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import type { Totals } from '../totals.ts'
import { contentHash, nextNumber } from './approve-bill.ts'
import { releaseLines } from './close-bill.ts'
import { recordIssue } from './fiscal-record.ts'
import { settingsOf } from './settings.ts'
import { bill, billComment, billLine } from './table.ts'

type Row = typeof bill.$inferSelect
const touched = { version: sql`${bill.version} + 1`, updatedAt: sql`clock_timestamp()` }

/**
 * Sends a Pending bill back: it is the open one again, with everything that has been added since. Without a reason where
 * what it names has changed. @throws Conflict when it is not Pending.
 */
export async function disputeBill(tx: Tx, row: Row, reason: string | null): Promise<void> {
  if (row.type !== 1 || row.status !== 'Pending') throw new Conflict('billing.notPending')
  await releaseLines(tx, row)
  // There is one open bill: the one begun meanwhile gives way, and what was said about it moves over.
  const [begun] = await tx
    .select({ id: bill.id })
    .from(bill)
    .where(
      and(eq(bill.accountId, row.accountId), eq(bill.type, 1), eq(bill.status, 'Next'), ne(bill.id, row.id)),
    )
  if (begun) {
    await tx.update(billComment).set({ billId: row.id }).where(eq(billComment.billId, begun.id))
    await tx.delete(bill).where(eq(bill.id, begun.id))
  }
  await tx.delete(billLine).where(eq(billLine.billId, row.id))
  await tx
    .update(bill)
    .set({
      ...{ status: 'Next', reason, information: null, provider: null, tax: null, selfInvoice: null },
      ...{ closedAt: null, reminders: [], ownNumber: null, ownDate: null, ownFile: null },
      ...touched,
    })
    .where(eq(bill.id, row.id))
}

/**
 * Cancels a Pending bill, or an Approved one by a corrective bill of its own series that takes back every amount.
 * @throws Conflict for an open bill, one that was paid or is at the bank, and an advance that is being settled.
 */
export async function cancelBill(
  tx: Tx,
  row: Row,
  { reason, now, actorId }: { reason: string; now: Date; actorId: string | null },
): Promise<void> {
  if (row.correctsId) throw new Conflict('billing.notCancellable')
  if (row.status === 'Pending' && row.type === billTypes.bills) {
    await releaseLines(tx, row)
    await tx
      .update(bill)
      .set({ status: 'Cancelled', reason, cancelledAt: now, actorId, ...touched })
      .where(eq(bill.id, row.id))
    return
  }
  if (row.status !== 'Approved') throw new Conflict('billing.notCancellable')
  const nothingMoved = row.payment === 'paid' && row.totals?.payableCents === 0
  if (row.payment === 'inRemittance' || (row.payment === 'paid' && !nothingMoved))
    throw new Conflict('billing.alreadyPaid')
  if (row.type === billTypes.advances) await refuseSettled(tx, row.id)
  await correct(tx, row, { reason, now, actorId })
}

async function refuseSettled(tx: Tx, advanceId: string) {
  const [settled] = await rows<{ cents: string | null }>(
    tx,
    sql`select sum(case when "to" = 'advances' then amount_cents else -amount_cents end) as cents
      from ledger_entry where advance_id = ${advanceId} and bill_id <> ${advanceId} and ("to" = 'advances' or "from" = 'advances')`,
  )
  if (Number(settled?.cents ?? 0) !== 0) throw new Conflict('billing.advanceSettled')
}

const negated = ({ groups, ...sums }: Totals): Totals => {
  const minus = (value: number) => (value === 0 ? 0 : -value)
  return {
    ...(Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, minus(value)])) as Omit<
      Totals,
      'groups'
    >),
    groups: groups.map(({ taxBp, ...group }) => ({
      taxBp,
      ...(Object.fromEntries(Object.entries(group).map(([name, value]) => [name, minus(value)])) as Omit<
        Totals['groups'][number],
        'taxBp'
      >),
    })),
  }
}

async function correct(
  tx: Tx,
  row: Row,
  { reason, now, actorId }: { reason: string; now: Date; actorId: string | null },
) {
  const settings = await settingsOf(tx, row.accountId, now)
  const issuedOn = formatDay(dayOf(now.getTime()))
  const number = await nextNumber(
    tx,
    { ...settings, issuer: row.information },
    'corrective',
    Number(issuedOn.slice(0, 4)),
  )
  const totals = negated(row.totals as Totals)
  const lines = await tx.select().from(billLine).where(eq(billLine.billId, row.id)).orderBy(billLine.position)
  const turned = lines.map((line) => ({
    ...line,
    amountCents: -line.amountCents,
    units: line.units && -line.units,
  }))
  const id = v7()
  const { information, provider, period, selfInvoice, accountId, type, tax } = row
  await tx.insert(bill).values({
    ...{
      id,
      accountId,
      type,
      status: 'Approved',
      period,
      number,
      issuedOn,
      selfInvoice,
      information,
      provider,
      totals,
      tax,
    },
    hash: contentHash({
      number,
      issuedOn,
      period,
      information,
      provider,
      lines: turned,
      totals,
      ...(tax ? { tax } : {}),
      corrects: row.number,
    }),
    ...{ correctsId: row.id, reason, actorId, closedAt: now, approvedAt: now },
    amountCents: row.amountCents === null ? null : -row.amountCents,
    // It is never transferred: together with the bill that it corrects it is nothing.
    ...{ payment: 'paid', paidOn: issuedOn },
  })
  if (turned.length > 0) await tx.insert(billLine).values(turned.map((line) => ({ ...line, billId: id })))
  // Every move of the bill but those of the bank, the other way round; the amounts are open again.
  await tx.execute(sql`
    insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, portal_id, month, commission_bp, tax_bp,
      item_id, bill_id, advance_id, description, reference, units)
    select gen_random_uuid(), account_id, "to", "from", amount_cents, type, portal_id, month, commission_bp, tax_bp, item_id,
      ${id}, advance_id, description, reference, units
    from ledger_entry where bill_id = ${row.id} and 'bank' not in ("from", "to") order by at, id`)
  await tx
    .update(bill)
    .set({ status: 'Cancelled', cancelledAt: now, ...touched })
    .where(eq(bill.id, row.id))
  if (information && selfInvoice !== false)
    await recordIssue(
      tx,
      { billId: id, issuerTaxId: information.taxId, number, issuedOn, corrective: true, totals },
      now,
    )
}
