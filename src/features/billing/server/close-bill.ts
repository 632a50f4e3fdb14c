import { and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { rows, type Tx } from '#platform/db.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import type { Block } from '../choices.ts'
import type { BillTax } from '../tax-cases.ts'
import { accrueDue } from './accrue-sales.ts'
import { keepSales } from './billed-sales.ts'
import { correctLate } from './correct-late.ts'
import { lockAccount, type OpenAmount, openAmounts, post } from './ledger.ts'
import { mailAccount } from './mails.ts'
import { billTurned } from './occasions.ts'
import { firstMonthOf } from './period-of.ts'
import { type AccountSettings, frozenOf, frozenProvider } from './settings.ts'
import { bill, billLine } from './table.ts'
import { firstToBill } from './whose-debt.ts'

export type Closing = { closed: string } | { left: Block | 'empty' }

/** First day of the month that `now` is in, in Madrid. */
export const thisMonth = (now: Date) => formatDay(startOfMonth(dayOf(now.getTime())))

/** The open bill of an account; made where there is none yet. */
export async function ensureNext(tx: Tx, accountId: string): Promise<string> {
  const [found] = await rows<{ id: string }>(
    tx,
    sql`insert into bill (id, account_id) values (${v7()}, ${accountId})
      on conflict (account_id) where type = 1 and status = 'Next' do update set version = bill.version returning id`,
  )
  return found?.id ?? ''
}

interface Closer {
  through: string
  now: Date
  appOrigin: string
  accrued?: boolean
  /** Left out: all that is open through the month. */
  only?: readonly OpenAmount[]
}

/**
 * Freezes what an account is owed through a month, with its rates and billing information of the day it accrues on, and
 * opens the next bill. A balance below zero makes no bill: it goes on as one Adjustment.
 */
export async function closeBill(tx: Tx, accountId: string, closer: Closer): Promise<Closing> {
  const { through, now, accrued, only } = closer
  await lockAccount(tx, accountId)
  // What was sold a moment ago is on it too.
  if (!accrued && !only) await accrueDue(tx, accountId)
  const open = only ?? (await openAmounts(tx, accountId, through))
  if (open.length === 0) return { left: 'empty' }
  const first = await firstOnceCorrected(tx, accountId, open, closer)
  if (!first) return { left: 'negative' }
  const { information, taxIdShared, tax } = first.settings
  if (!information) return { left: 'information' }
  if (taxIdShared) return { left: 'taxIdShared' }
  if (!tax) return { left: 'taxCase' }
  if (first.earnedCents <= 0) {
    await carryForward(tx, accountId, first, now)
    return { left: 'negative' }
  }
  return { closed: await freeze(tx, accountId, { ...first, information, tax }, closer) }
}

type First = Awaited<ReturnType<typeof firstToBill>>

/** What is billed first, once what came back of bills that were paid corrects them; undefined where nothing else is open. */
async function firstOnceCorrected(
  tx: Tx,
  accountId: string,
  open: readonly OpenAmount[],
  { now, appOrigin }: Closer,
): Promise<First | undefined> {
  let rest = open
  let first = await firstToBill(tx, accountId, open, now)
  while (!first.former && (await correctLate(tx, accountId, first, { now, appOrigin }))) {
    const { amounts: corrected } = first
    rest = rest.filter((amount) => !corrected.includes(amount))
    if (rest.length === 0) return undefined
    first = await firstToBill(tx, accountId, rest, now)
  }
  return first
}

interface Complete extends First {
  information: NonNullable<AccountSettings['information']>
  tax: BillTax
}

/** Puts amounts on the open bill, which from then on waits for its account, and opens the next one. */
async function freeze(
  tx: Tx,
  accountId: string,
  { amounts, settings, bpOf, operationsFrom, issuedHere, earnedCents, information, tax }: Complete,
  { through, now, appOrigin }: Closer,
): Promise<string> {
  const billId = await ensureNext(tx, accountId)
  const lines = amounts.map((line, position) => ({
    ...line,
    taxBp: bpOf(line),
    billId,
    accountId,
    position,
  }))
  await tx.insert(billLine).values(lines)
  await keepSales(tx, accountId, billId)
  await post(
    tx,
    now,
    amounts.map((line) => ({ ...line, accountId, billId, from: 'accrued' as const, to: 'held' as const })),
  )
  const last =
    amounts
      .map(({ month }) => month)
      .sort()
      .at(-1) ?? through
  const from = firstMonthOf(amounts) ?? last
  await tx
    .update(bill)
    .set({
      status: 'Pending',
      period: last,
      periodFrom: from < last ? from : null,
      information: frozenOf(information),
      provider: settings.provider ? frozenProvider(settings.provider) : null,
      tax,
      selfInvoice: settings.selfInvoice,
      reason: null,
      operationsFrom,
      closedAt: now,
      lookOn: null,
      version: sql`${bill.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(bill.id, billId))
  await ensureNext(tx, accountId)
  await mailAccount(tx, settings, issuedHere ? 'ready' : 'readyOwn', {
    appOrigin,
    billId,
    amountCents: earnedCents,
  })
  await billTurned.tell(tx, billId, 'ready')
  return billId
}

async function carryForward(
  tx: Tx,
  accountId: string,
  { amounts, earnedCents: earned, former }: First,
  now: Date,
) {
  // Carried into this month it would be of who has the account now.
  if (former) return
  const month = thisMonth(now)
  // One that was carried before and has met nothing since stays as it is.
  if (amounts.length === 1 && amounts[0]?.type === 'Adjustment' && amounts[0].itemId) return
  await post(tx, now, [
    ...amounts.map((line) => ({ ...line, accountId, from: 'accrued' as const, to: 'carried' as const })),
    {
      ...{
        accountId,
        from: 'carried',
        to: 'accrued',
        amountCents: earned,
        type: 'Adjustment',
        month,
        itemId: v7(),
      },
      reference: firstMonthOf(amounts)?.slice(0, 7) ?? null,
      reason: 'carried',
    },
  ])
}

/** Takes a bill's amounts off it again: they are open, as before it was closed. */
export async function releaseLines(tx: Tx, row: typeof bill.$inferSelect): Promise<void> {
  await tx.execute(sql`
    insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, portal_id, month, commission_bp, tax_bp,
      item_id, bill_id, split_id, share_bp, description, reference, units)
    select gen_random_uuid(), account_id, 'held', 'accrued', sum(case when "to" = 'held' then amount_cents else -amount_cents end),
      type, portal_id, month, commission_bp, tax_bp, item_id, bill_id, split_id, max(share_bp), max(description), max(reference),
      sum(case when "to" = 'held' then units else -units end)
    from ledger_entry where bill_id = ${row.id} and ("to" = 'held' or "from" = 'held')
    group by account_id, type, portal_id, month, commission_bp, tax_bp, item_id, bill_id, split_id
    having sum(case when "to" = 'held' then amount_cents else -amount_cents end) <> 0`)
}

/** Accounts whose month can be closed: something is open of it, and nothing was closed or sent back since. */
export const accountsToClose = (tx: Tx, through: string) =>
  rows<{ id: string }>(
    tx,
    sql`select distinct e.account_id as id from ledger_entry e
        join billing_information i on i.account_id = e.account_id
        where ("to" = 'accrued' or "from" = 'accrued') and month <= ${through}::date
          and not exists (select from bill b where b.account_id = e.account_id and b.type = 1 and b.period >= ${through}::date)
        order by 1`,
  )

/** Locks a bill for a change and answers it; undefined without one. */
export async function lockBill(tx: Tx, billId: string, accountId?: string) {
  const [found] = await tx
    .select()
    .from(bill)
    .where(and(eq(bill.id, billId), accountId ? eq(bill.accountId, accountId) : undefined))
  if (!found) return undefined
  await lockAccount(tx, found.accountId)
  const [row] = await tx.select().from(bill).where(eq(bill.id, billId)).for('update')
  return row
}
