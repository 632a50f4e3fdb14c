import { eq, sql } from 'drizzle-orm'
import { lastAdvancesShown, lastBillsShown, pageSize } from '#platform/constants.ts'
import { type Database, elevated, rows, type Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { contains } from '#platform/like.ts'
import { listOf } from '#platform/shapes.ts'
import { agreementVersion, type BillStatus, type PaymentState } from '../choices.ts'
import type { Bill, BillHead, BillLine } from '../contract.ts'
import { blockedSql, findHeads, headTables } from './heads.ts'
import { type OpenAmount, openAmounts } from './ledger.ts'
import { maskedIban, settingsOf, taxNameOf } from './settings.ts'
import { bill, billComment, billLine } from './table.ts'
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

/** Bills of one account, the open one first, then the newest. */
export async function listBills(
  tx: Tx,
  accountId: string,
  { status, page = 1 }: { status?: BillStatus | undefined; page?: number | undefined },
  now: Date,
) {
  const where = sql`b.account_id = ${accountId} and b.type = 1 ${status ? sql`and b.status = ${status}` : sql``}`
  const [counted] = await rows<{ total: number }>(
    tx,
    sql`select count(*)::int as total from bill b where ${where}`,
  )
  const items = await findHeads(tx, where, {
    orderBy: newest,
    limit: pageSize,
    offset: (page - 1) * pageSize,
    now,
  })
  return listOf(items.map(head), counted?.total ?? 0, page)
}

interface AllQuery {
  q?: string | undefined
  status?: BillStatus | undefined
  payment?: PaymentState | undefined
  type?: '1' | '2' | undefined
  blocked?: '1' | undefined
  period?: string | undefined
  page?: number | undefined
}

/** Bills of all accounts, for staff. Open ones without anything on them are left out. */
export async function listAllBills(tx: Tx, query: AllQuery, now: Date) {
  const { q, status, payment, type, blocked, period, page = 1 } = query
  const conditions = [
    sql`(b.status <> 'Next' or b.type = 2 or exists (select from ledger_entry e where e.account_id = b.account_id))`,
    ...(q ? [sql`(${contains(sql`a.name`, q)} or ${contains(sql`coalesce(b.number, '')`, q)})`] : []),
    ...(status ? [sql`b.status = ${status}`] : []),
    ...(payment ? [sql`b.payment = ${payment} and b.status = 'Approved'`] : []),
    ...(type ? [sql`b.type = ${Number(type)}`] : []),
    ...(blocked ? [sql`cardinality(${blockedSql}) > 0`] : []),
    ...(period ? [sql`b.period = ${`${period}-01`}::date`] : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const [counted] = await rows<{ total: number; payable: string | null }>(
    tx,
    sql`select count(*)::int as total,
        sum(case when b.status = 'Approved' and b.payment in ('unpaid', 'returned') then (b.totals->>'payableCents')::bigint end) as payable
      from ${headTables} where ${where}`,
  )
  const items = await findHeads(tx, where, {
    orderBy: sql`b.status <> 'Pending', b.status <> 'Next', coalesce(b.period, b.created_at::date) desc, a.name, b.id`,
    limit: pageSize,
    offset: (page - 1) * pageSize,
    now,
  })
  return {
    ...listOf(items.map(head), counted?.total ?? 0, page),
    sumPayableCents: Number(counted?.payable ?? 0),
  }
}

/** What an account is owed. */
export async function getBilling(tx: Tx, accountId: string, now: Date) {
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
  const [next] = await findHeads(tx, sql`b.account_id = ${accountId} and b.type = 1 and b.status = 'Next'`, {
    orderBy: newest,
    limit: 1,
    now,
  })
  const bills = await last(1, lastBillsShown)
  const advances = await last(2, lastAdvancesShown)
  const [unpaid] = await rows<{ cents: string | null }>(
    tx,
    sql`select sum((totals->>'payableCents')::bigint) as cents from bill
      where account_id = ${accountId} and status = 'Approved' and payment <> 'paid'`,
  )
  return {
    next: next ? head(next) : null,
    bills: bills.map(head),
    advances: advances.map(head),
    outstandingCents: (await outstandingOf(tx, [accountId])).get(accountId) ?? 0,
    unpaidCents: Number(unpaid?.cents ?? 0),
    informationComplete: settings.information !== undefined,
    selfInvoice: settings.selfInvoice,
    agreed: settings.agreed ?? null,
    agreementVersion,
  }
}

/** One bill with its lines. @throws NotFound */
export async function getBill(tx: Tx, billId: string, now: Date): Promise<Bill> {
  const [found] = await findHeads(tx, sql`b.id = ${billId}`, { orderBy: sql`b.id`, limit: 1, now })
  const [row] = await tx.select().from(bill).where(eq(bill.id, billId))
  if (!found || !row) throw new NotFound()
  const settings = await settingsOf(tx, row.accountId, now)
  const lines = await linesOf(tx, row, settings.taxBp)
  const names = await portalNames(tx, row.accountId)
  const related = await rows<{ id: string; number: string; corrects_id: string | null }>(
    tx,
    sql`select id, number, corrects_id from bill where corrects_id = ${billId} or id = ${row.correctsId}`,
  )
  const comments = await tx
    .select()
    .from(billComment)
    .where(eq(billComment.billId, billId))
    .orderBy(billComment.createdAt, billComment.id)
  const party = row.information ?? settings.information
  const pick = (test: (one: { id: string; corrects_id: string | null }) => boolean) => {
    const one = related.find(test)
    return one ? { id: one.id, number: one.number } : null
  }
  const iso = (at: Date | null) => at?.toISOString() ?? null
  const { totals, taxBp: _, retentionBp, ...rest } = found
  return {
    ...rest,
    lines: lines.map((line, position) => toLine(line, position, names)),
    totals,
    taxName: taxNameOf(party?.territory),
    retentionBp,
    selfInvoice: row.selfInvoice ?? settings.selfInvoice,
    legalName: party?.legalName ?? null,
    taxId: party?.taxId ?? null,
    provider: row.provider?.legalName ?? settings.provider?.legalName ?? null,
    ibanMasked: maskedIban(settings.information?.iban),
    outstandingCents: (await outstandingOf(tx, [row.accountId])).get(row.accountId) ?? 0,
    reason: row.reason,
    proof: row.proof,
    correctedBy: pick((one) => one.corrects_id === billId),
    corrects: pick((one) => one.id === row.correctsId),
    hash: row.hash,
    ownNumber: row.ownNumber,
    closedAt: iso(row.closedAt),
    approvedAt: iso(row.approvedAt),
    cancelledAt: iso(row.cancelledAt),
    paidOn: row.paidOn,
    returnedOn: row.returnedOn,
    returnReason: row.returnReason,
    comments: comments.map((one) => ({
      id: one.id,
      person: one.personName,
      staff: one.staff,
      text: one.text,
      createdAt: one.createdAt.toISOString(),
    })),
  }
}

type Row = typeof bill.$inferSelect
export type StoredLine = Omit<OpenAmount, 'taxBp'> & { taxBp: number }

/** Lines of a bill: frozen ones, or what the ledger holds as open. */
export async function linesOf(tx: Tx, row: Row, taxBp: number): Promise<StoredLine[]> {
  if (row.type === 1 && row.status === 'Next')
    return (await openAmounts(tx, row.accountId)).map((line) => ({ ...line, taxBp: line.taxBp ?? taxBp }))
  const frozen = await tx
    .select()
    .from(billLine)
    .where(eq(billLine.billId, row.id))
    .orderBy(billLine.position)
  if (frozen.length > 0 || row.type === 1) return frozen
  // An advance that is only asked for.
  return [
    {
      ...{
        type: 'Advance',
        portalId: null,
        month: row.createdAt.toISOString().slice(0, 10),
        commissionBp: null,
      },
      ...{ taxBp, itemId: null, description: row.reason, reference: null, units: null },
      amountCents: row.amountCents ?? 0,
    } as StoredLine,
  ]
}

/** Names of all portals of an account, also of those that a member of the master portal does not list. */
async function portalNames(tx: Tx, accountId: string): Promise<Map<string, string>> {
  const found = await elevated(tx, () =>
    rows<{ id: string; name: string }>(tx, sql`select id, name from portal where account_id = ${accountId}`),
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

function toLine(line: StoredLine, position: number, names: Map<string, string>): BillLine {
  const { type, portalId, month, commissionBp, taxBp, units, description, reference, amountCents } = line
  return {
    position,
    type,
    portal: portalId ? { id: portalId, name: names.get(portalId) ?? '' } : null,
    month,
    commissionBp,
    taxBp,
    units,
    description,
    reference,
    amountCents,
    opens: portalId !== null && (type === 'Income' || type === 'On demand'),
  }
}
