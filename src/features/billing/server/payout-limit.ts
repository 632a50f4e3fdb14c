import { sql } from 'drizzle-orm'
import { tellPeople } from '#features/inbox/server/tell-people.ts'
import { elevated, type Tx } from '#platform/db.ts'
import { formats } from '#platform/format.ts'
import { number, select } from '#platform/select.ts'
import { words } from '#platform/words.ts'
import type { PayoutLimit } from '../payments-contract.ts'

const settingKey = 'billing.payoutLimit'
const dayMs = 86_400_000

type Kept = PayoutLimit['later']

export async function payoutLimit(tx: Tx, now: Date): Promise<PayoutLimit> {
  const [row] = await select(tx, { value: sql<string>`value` }, sql`setting where key = ${settingKey}`)
  // Limits of before it was kept with its day are a number, or null.
  const kept = row ? (JSON.parse(row.value) as number | null | (PayoutLimit & object)) : null
  const limit = typeof kept === 'object' && kept ? kept : { confirmAboveCents: kept, later: null }
  const due: Kept = limit.later && Date.parse(limit.later.from) <= now.getTime() ? limit.later : null
  return due ? { confirmAboveCents: due.confirmAboveCents, later: null } : limit
}

/**
 * A lower limit counts at once. One that lets more through counts a day later, and everybody who pays out is told: whoever
 * may set it alone could otherwise lift it, pay, and put it back.
 */
export async function setPayoutLimit(
  tx: Tx,
  confirmAboveCents: number | null,
  { now, actorId }: { now: Date; actorId: string },
): Promise<PayoutLimit> {
  const { confirmAboveCents: held } = await payoutLimit(tx, now)
  const lower = held === null || (confirmAboveCents !== null && confirmAboveCents <= held)
  const from = new Date(now.getTime() + dayMs).toISOString()
  const limit: PayoutLimit = lower
    ? { confirmAboveCents, later: null }
    : { confirmAboveCents: held, later: { confirmAboveCents, from } }
  await tx.execute(
    sql`insert into setting (key, value) values (${settingKey}, ${JSON.stringify(limit)})
      on conflict (key) do update set value = excluded.value`,
  )
  if (limit.later) await tellPayers(tx, limit.later, actorId)
  return limit
}

async function tellPayers(tx: Tx, later: NonNullable<Kept>, actorId: string): Promise<void> {
  const people = await elevated(tx, 'people', () =>
    select(
      tx,
      { id: sql<string>`id` },
      sql`person where staff and suspended_at is null and id <> ${actorId}
        and (super or permissions ? 'billing.managebills')`,
    ),
  )
  await tellPeople(tx, {
    to: people.map(({ id }) => id),
    about: `payout limit ${later.from}`,
    told: (locale) => {
      const say = (key: string, params: Record<string, string> = {}) =>
        words(`billing.payout.told.${key}`, locale, params)
      const { money, dateTime } = formats(locale)
      const { confirmAboveCents, from } = later
      const limit =
        confirmAboveCents === null ? say('none') : say('above', { amount: money(confirmAboveCents) })
      return { title: say('title'), body: say('body', { limit, from: dateTime(from) }) }
    },
    link: '/billing',
  })
}

/** Has somebody else to look? By all that this person has paid out alone within a day: two files are no way around. */
export async function needsSecond(
  tx: Tx,
  { totalCents, actorId, now }: { totalCents: number; actorId: string | null; now: Date },
): Promise<boolean> {
  const { confirmAboveCents: limit } = await payoutLimit(tx, now)
  if (limit === null) return false
  // Two files at once would each see only themselves.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payouts ${actorId}`}, 0))`)
  const [row] = await select(
    tx,
    { cents: number(sql<string>`coalesce(sum(total_cents), 0)`) },
    sql`remittance where actor_id is not distinct from ${actorId} and undone_at is null and confirmed_at is null
      and created_at > ${new Date(now.getTime() - dayMs).toISOString()}::timestamptz`,
  )
  return totalCents + (row?.cents ?? 0) > limit
}
