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
/** SQL: is a bill `b` of somebody whom the account `i` was before? It is paid to who is named on it, not to who is there now. */
export const formerSql = sql`(b.information->>'taxId' is distinct from i.tax_id and b.information->>'taxId' is not null)`
/** SQL: where it is paid; null where nobody knows an IBAN of who was there before. */
export const ibanSql = sql`case when ${formerSql} then b.information->>'iban' else i.iban end`
const columns = {
  id: b.id,
  accountId: b.accountId,
  account: a.name,
  number: sql<string>`b.number`,
  issuedOn: sql<string>`b.issued_on::text`,
  /** Less what charges of the provider have settled. */
  cents: number(sql<string>`((b.totals->>'payableCents')::bigint - b.offset_cents)`),
  /** Before charges were set against it, and their numbers. */
  wholeCents: number(sql<string>`(b.totals->>'payableCents')::bigint`),
  charges: sql<string[]>`coalesce((select jsonb_agg(c.number order by c.number) from charge c
    where c.id in (select s.charge_id from charge_settlement s where s.bill_id = b.id)), '[]')`,
  taxId: sql<string>`coalesce(b.information->>'taxId', i.tax_id)`,
  iban: sql<string | null>`${ibanSql}`,
  holder: sql<string>`case when ${formerSql} then b.information->>'legalName' else i.holder end`,
  // Who has the account no more earns nothing that would ever come to a minimum.
  minimumCents: number(sql<string>`case when ${formerSql} then 0 else i.payout_minimum_cents end`),
  // Whoever was there before goes on being paid where they said.
  held: sql<boolean>`not ${formerSql} and coalesce(i.iban_held_until > clock_timestamp(), false)`,
  heldUntil: iso(i.ibanHeldUntil),
  refused: sql<boolean>`coalesce(${ibanSql} = any(i.refused_ibans), false)`,
}
export type Due = RowOf<typeof columns>
export type Payable = Due & { iban: string }

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

/** Can a bank be asked to pay it? */
export const isFree = (of: Due): of is Payable => !of.held && !of.refused && of.iban !== null

/** Until when a changed IBAN holds one; nothing where it does not. */
export const heldUntil = ({ held, refused, heldUntil: until }: Due) =>
  held && !refused && until ? { until } : {}

const sum = (due: readonly { cents: number }[]) => due.reduce((all, { cents }) => all + cents, 0)

type Netted = Pick<Due, 'accountId' | 'cents'> & Partial<Pick<Due, 'taxId' | 'minimumCents'>>

/** Between whom it is: what one person owes is never taken off what another is owed, had they the same account or not. */
export const personOf = ({ accountId, taxId = '' }: Pick<Netted, 'accountId' | 'taxId'>) =>
  `${accountId} ${taxId}`

/**
 * What can be paid: what a corrective bill takes back of one that was paid is set against what the same person is owed with the
 * account, oldest first. Who owes more than that waits until it is earned, and
 * who is owed less than the minimum until it is more. Each payment names what was taken off it.
 */
export function netted<D extends Netted>(due: readonly D[]) {
  const marked: D[] = []
  const payments: { of: D; cents: number; less: D[] }[] = []
  for (const person of new Set(due.map(personOf))) {
    const own = due.filter((one) => personOf(one) === person)
    const left = sum(own)
    if (left < 0 || left < (own[0]?.minimumCents ?? 0)) continue
    marked.push(...own)
    payments.push(...paymentsOf(own))
  }
  return { marked, payments }
}

interface Part<D> {
  of: D
  cents: number
}

/** What one person is paid, less what is taken back of it: the oldest of both first. */
function paymentsOf<D extends Netted>(own: readonly D[]): (Part<D> & { less: D[] })[] {
  const back = own.flatMap((of) => (of.cents < 0 ? { of, cents: -of.cents } : []))
  return own.map((of) => ({ of, ...lessened(Math.max(0, of.cents), back) })).filter(({ cents }) => cents > 0)
}

/** What is left of a payment, and what was taken off it: `back` is that much less afterwards. */
function lessened<D>(due: number, back: Part<D>[]): { cents: number; less: D[] } {
  let cents = due
  const less: D[] = []
  while (cents > 0 && back[0]) {
    const taken = Math.min(back[0].cents, cents)
    cents -= taken
    back[0].cents -= taken
    less.push(back[0].of)
    if (back[0].cents === 0) back.shift()
  }
  return { cents, less }
}

/** Why each of what is due cannot be paid now, all of it together; null where it can. */
export function waitsOf(due: readonly Due[]): Map<string, PayoutWait | null> {
  const free = due.filter(isFree)
  const paid = new Set(netted(free).marked.map(({ id }) => id))
  const owing = (person: string) => sum(free.filter((one) => personOf(one) === person)) < 0
  const waitOf = (one: Due): PayoutWait | null => {
    if (one.refused) return 'ibanReturned'
    if (one.held) return 'ibanHeld'
    if (one.iban === null) return 'ibanMissing'
    if (paid.has(one.id)) return null
    return owing(personOf(one)) ? 'owes' : 'belowMinimum'
  }
  return new Map(due.map((one) => [one.id, waitOf(one)]))
}
