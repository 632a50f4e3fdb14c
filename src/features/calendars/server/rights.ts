import type { Person, PortalScope } from '#platform/actor.ts'
import { findPortal, membershipsOf, portalsOfLabels } from '#platform/actor-portals.ts'
import type { Database } from '#platform/db.ts'
import { plainOf } from '#platform/like.ts'

type Queries = Pick<Database, 'query'>

/** Of what a calendar was made. */
export interface Which {
  portalId: string
  wholeAccount: boolean
}

/** Whose dates a calendar tells. */
export type ShownPortal = Pick<PortalScope, 'id' | 'name' | 'customUrl'>

const key = 'events.viewevents'

/** More portals than any account has. */
const portalsMax = 5_000

/** The portal of a calendar as its owner reaches it now; undefined once they see no events there, or it is no label's. */
export async function portalOf(
  queries: Queries,
  person: Person,
  { portalId, wholeAccount }: Which,
): Promise<PortalScope | undefined> {
  const portal = await findPortal(queries, person, portalId)
  return portal?.keys.has(key) && (portal.label || !wholeAccount) ? portal : undefined
}

/** All portals of a label's account whose events this person sees, by the rights that they have at each. */
export async function portalsOfAccount(
  queries: Queries,
  person: Person,
  { accountId }: PortalScope,
): Promise<ShownPortal[]> {
  if (person.staff)
    return queries.query<ShownPortal>(
      `select id, name, custom_url as "customUrl" from portal
       where account_id = $1 and deleted_at is null order by ${plainOf('name')}, id limit $2`,
      [accountId, portalsMax],
    )
  const own = (await membershipsOf(queries, { person })).filter((one) => one.accountId === accountId)
  const others = await portalsOfLabels(queries, person, own, portalsMax)
  return [...own, ...others].filter(({ keys }) => keys.has(key))
}
