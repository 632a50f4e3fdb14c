import { sql } from 'drizzle-orm'
import { asJob } from '#platform/background.ts'
import { type Database, rows } from '#platform/db.ts'
import { keptDays } from '../choices.ts'

const atOnce = 1_000

/**
 * Gives each message of the outbox its place and hands it to the endpoints that want to hear of it. One process at a time: a
 * place is given after the change stands, so that whoever reads on from a place misses nothing that commits later. Answers
 * how many there were.
 */
export async function handOut(database: Database): Promise<number> {
  for (let all = 0; ; ) {
    const some = await asJob(database, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhook messages', 0))`)
      // Never less than any that was given, also where the clock was put back.
      const placed = await rows<{ id: string }>(
        tx,
        sql`with waiting as (
            select id, row_number() over (order by at, id) as nth from webhook_message where position is null
            order by at, id limit ${atOnce}
          ), base as (
            select greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint, coalesce(max(position), 0)) as at
            from webhook_message
          )
          update webhook_message m set position = base.at + waiting.nth from waiting, base where m.id = waiting.id
          returning m.id`,
      )
      if (placed.length === 0) return 0
      const ids = JSON.stringify(placed.map(({ id }) => id))
      await tx.execute(sql`insert into webhook_sending (portal_id, id, endpoint_id, message_id, type, thing, position)
        select e.portal_id, gen_random_uuid(), e.id, m.id, m.type, m.thing, m.position
        from webhook_message m join webhook_endpoint e on e.account_id = m.account_id and e.removed_at is null
          and (e.portal_id = m.portal_id or e.whole_account) and jsonb_exists(e.types, m.type)
          and (m.people is null or jsonb_exists(m.people, e.person_id::text))
        where m.id in (select jsonb_array_elements_text(${ids}::jsonb))`)
      return placed.length
    })
    all += some
    if (some < atOnce) return all
  }
}

/** Messages are kept for 30 days: for as long as programs may ask for what they missed. A job calls it each night. */
export async function dropOldMessages(database: Database): Promise<void> {
  await asJob(database, (tx) =>
    tx.execute(
      sql`delete from webhook_message where at < clock_timestamp() - make_interval(days => ${keptDays})`,
    ),
  )
}
