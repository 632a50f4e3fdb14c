import { sql } from 'drizzle-orm'
import { billTypes } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { type GroupAmount, type Totals, totalsOf } from '../totals.ts'

interface Wanted {
  id: string
  type: 1 | 2
  accountId: string
  open: boolean
  amountCents: number | null
  taxBp: number
  /** False where nothing is charged, whatever rate a line has. */
  charged: boolean
  settlementBp: number
  retentionBp: number
}

/** Totals of bills that are not issued yet, as they would be if they were accepted now. */
export async function liveTotals(tx: Tx, wanted: readonly Wanted[]): Promise<Map<string, Totals>> {
  const accounts = [...new Set(wanted.map(({ accountId }) => accountId))]
  const closed = wanted.filter(({ type, open }) => type === billTypes.bills && !open).map(({ id }) => id)
  if (accounts.length === 0) return new Map()
  const open = await rows<{ account_id: string; tax_bp: number | null; cents: string }>(
    tx,
    sql`select account_id, tax_bp, sum(case when "to" = 'accrued' then amount_cents else -amount_cents end) as cents
      from ledger_entry where account_id in ${accounts} and ("to" = 'accrued' or "from" = 'accrued') group by 1, 2`,
  )
  const lines =
    closed.length > 0
      ? await rows<{ bill_id: string; tax_bp: number; cents: string }>(
          tx,
          sql`select bill_id, tax_bp, sum(amount_cents) as cents from bill_line
            where bill_id in ${closed} and type <> 'Advance' group by 1, 2`,
        )
      : []
  const outstanding = await outstandingOf(tx, accounts)
  return new Map(
    wanted.map((one) => {
      const groups: GroupAmount[] =
        one.type === billTypes.advances
          ? [{ taxBp: one.taxBp, amountCents: one.amountCents ?? 0 }]
          : one.open
            ? open
                .filter((row) => row.account_id === one.accountId)
                .map((row) => ({
                  taxBp: one.charged ? (row.tax_bp ?? one.taxBp) : 0,
                  amountCents: Number(row.cents),
                }))
            : lines
                .filter((row) => row.bill_id === one.id)
                .map((row) => ({ taxBp: row.tax_bp, amountCents: Number(row.cents) }))
      const outstandingCents = one.type === billTypes.advances ? 0 : (outstanding.get(one.accountId) ?? 0)
      const { settlementBp, retentionBp } = one
      return [one.id, totalsOf({ groups, outstandingCents, settlementBp, retentionBp })]
    }),
  )
}

/** What is still to be settled of each account's advances. */
export async function outstandingOf(tx: Tx, accounts: readonly string[]): Promise<Map<string, number>> {
  const found = await rows<{ account_id: string; cents: string }>(
    tx,
    sql`select account_id, sum(case when "from" = 'advances' then amount_cents else -amount_cents end) as cents
      from ledger_entry where account_id in ${[...accounts]} and ("from" = 'advances' or "to" = 'advances') group by 1`,
  )
  return new Map(found.map((row) => [row.account_id, Number(row.cents)]))
}
