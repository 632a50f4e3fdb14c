import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { formatDay, parseDay, startOfMonth } from '#platform/time.ts'
import { type OpenAmount, post } from './ledger.ts'
import { ofOneStanding } from './one-standing.ts'
import { settingsOf } from './settings.ts'

/**
 * An account may be one person after another, each with a NIF. What one of them owes is set against what that one is owed and against
 * nothing of the next (Código Civil, arts. 1195 and 1196: who sets off is bound in their own right). See decision 0132.
 */

/**
 * The amounts that the next bill is made of: of the first months of one standing. What somebody who had the account before owes stays
 * behind: nothing that comes will ever settle it. There has to be one amount at least.
 */
export async function firstToBill(tx: Tx, accountId: string, open: readonly OpenAmount[], now: Date) {
  const { information: present } = await settingsOf(tx, accountId, now)
  for (let rest = open; ; ) {
    const one = await ofOneStanding(tx, accountId, rest, now)
    const earnedCents = one.amounts.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const former = one.settings.information?.taxId !== present?.taxId
    const after = rest.filter((amount) => !one.amounts.includes(amount))
    if (earnedCents > 0 || !former || after.length === 0) return { ...one, earnedCents, former }
    rest = after
  }
}

/**
 * Who has the account from a day on leaves what was carried forward to who had it before: into the month before that day. What was
 * carried from months of their own comes with them.
 */
export async function leaveDebts(tx: Tx, accountId: string, since: string, now: Date): Promise<void> {
  const month = formatDay(startOfMonth(parseDay(since) ?? 0))
  const before = formatDay(startOfMonth(parseDay(since) ?? 0, -1))
  const carried = await rows<{ item_id: string; month: string; reference: string; cents: string }>(
    tx,
    sql`select item_id, month::text, max(reference) as reference,
        sum(case when "to" = 'accrued' then amount_cents else -amount_cents end) as cents
      from ledger_entry where account_id = ${accountId} and ("from" = 'accrued' or "to" = 'accrued') and month >= ${month}::date
        and item_id in (select item_id from ledger_entry where account_id = ${accountId} and "from" = 'carried' and reason = 'carried')
      group by item_id, month having sum(case when "to" = 'accrued' then amount_cents else -amount_cents end) <> 0`,
  )
  await post(
    tx,
    now,
    carried
      .filter(({ reference }) => `${reference}-01` < month)
      .flatMap(({ item_id: itemId, month: was, reference, cents }) => {
        const of = { accountId, itemId, reference, type: 'Adjustment' as const, amountCents: Number(cents) }
        return [
          { ...of, month: was, from: 'accrued' as const, to: 'carried' as const },
          { ...of, month: before, from: 'carried' as const, to: 'accrued' as const, reason: 'carried' },
        ]
      }),
  )
}
