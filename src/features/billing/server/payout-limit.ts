import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { number, select } from '#platform/select.ts'

const settingKey = 'billing.payoutLimit'
const dayMs = 86_400_000

/** Above this sum a second person confirms what is paid out; null: never. */
export async function payoutLimit(tx: Tx): Promise<number | null> {
  const [row] = await select(tx, { value: sql<string>`value` }, sql`setting where key = ${settingKey}`)
  return row ? (JSON.parse(row.value) as number | null) : null
}

export const setPayoutLimit = (tx: Tx, cents: number | null) =>
  tx.execute(
    sql`insert into setting (key, value) values (${settingKey}, ${JSON.stringify(cents)})
      on conflict (key) do update set value = excluded.value`,
  )

/** Has somebody else to look? By all that this person has paid out alone within a day: two files are no way around. */
export async function needsSecond(
  tx: Tx,
  { totalCents, actorId, now }: { totalCents: number; actorId: string | null; now: Date },
): Promise<boolean> {
  const limit = await payoutLimit(tx)
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
