import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { account } from '#features/portals/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { iso, number, type RowOf, select } from '#platform/select.ts'
import type { PayoutWait } from '../choices.ts'
import { billingInformation } from './information-table.ts'
import { bill } from './table.ts'

const b = alias(bill, 'b')
const i = alias(billingInformation, 'i')
const a = alias(account, 'a')
const columns = {
  id: b.id,
  accountId: b.accountId,
  account: a.name,
  number: sql<string>`b.number`,
  issuedOn: sql<string>`b.issued_on::text`,
  /** Less what charges of the provider have settled. */
  cents: number(sql<string>`((b.totals->>'payableCents')::bigint - b.offset_cents)`),
  iban: i.iban,
  holder: i.holder,
  minimumCents: number(i.payoutMinimumCents),
  held: sql<boolean>`coalesce(i.iban_held_until > clock_timestamp(), false)`,
  heldUntil: iso(i.ibanHeldUntil),
  refused: sql<boolean>`coalesce(i.iban = i.refused_iban, false)`,
}
export type Due = RowOf<typeof columns>

/**
 * Approved and not paid, the oldest first. What a corrective bill is being proposed for waits without a word. @param lock
 * `for update of b`, where they are about to be paid
 */
export const findDue = (tx: Tx, where = sql`true`, lock = sql``): Promise<Due[]> =>
  select(
    tx,
    columns,
    sql`bill b join billing_information i on i.account_id = b.account_id join account a on a.id = b.account_id
      where b.status = 'Approved' and b.payment in ('unpaid', 'returned')
        and (b.totals->>'payableCents')::bigint <> b.offset_cents
        and not exists (select from bill c where c.corrects_id = b.id and c.status = 'Pending') and ${where}
      order by b.issued_on, b.number, b.id ${lock}`,
  )

/** Until when a changed IBAN holds one; nothing where it does not. */
export const heldUntil = ({ held, refused, heldUntil: until }: Due) =>
  held && !refused && until ? { until } : {}

const sum = (due: readonly { cents: number }[]) => due.reduce((all, { cents }) => all + cents, 0)

/**
 * What can be paid: what a corrective bill takes back of one that was paid is set against what its account is owed, oldest
 * first. An account that owes more than that waits until it has earned it, and
 * one that is owed less than its minimum until it is more.
 */
export function netted<D extends Pick<Due, 'accountId' | 'cents'> & { minimumCents?: number }>(
  due: readonly D[],
) {
  const marked: D[] = []
  const payments: { of: D; cents: number }[] = []
  for (const account of new Set(due.map(({ accountId }) => accountId))) {
    const own = due.filter(({ accountId }) => accountId === account)
    let back = own.reduce((all, { cents }) => all - Math.min(0, cents), 0)
    const left = sum(own)
    if (left < 0 || left < (own[0]?.minimumCents ?? 0)) continue
    marked.push(...own)
    for (const of of own) {
      const cents = Math.max(0, of.cents)
      const taken = Math.min(back, cents)
      back -= taken
      if (cents > taken) payments.push({ of, cents: cents - taken })
    }
  }
  return { marked, payments }
}

/** Why each of what is due cannot be paid now, all of it together; null where it can. */
export function waitsOf(due: readonly Due[]): Map<string, PayoutWait | null> {
  const free = due.filter(({ held, refused }) => !held && !refused)
  const paid = new Set(netted(free).marked.map(({ id }) => id))
  const owing = (accountId: string) => sum(free.filter((one) => one.accountId === accountId)) < 0
  return new Map(
    due.map(({ id, accountId, held, refused }) => [
      id,
      refused
        ? 'ibanReturned'
        : held
          ? 'ibanHeld'
          : paid.has(id)
            ? null
            : owing(accountId)
              ? 'owes'
              : 'belowMinimum',
    ]),
  )
}
