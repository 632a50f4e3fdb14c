import { sql } from 'drizzle-orm'
import { billTypes } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { type GroupAmount, shareOf, type Totals, totalsOf } from '../totals.ts'

interface Wanted {
  id: string
  type: 1 | 2
  accountId: string
  /** Whose it is: advances of another person are not taken off it. */
  taxId: string | null
  open: boolean
  amountCents: number | null
  /** Today's rate, and that of a month that is over; of what has no rate of its own. */
  taxBp: number
  taxBpOfMonth: (month: string) => number
  /** False where nothing is charged, whatever rate a line has. */
  charged: boolean
  settlementBp: number
  retentionBp: number
}

/** Totals of bills that are not issued yet, as they would be if they were accepted now. */
export async function liveTotals(
  tx: Tx,
  wanted: readonly Wanted[],
  open: Awaited<ReturnType<typeof openByMonth>>,
): Promise<Map<string, Totals>> {
  const accounts = [...new Set(wanted.map(({ accountId }) => accountId))]
  const closed = wanted.filter(({ type, open }) => type === billTypes.bills && !open).map(({ id }) => id)
  if (accounts.length === 0) return new Map()
  const lines =
    closed.length > 0
      ? await rows<{ bill_id: string; tax_bp: number; cents: string }>(
          tx,
          sql`select bill_id, tax_bp, sum(amount_cents) as cents from bill_line
            where bill_id in ${closed} and type <> 'Advance' group by 1, 2`,
        )
      : []
  const left = await advancesLeft(tx, accounts)
  return new Map(
    wanted.map((one) => {
      const groups: GroupAmount[] =
        one.type === billTypes.advances
          ? [{ taxBp: one.taxBp, amountCents: one.amountCents ?? 0 }]
          : one.open
            ? open
                .filter((row) => row.account_id === one.accountId)
                .map((row) => ({
                  taxBp: one.charged ? (row.tax_bp ?? bpIn(one, row.month)) : 0,
                  amountCents: Number(row.cents),
                }))
            : lines
                .filter((row) => row.bill_id === one.id)
                .map((row) => ({ taxBp: row.tax_bp, amountCents: Number(row.cents) }))
      const outstandingCents = one.type === billTypes.advances ? 0 : left(one.accountId, one.taxId, one.id)
      const { settlementBp, retentionBp } = one
      return [one.id, totalsOf({ groups, outstandingCents, settlementBp, retentionBp })]
    }),
  )
}

const bpIn = ({ taxBp, taxBpOfMonth }: Wanted, month: string | null) => (month ? taxBpOfMonth(month) : taxBp)

/** What is open of accounts, by rate and month; what came and went back is not. */
export async function openByMonth(tx: Tx, accounts: readonly string[]) {
  if (accounts.length === 0) return []
  return rows<{ account_id: string; tax_bp: number | null; month: string | null; cents: string }>(
    tx,
    sql`select account_id, tax_bp, month::text, sum(case when "to" = 'accrued' then amount_cents else -amount_cents end) as cents
      from ledger_entry where account_id in ${[...accounts]} and ("to" = 'accrued' or "from" = 'accrued') group by 1, 2, 3
      having sum(case when "to" = 'accrued' then amount_cents else -amount_cents end) <> 0`,
  )
}

/**
 * What of the advances of one person at an account is left for one of its bills (null: a new one). Those that wait to be accepted
 * are served in the order in which they were closed, whichever is accepted first: no cent of an advance is taken off two.
 */
export async function advancesLeft(tx: Tx, accounts: readonly string[]) {
  const outstanding = await outstandingOf(tx, accounts)
  const waiting = await rows<{
    id: string
    account_id: string
    tax_id: string | null
    settlement_bp: number
    cents: string | null
  }>(
    tx,
    sql`select b.id, b.account_id, b.information->>'taxId' as tax_id,
        coalesce((b.information->>'settlementBp')::int, a.settlement_bp) as settlement_bp,
        (select sum(l.amount_cents) from bill_line l where l.bill_id = b.id and l.type <> 'Advance') as cents
      from bill b join account a on a.id = b.account_id
      where b.account_id in ${[...accounts]} and b.type = 1 and b.status = 'Pending' and b.corrects_id is null
      order by b.closed_at, b.id`,
  )
  return (accountId: string, taxId: string | null, billId: string | null): number => {
    let left = outstanding(accountId, taxId)
    for (const one of waiting) {
      if (one.id === billId) break
      if (!isOf(one, accountId, taxId)) continue
      left -= Math.min(left, Math.max(0, shareOf(Number(one.cents ?? 0), one.settlement_bp)))
    }
    return left
  }
}

const isOf = (
  one: { account_id: string; tax_id: string | null },
  accountId: string,
  taxId: string | null,
): boolean => one.account_id === accountId && (taxId === null || one.tax_id === taxId)

/** What is still to be settled of each account's advances: of all, or of who has a NIF. */
export async function outstandingOf(tx: Tx, accounts: readonly string[]) {
  const found = await rows<{ account_id: string; tax_id: string | null; cents: string }>(
    tx,
    sql`select e.account_id, a.information->>'taxId' as tax_id,
        sum(case when e."from" = 'advances' then e.amount_cents else -e.amount_cents end) as cents
      from ledger_entry e left join bill a on a.id = e.advance_id
      where e.account_id in ${[...accounts]} and (e."from" = 'advances' or e."to" = 'advances') group by 1, 2`,
  )
  return (accountId: string, taxId: string | null = null): number =>
    found
      .filter((row) => row.account_id === accountId && (!taxId || !row.tax_id || row.tax_id === taxId))
      .reduce((sum, { cents }) => sum + Number(cents), 0)
}
