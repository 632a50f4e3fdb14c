import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import type { LineType } from '../contract.ts'
import { ledgerEntry } from './ledger-table.ts'

export type Entry = typeof ledgerEntry.$inferInsert

/** Adds entries, dated `at`. Each moves an amount from one book to another: the books stay at zero together. */
export async function post(tx: Tx, at: Date, entries: readonly Entry[]): Promise<void> {
  const moving = entries.filter(({ amountCents }) => amountCents !== 0)
  if (moving.length > 0) await tx.insert(ledgerEntry).values(moving.map((entry) => ({ ...entry, at })))
}

/** An amount that is owed and on no bill, by what it is for. */
export interface OpenAmount {
  type: LineType
  portalId: string | null
  month: string
  commissionBp: number | null
  taxBp: number | null
  itemId: string | null
  description: string | null
  reference: string | null
  units: number | null
  /** The split that it is a share by, and how large that is. */
  splitId: string | null
  shareBp: number | null
  amountCents: number
}

/** What a bill that is closed now, through the month given, would hold: the balances of the book `accrued`. */
export const openAmounts = (tx: Tx, accountId: string, through?: string): Promise<OpenAmount[]> =>
  amountsIn(
    tx,
    'accrued',
    sql`account_id = ${accountId} ${through ? sql`and month <= ${through}::date` : sql``}`,
  )

/** What a closed bill holds, as it was open before: the balances of its book `held`. */
export const heldAmounts = (tx: Tx, billId: string): Promise<OpenAmount[]> =>
  amountsIn(tx, 'held', sql`bill_id = ${billId}`)

async function amountsIn(tx: Tx, book: 'accrued' | 'held', where: SQL): Promise<OpenAmount[]> {
  const found = await rows<Record<keyof Snake, never>>(
    tx,
    sql`select type, portal_id, month::text, commission_bp, tax_bp, item_id, split_id, max(share_bp) as share_bp,
        max(description) as description, max(reference) as reference,
        sum(case when "to" = ${book} then units else -units end)::int as units,
        sum(case when "to" = ${book} then amount_cents else -amount_cents end)::bigint as amount_cents
      from ledger_entry
      where ("to" = ${book} or "from" = ${book}) and ${where}
      group by type, portal_id, month, commission_bp, tax_bp, item_id, split_id
      having sum(case when "to" = ${book} then amount_cents else -amount_cents end) <> 0
      order by case type when 'Income' then 0 when 'On demand' then 1 when 'Recoupment' then 2
        when 'Own recoupment' then 3 when 'Extra' then 4 else 5 end,
        month, portal_id, commission_bp, split_id nulls first, item_id`,
  )
  return (found as unknown as Snake[]).map((row) => ({
    type: row.type,
    portalId: row.portal_id,
    month: row.month,
    commissionBp: row.commission_bp,
    taxBp: row.tax_bp,
    itemId: row.item_id,
    description: row.description,
    reference: row.reference,
    units: row.units === null ? null : Number(row.units),
    splitId: row.split_id,
    shareBp: row.share_bp,
    amountCents: Number(row.amount_cents),
  }))
}
interface Snake {
  type: LineType
  portal_id: string | null
  month: string
  commission_bp: number | null
  tax_bp: number | null
  item_id: string | null
  description: string | null
  reference: string | null
  units: number | null
  split_id: string | null
  share_bp: number | null
  amount_cents: number
}

export interface OpenAdvance {
  id: string
  number: string
  grantedCents: number
  openCents: number
}

/** Advances granted to who has this NIF, oldest first, with what is still to be settled of each. */
export async function openAdvances(tx: Tx, accountId: string, taxId: string): Promise<OpenAdvance[]> {
  const found = await rows<{ id: string; number: string; granted: string; open: string }>(
    tx,
    sql`select b.id, b.number, b.amount_cents as granted,
        coalesce(sum(case when e."from" = 'advances' then e.amount_cents else -e.amount_cents end), 0) as open
      from bill b left join ledger_entry e on e.advance_id = b.id and (e."to" = 'advances' or e."from" = 'advances')
      where b.account_id = ${accountId} and b.type = 2 and b.status = 'Approved'
        and coalesce(b.information->>'taxId', ${taxId}) = ${taxId}
      group by b.id order by b.approved_at, b.id`,
  )
  return found.map(({ id, number, granted, open }) => ({
    id,
    number,
    grantedCents: Number(granted),
    openCents: Number(open),
  }))
}

/**
 * Changes to the money of one account take turns until the transaction ends, with those of all who share with it: what it
 * sells is theirs too.
 */
export const lockAccount = (tx: Tx, accountId: string) => lockAccounts(tx, [accountId])

/** The same of several at once. Everybody asks for them in the order of their ids, and so nobody waits for each other. */
export async function lockAccounts(tx: Tx, accountIds: readonly string[]): Promise<void> {
  const found = await rows<{ id: string }>(
    tx,
    sql`select account_id as id from who_share(${`{${accountIds.join(',')}}`}::uuid[])`,
  )
  for (const { id } of found)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`billing ${id}`}, 0))`)
}
