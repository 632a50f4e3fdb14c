import { eq, type SQL, sql } from 'drizzle-orm'
import type { PortalScope } from '#platform/actor.ts'
import { lastAdvancesShown, lastBillsShown } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import { type Database, rows, type Tx } from '#platform/db.ts'
import { contains } from '#platform/like.ts'
import { changedSince, listOf, pageEnd, pageRows, pageSize, pageStart } from '#platform/paging.ts'
import { agreementVersion, type BillStatus, type PaymentFilter } from '../choices.ts'
import { partiesOf } from './agreement.ts'
import { blockedSql, dayOf, findHeads, headTables, mayWaitSql } from './heads.ts'
import { heldSales } from './held-sales.ts'
import { billingInformation } from './information-table.ts'
import { findOwnHeads, nextPaymentOf, plainHead, unpaidOf } from './own-heads.ts'
import { settingsOf } from './settings.ts'
import { openSql } from './settle-charges.ts'
import { outstandingOf } from './totals-of-bills.ts'

/** The master portal of a bill's account, for scope `row`. */
export async function portalOfBill(database: Database, billId: string): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(
    `select p.id from bill b join portal p on p.account_id = b.account_id and p.master and p.deleted_at is null
     where b.id = $1`,
    [billId],
  )
  return row?.id
}

const newest = sql`b.status <> 'Next', ${dayOf} desc, b.created_at desc, b.id desc`

interface Filters {
  q?: string | undefined
  status?: BillStatus | undefined
  payment?: PaymentFilter | undefined
  period?: string | undefined
  page?: number | undefined
}

const stillOpen = sql`in ('unpaid', 'returned')`

const filtersOf = ({ q, status, payment, period }: Filters, named: (q: string) => SQL) => [
  changedSince(sql`b.updated_at`),
  ...(q ? [sql`(${named(q)} or ${contains(sql`coalesce(b.number, '')`, q)})`] : []),
  ...(status ? [sql`b.status = ${status}`] : []),
  ...(payment
    ? [sql`b.payment ${payment === 'open' ? stillOpen : sql`= ${payment}`} and b.status = 'Approved'`]
    : []),
  ...(period ? [sql`${`${period}-01`}::date between coalesce(b.period_from, b.period) and b.period`] : []),
]

/** How many bills that have `begun` there are, and what of them is still to be paid: of all of those, which are few. */
async function counted(tx: Tx, from: SQL, begun = sql`true`) {
  const total = await countRows(tx, sql`${from} and ${begun}`)
  const [row] = await rows<{ payable: string | null }>(
    tx,
    sql`select sum((b.totals->>'payableCents')::bigint) as payable
      from ${from} and b.status = 'Approved' and b.payment ${stillOpen}`,
  )
  return { total, sumPayableCents: Number(row?.payable ?? 0) }
}

/** The year that a bill counts to: of the month that it closes, or of its beginning. */
const yearOf = sql`extract(year from ${dayOf})::int`

/** Bills of one account, the open one first, then the newest. */
export async function listBills(
  tx: Tx,
  accountId: string,
  { year, ...query }: Filters & { year?: number | undefined },
  now: Date,
) {
  const { page = 1 } = query
  const own = sql`b.account_id = ${accountId} and b.type = 1`
  const where = sql.join(
    [
      own,
      ...filtersOf(query, (q) => contains(sql`coalesce(b.own_number, '')`, q)),
      ...(year ? [sql`${yearOf} = ${year}`] : []),
    ],
    sql` and `,
  )
  const total = await countRows(tx, sql`bill b where ${where}`)
  const sums = await unpaidOf(tx, where)
  const years = await rows<{ year: number }>(
    tx,
    sql`select distinct ${yearOf} as year from bill b where ${own} order by 1 desc`,
  )
  const items = await findOwnHeads(tx, accountId, where, {
    ...{ orderBy: newest, limit: pageSize(), offset: pageStart(page), now },
  })
  return {
    ...listOf(items, total, page),
    ...{ sumPayableCents: sums.unpaidCents, sumAtBankCents: sums.atBankCents },
    years: years.map((row) => row.year),
  }
}

interface AllQuery extends Filters {
  type?: '1' | '2' | undefined
  blocked?: '1' | undefined
}

/** The first `count` of those that wait for approval, of the open ones and of all others: each in the order of an index. */
function firstOfEach(from: SQL, count: number): SQL {
  const places = [sql`b.status = 'Pending'`, sql`b.status = 'Next'`, sql`b.status not in ('Pending', 'Next')`]
  const parts = places.map(
    (
      of,
      place,
    ) => sql`(select b.id, ${sql.raw(String(place))} as place, ${dayOf} as day, a.name from ${from} and ${of}
      order by ${dayOf} desc, a.name, b.id limit ${count})`,
  )
  return sql.join(parts, sql` union all `)
}

