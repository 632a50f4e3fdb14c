import { sql } from 'drizzle-orm'
import type { Actor } from './actor.ts'
import { elevated, type Tx } from './db.ts'
import type { Change } from './errors.ts'
import { iso, select } from './select.ts'

const columns = {
  at: iso(sql<Date>`a.at`),
  who: sql<string | null>`coalesce(a.on_behalf_of, a.actor_id)`,
  name: sql<string | null>`p.name`,
  staff: sql<boolean | null>`p.staff`,
}

/**
 * Who changed something last, as whoever meets the change may know it: members read names of other members; people of the
 * provider have none for them. Undefined where nobody is on record.
 */
export async function lastChange(tx: Tx, actor: Actor, targetId: string): Promise<Change | undefined> {
  const [found] = await elevated(tx, 'people', () =>
    select(
      tx,
      columns,
      sql`activity a left join person p on p.id = coalesce(a.on_behalf_of, a.actor_id)
        where a.target_id = ${targetId} order by a.at desc limit 1`,
    ),
  )
  if (!found) return undefined
  const mine = found.who === actor.person.id
  return { mine, name: mine || (found.staff && !actor.person.staff) ? null : found.name, at: found.at }
}
