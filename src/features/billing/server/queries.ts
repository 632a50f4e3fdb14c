import { type SQL, sql } from 'drizzle-orm'
import type { PortalScope } from '#platform/actor.ts'
import { lastAdvancesShown, lastBillsShown, pageSize } from '#platform/constants.ts'
import { type Database, rows, type Tx } from '#platform/db.ts'
import { contains } from '#platform/like.ts'
import { listOf } from '#platform/shapes.ts'
import { agreementVersion, type BillStatus, type PaymentState } from '../choices.ts'
import type { BillHead } from '../contract.ts'
import { blockedSql, findHeads, headTables } from './heads.ts'
import { settingsOf } from './settings.ts'
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

const head = ({
  totals: _,
  taxBp: _t,
  retentionBp: _r,
  ...rest
}: Awaited<ReturnType<typeof findHeads>>[number]): BillHead => rest
const newest = sql`b.status <> 'Next', coalesce(b.period, b.created_at::date) desc, b.created_at desc, b.id desc`

interface Filters {
  q?: string | undefined
  status?: BillStatus | undefined
  payment?: PaymentState | undefined
  period?: string | undefined
  page?: number | undefined
}

const filtersOf = ({ q, status, payment, period }: Filters, names: SQL) => [
  ...(q ? [sql`(${contains(names, q)} or ${contains(sql`coalesce(b.number, '')`, q)})`] : []),
  ...(status ? [sql`b.status = ${status}`] : []),
  ...(payment ? [sql`b.payment = ${payment} and b.status = 'Approved'`] : []),
  ...(period ? [sql`b.period = ${`${period}-01`}::date`] : []),
]

/** How many bills there are, and what of them is still to be paid. */
async function counted(tx: Tx, where: SQL) {
  const [row] = await rows<{ total: number; payable: string | null }>(
    tx,
    sql`select count(*)::int as total,
        sum(case when b.status = 'Approved' and b.payment in ('unpaid', 'returned') then (b.totals->>'payableCents')::bigint end) as payable
      from ${headTables} where ${where}`,
  )
  return { total: row?.total ?? 0, sumPayableCents: Number(row?.payable ?? 0) }
}

/** The year that a bill counts to: of the month that it closes, or of its beginning. */
const yearOf = sql`extract(year from coalesce(b.period, b.created_at::date))::int`

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
    [own, ...filtersOf(query, sql`coalesce(b.own_number, '')`), ...(year ? [sql`${yearOf} = ${year}`] : [])],
    sql` and `,
  )
  const { total, sumPayableCents } = await counted(tx, where)
  const years = await rows<{ year: number }>(
    tx,
    sql`select distinct ${yearOf} as year from bill b where ${own} order by 1 desc`,
  )
  const items = await findHeads(tx, where, {
    ...{ orderBy: newest, limit: pageSize, offset: (page - 1) * pageSize, now },
  })
  return { ...listOf(items.map(head), total, page), sumPayableCents, years: years.map((row) => row.year) }
}

interface AllQuery extends Filters {
  type?: '1' | '2' | undefined
  blocked?: '1' | undefined
}

/** Bills of all accounts, for staff. Open ones without anything on them are left out. */
export async function listAllBills(tx: Tx, query: AllQuery, now: Date) {
  const { type, blocked, page = 1 } = query
  const conditions = [
    sql`(b.status <> 'Next' or b.type = 2 or exists (select from ledger_entry e where e.account_id = b.account_id))`,
    ...filtersOf(query, sql`a.name`),
    ...(type ? [sql`b.type = ${Number(type)}`] : []),
    ...(blocked ? [sql`cardinality(${blockedSql}) > 0`] : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const { total, sumPayableCents } = await counted(tx, where)
  const items = await findHeads(tx, where, {
    orderBy: sql`b.status <> 'Pending', b.status <> 'Next', coalesce(b.period, b.created_at::date) desc, a.name, b.id`,
    limit: pageSize,
    offset: (page - 1) * pageSize,
    now,
  })
  return { ...listOf(items.map(head), total, page), sumPayableCents }
}

/** What an account is owed, as far as the reader's keys go. */
export async function getBilling(tx: Tx, accountId: string, keys: PortalScope['keys'], now: Date) {
  const [seesBills, seesAdvances] = [keys.has('billing.viewbills'), keys.has('billing.viewadvances')]
  const seesSums = keys.has('billing.viewbillingsummary')
  const settings = await settingsOf(tx, accountId, now)
  const last = (type: number, limit: number) =>
    findHeads(
      tx,
      sql`b.account_id = ${accountId} and b.type = ${type} and (b.type = 2 or b.status <> 'Next')`,
      {
        orderBy: newest,
        limit,
        now,
      },
    )
  const open = sql`b.account_id = ${accountId} and b.type = 1 and b.status = 'Next'`
  const [next] = seesBills ? await findHeads(tx, open, { orderBy: newest, limit: 1, now }) : []
  const bills = seesBills ? await last(1, lastBillsShown) : []
  const advances = seesAdvances ? await last(2, lastAdvancesShown) : []
  const [unpaid] = await rows<{ cents: string | null }>(
    tx,
    sql`select sum((totals->>'payableCents')::bigint) as cents from bill
      where account_id = ${accountId} and status = 'Approved' and payment <> 'paid'`,
  )
  return {
    next: next ? head(next) : null,
    bills: bills.map(head),
    advances: advances.map(head),
    outstandingCents:
      seesSums || seesAdvances ? ((await outstandingOf(tx, [accountId])).get(accountId) ?? 0) : null,
    unpaidCents: seesSums || seesBills ? Number(unpaid?.cents ?? 0) : null,
    informationComplete: settings.information !== undefined,
    selfInvoice: settings.selfInvoice,
    agreed: settings.agreed ?? null,
    agreementVersion,
  }
}
