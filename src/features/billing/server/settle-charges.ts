import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { number, select } from '#platform/select.ts'
import { todayPlus } from '#platform/windows.ts'
import { chargeSettlement } from './charge-table.ts'
import { post } from './ledger.ts'
import { billTurned, chargeTurned } from './occasions.ts'

/** SQL: what is still owed of a charge `c`; below zero where it takes back what was settled. */
export const openSql = sql`((c.totals->>'totalCents')::bigint
  - coalesce((select sum(s.amount_cents) from charge_settlement s where s.charge_id = c.id), 0)
  + coalesce((select sum(s.amount_cents) from charge_settlement s where s.against_id = c.id), 0))`

/** SQL: between which two a paper is: of others nothing is set against it, though they have the account one after the other. */
const parties = (paper: 'b' | 'c') =>
  sql<string>`concat(${sql.raw(paper)}.information->>'taxId', ' ', ${sql.raw(paper)}.provider->>'taxId')`

const open = {
  id: sql<string>`c.id`,
  cents: number(sql<string>`${openSql}`),
  parties: parties('c'),
}
const due = {
  id: sql<string>`b.id`,
  cents: number(sql<string>`(b.totals->>'payableCents')::bigint - b.offset_cents`),
  parties: parties('b'),
}

/** Says on a settlement's entry that nothing is left of the bill to be transferred: it is paid with it (tax-summary.ts). */
export const paidWhole = 'whole'

/**
 * Sets what an account owes for charges against what it is owed with bills, the oldest of both first, between the same two parties
 * (Código Civil, arts. 1195, 1196 and 1202): each is the other's debtor in its own name. What charges gave back is paid with the next bill. Nothing is taken from what is at the bank, from advances, and
 * from what a corrective bill is proposed for. The account's lock has to be held.
 */
export async function settleCharges(tx: Tx, accountId: string, now: Date): Promise<void> {
  const charges = await select(
    tx,
    open,
    sql`charge c where c.account_id = ${accountId} and ${openSql} <> 0 order by c.issued_on, c.created_at, c.id`,
  )
  if (charges.length === 0) return
  const bills = await select(
    tx,
    due,
    sql`bill b where b.account_id = ${accountId} and b.type = 1 and b.corrects_id is null and b.status = 'Approved'
      and b.payment in ('unpaid', 'returned') and (b.totals->>'payableCents')::bigint - b.offset_cents > 0
      and not exists (select from bill c where c.corrects_id = b.id and c.status = 'Pending')
      order by b.issued_on, b.number, b.id for update of b`,
  )
  // First what is given back, so that the rest finds more to be set against.
  for (const charge of charges.sort((a, b) => Math.sign(a.cents) - Math.sign(b.cents)))
    for (const bill of bills.filter((one) => one.parties === charge.parties))
      await setOff(tx, accountId, { charge, bill }, now)
}

interface Open {
  id: string
  cents: number
}

/** Settles as much of the two as there is of both, and takes it off them. */
async function setOff(
  tx: Tx,
  accountId: string,
  { charge, bill }: { charge: Open; bill: Open },
  now: Date,
): Promise<void> {
  const cents = Math.min(charge.cents, bill.cents)
  if (cents === 0) return
  charge.cents -= cents
  bill.cents -= cents
  await settle(tx, { accountId, chargeId: charge.id, billId: bill.id, cents, left: bill.cents }, now)
  if (charge.cents === 0) await chargeTurned.tell(tx, charge.id, 'settled')
}

interface Settled {
  accountId: string
  chargeId: string
  billId: string
  cents: number
  /** What of the bill is still to be paid. */
  left: number
}

async function settle(tx: Tx, { accountId, chargeId, billId, cents, left }: Settled, now: Date) {
  const day = todayPlus(now)
  await tx.insert(chargeSettlement).values({ accountId, chargeId, billId, amountCents: cents, day })
  const of = { accountId, billId, itemId: chargeId, day, amountCents: Math.abs(cents) }
  await post(tx, now, [
    cents > 0
      ? { ...of, from: 'payable', to: 'charged', reason: left === 0 ? paidWhole : null }
      : { ...of, from: 'charged', to: 'payable' },
  ])
  await tx.execute(
    sql`update bill set offset_cents = offset_cents + ${cents}, version = version + 1, updated_at = clock_timestamp(),
        payment = case when ${left}::bigint = 0 then 'paid' else payment end,
        paid_on = case when ${left}::bigint = 0 then ${day}::date else paid_on end
      where id = ${billId}`,
  )
  if (left === 0) await billTurned.tell(tx, billId, 'paid')
}

/**
 * What charges that were taken back are still to give back, the oldest first, 100 at most. It comes with the next bill of who was
 * charged; who had the account before has none, and is paid by hand.
 */
export const givenBack = (tx: Tx) =>
  select(
    tx,
    {
      chargeId: sql<string>`c.id`,
      number: sql<string>`c.number`,
      account: sql<string>`a.name`,
      legalName: sql<string>`c.information->>'legalName'`,
      former: sql<boolean>`coalesce(c.information->>'taxId' <> i.tax_id, false)`,
      cents: number(sql<string>`-${openSql}`),
    },
    sql`charge c join account a on a.id = c.account_id left join billing_information i on i.account_id = c.account_id
      where c.corrects_id is not null and ${openSql} < 0 order by c.issued_on, c.created_at, c.id limit 100`,
  )

/** Undoes what was set against a bill that is taken back before it was paid: each of the two is owed as before. */
export async function releaseCharges(
  tx: Tx,
  { id: billId, accountId }: { id: string; accountId: string },
  now: Date,
) {
  const settled = await select(
    tx,
    { chargeId: sql<string>`charge_id`, cents: number(sql<string>`sum(amount_cents)`) },
    sql`charge_settlement where bill_id = ${billId} group by 1 having sum(amount_cents) <> 0 order by 1`,
  )
  const day = todayPlus(now)
  for (const { chargeId, cents } of settled) {
    await tx.insert(chargeSettlement).values({ accountId, chargeId, billId, amountCents: -cents, day })
    const of = { accountId, billId, itemId: chargeId, day, amountCents: Math.abs(cents) }
    await post(tx, now, [
      cents > 0 ? { ...of, from: 'charged', to: 'payable' } : { ...of, from: 'payable', to: 'charged' },
    ])
  }
  if (settled.length > 0) await tx.execute(sql`update bill set offset_cents = 0 where id = ${billId}`)
}

/** What of a bill charges of the provider have settled, by their numbers. */
export const settledByCharges = (tx: Tx, billId: string) =>
  select(
    tx,
    {
      day: sql<string>`s.day::text`,
      number: sql<string>`c.number`,
      cents: number(sql<string>`s.amount_cents`),
      chargeId: sql<string>`c.id`,
    },
    sql`charge_settlement s join charge c on c.id = s.charge_id where s.bill_id = ${billId}
      order by s.day, s.created_at, s.id`,
  )
