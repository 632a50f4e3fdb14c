import { sql } from 'drizzle-orm'
import type { Person } from '#platform/actor.ts'
import { findPortal } from '#platform/actor-portals.ts'
import { queriesIn, rows, type Tx } from '#platform/db.ts'
import { mayHear, onlyAtMaster, type WebhookType, webhookTypes } from '../choices.ts'

/** Of a message `m` and an endpoint `e`: is it of a type that the endpoint is told, and for whoever answers for it? */
export const isTold = sql`(m.type = 'test' or (jsonb_exists(e.types, m.type)
  and (m.people is null or jsonb_exists(m.people, e.person_id::text))))`

interface Place {
  keys: Pick<ReadonlySet<string>, 'has'>
  master: boolean
  label: boolean
}

/** What somebody with these rights at a portal may have an endpoint told there. */
export const offeredAt = ({ keys, master }: Place): WebhookType[] =>
  webhookTypes.filter((type) => mayHear(type, keys) && (master || !onlyAtMaster(type)))

interface Made {
  portalId: string
  personId: string | null
  types: readonly WebhookType[]
  wholeAccount: boolean
}

/** May whoever made an endpoint still see all that it is told? Past row-level security: it is asked for a job. */
export async function stillMay(tx: Tx, { portalId, personId, types, wholeAccount }: Made): Promise<boolean> {
  const [person] = await rows<Person>(
    tx,
    sql`select id, name, email, locale, staff, super, permissions from person
      where id = ${personId} and suspended_at is null`,
  )
  const place = person && (await findPortal(queriesIn(tx), person, portalId))
  if (!place || (wholeAccount && !place.label) || !place.keys.has('portal.editconfiguration')) return false
  const offered = offeredAt(place)
  return types.every((type) => offered.includes(type))
}