/** Bills of all accounts, for staff. Open ones without anything on them are left out. */
export async function listAllBills(tx: Tx, query: AllQuery, now: Date) {
  const { type, blocked, page = 1 } = query
  // Not as `exists`, for which all of the ledger would be hashed.
  const begun = sql`(b.status <> 'Next' or b.type = 2 or (select true from ledger_entry e where e.account_id = b.account_id limit 1))`
  const filters = [
    sql`true`,
    // Accounts are looked into once, and not for each of their bills.
    ...filtersOf(
      query,
      (q) => sql`b.account_id in (select o.id from account o where ${contains(sql`o.name`, q)})`,
    ),
    ...(type ? [sql`b.type = ${Number(type)}`] : []),
    ...(blocked ? [sql`${mayWaitSql} and cardinality(${blockedSql}) > 0`] : []),
  ]
  const where = sql.join(filters, sql` and `)
  const tables = blocked ? headTables : sql`bill b join account a on a.id = b.account_id`
  const from = sql`${tables} where ${where} and ${begun}`
  // Nothing is counted by what accounts are called.
  const { total, sumPayableCents } = await counted(
    tx,
    sql`${blocked ? tables : sql`bill b`} where ${where}`,
    begun,
  )
  const keys = sql`select x.id from (${firstOfEach(from, pageEnd(page))}) x
    order by x.place, x.day desc, x.name, x.id ${pageRows(page)}`
  const orderBy = sql`b.status <> 'Pending', b.status <> 'Next', ${dayOf} desc, a.name, b.id`
  const shown = { orderBy, limit: pageSize(), now }
  const ids = total > 0 ? (await rows<{ id: string }>(tx, keys)).map(({ id }) => id) : []
  const items =
    ids.length > 0
      ? await findHeads(tx, sql`b.id = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])`, shown)
      : []
  return { ...listOf(items.map(plainHead), total, page), sumPayableCents }
}

/** What is open of all charges of an account; below zero, what is paid back with its next bill. */
async function chargedOf(tx: Tx, accountId: string): Promise<number> {
  const [row] = await rows<{ cents: string | null }>(
    tx,
    sql`select sum(${openSql}) as cents from charge c where c.account_id = ${accountId}`,
  )
  return Number(row?.cents ?? 0)
}

/** From which sum on an account is paid, and until when its payments wait for another IBAN. */
async function payoutTerms(tx: Tx, accountId: string) {
  const [row] = await tx
    .select({
      minimumCents: billingInformation.payoutMinimumCents,
      heldUntil: billingInformation.ibanHeldUntil,
    })
    .from(billingInformation)
    .where(eq(billingInformation.accountId, accountId))
  return row ?? { minimumCents: 0, heldUntil: null }
}

/** What an account is owed, as far as the reader's keys go. */
export async function getBilling(tx: Tx, accountId: string, keys: PortalScope['keys'], now: Date) {
  const [seesBills, seesAdvances] = [keys.has('billing.viewbills'), keys.has('billing.viewadvances')]
  const seesSums = keys.has('billing.viewbillingsummary')
  const settings = await settingsOf(tx, accountId, now)
  const bills = seesBills ? await billsTold(tx, accountId, now) : noBills
  const advances = seesAdvances ? await lastOf(tx, accountId, { type: 2, limit: lastAdvancesShown, now }) : []
  const { minimumCents, heldUntil } = await payoutTerms(tx, accountId)
  const money = seesSums || seesBills ? await moneyTold(tx, accountId, { heldUntil, now }) : noMoney
  return {
    next: bills.next,
    bills: bills.last,
    advances,
    outstandingCents: seesSums || seesAdvances ? (await outstandingOf(tx, [accountId]))(accountId) : null,
    unpaidCents: money.unpaidCents,
    atBankCents: money.atBankCents,
    nextPayment: bills.nextPayment,
    chargedCents: money.chargedCents,
    informationComplete: settings.information !== undefined,
    held: bills.held,
    payoutMinimumCents: minimumCents,
    paymentsHeldUntil: money.paymentsHeldUntil,
    selfInvoice: settings.selfInvoice,
    agreed: settings.agreed ?? null,
    agreementVersion,
    // Tax numbers are for those who may see them on bills or in the billing information.
    agreementParties:
      seesBills || keys.has('billing.viewbillinginformation') ? await partiesOf(tx, accountId, now) : null,
  }
}

const lastOf = (tx: Tx, accountId: string, { type, limit, now }: { type: 1 | 2; limit: number; now: Date }) =>
  findOwnHeads(
    tx,
    accountId,
    sql`b.account_id = ${accountId} and b.type = ${type} and (b.type = 2 or b.status <> 'Next')`,
    { orderBy: newest, limit, now },
  )

const noBills = { next: null, last: [], nextPayment: null, held: [] }

/** What is said to those who may see bills. */
async function billsTold(tx: Tx, accountId: string, now: Date) {
  const open = sql`b.account_id = ${accountId} and b.type = 1 and b.status = 'Next'`
  const [next] = await findHeads(tx, open, { orderBy: newest, limit: 1, now })
  return {
    next: next ? plainHead(next) : null,
    last: await lastOf(tx, accountId, { type: 1, limit: lastBillsShown, now }),
    nextPayment: await nextPaymentOf(tx, accountId),
    held: await heldSales(tx, accountId),
  }
}

const noMoney = { unpaidCents: null, atBankCents: null, chargedCents: null, paymentsHeldUntil: null }

/** What is said to those who may see bills, or their sums. */
async function moneyTold(
  tx: Tx,
  accountId: string,
  { heldUntil, now }: { heldUntil: Date | null; now: Date },
) {
  const { unpaidCents, atBankCents } = await unpaidOf(tx, sql`b.account_id = ${accountId}`)
  return {
    ...{ unpaidCents, atBankCents },
    chargedCents: await chargedOf(tx, accountId),
    paymentsHeldUntil: heldUntil && heldUntil > now ? heldUntil.toISOString() : null,
  }
}
