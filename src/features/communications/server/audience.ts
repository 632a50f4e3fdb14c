import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { portalType } from '#features/portals/server/portal-type.ts'
import type { Tx } from '#platform/db.ts'
import { choicesOf } from '#platform/name-choices.ts'
import { ask, type RowOf, select } from '#platform/select.ts'
import type { Audience } from '../choices.ts'
import { post } from './table.ts'

/**
 * Everybody who reaches a portal and as what: by a membership of their own, else by one inherited from the label's
 * master portal, as product.md §2 has it.
 */
export const reachOfPeople = sql`(
  select m.person_id, m.portal_id, m.role, m.grants, m.denies from member m
  union all
  select m.person_id, s.id, m.role, m.grants, m.denies from member m
    join portal o on o.id = m.portal_id and o.master and o.deleted_at is null
    join account a on a.id = o.account_id and a.type = 'master'
    join portal s on s.account_id = o.account_id and s.id <> o.id
    where not exists (select from member d where d.portal_id = s.id and d.person_id = m.person_id))`

/** Is in the list, or the list is empty. */
const within = (column: SQL, values: readonly string[], type: 'text' | 'uuid') =>
  values.length === 0
    ? sql`true`
    : sql`${column} = any(array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)::${sql.raw(type)}))`

const members = ({ portalTypes, portals, roles }: Audience) => sql`
  ${reachOfPeople} r join person p on p.id = r.person_id join portal o on o.id = r.portal_id
    join account a on a.id = o.account_id
  where o.deleted_at is null and p.suspended_at is null and p.password_hash is not null and not p.staff
    and ${within(sql.raw(`(${portalType('o', 'a')})`), portalTypes, 'text')} and ${within(sql`o.id`, portals, 'uuid')}
    and ${within(sql`r.role`, roles, 'text')}`

const listed = (list: SQL, value: SQL) => sql`(${list} = '[]'::jsonb or ${list} @> to_jsonb(${value}))`

/** Is a post `o` for one of these portals? `ids` is what a portal's id is compared with. */
export const postsFor = (ids: SQL): SQL => sql`exists (
  select from portal pp join account pa on pa.id = pp.account_id where pp.id = ${ids} and pp.deleted_at is null
    and ${listed(sql`o.audience->'portals'`, sql`pp.id::text`)}
    and ${listed(sql`o.audience->'portalTypes'`, sql.raw(`(${portalType('pp', 'pa')})`))})`

/** How many people would get a post for this audience now, and at how many portals. */
export async function countAudience(tx: Tx, audience: Audience) {
  const [counted] = await select(
    tx,
    { people: sql<number>`count(distinct p.id)::int`, portals: sql<number>`count(distinct o.id)::int` },
    members(audience),
  )
  return counted ?? { people: 0, portals: 0 }
}

const p = alias(person, 'p')
const recipient = { id: p.id, name: p.name, email: p.email, locale: p.locale }
export type Recipient = RowOf<typeof recipient>

/** The next people of an audience by id, each once. */
export const nextRecipients = (tx: Tx, audience: Audience, after: string | null, limit: number) =>
  ask(
    tx,
    recipient,
    (columns) => sql`select distinct ${columns} from ${members(audience)}
      and ${after ? sql`p.id > ${after}` : sql`true`} order by p.id limit ${limit}`,
  )

/** Portals that a post can be for: the first fifty by name or those with `q` in theirs, and those that a post is for. */
export async function portalChoices(
  tx: Tx,
  { q, post: id }: { q?: string | undefined; post?: string | undefined },
) {
  const [found] = id
    ? await select(tx, { audience: post.audience }, sql`${post} where ${eq(post.id, id)}`)
    : []
  return select(
    tx,
    { value: sql<string>`x.id`, label: sql<string>`x.name` },
    choicesOf('o', sql`portal o where o.deleted_at is null`, { q, chosen: found?.audience.portals }),
  )
}
