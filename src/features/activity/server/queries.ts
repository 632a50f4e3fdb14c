import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { PortalScope } from '#platform/actor.ts'
import { labelsOf, staffKeys } from '#platform/actor-portals.ts'
import type { MembersCall } from '#platform/call.ts'
import { countRows } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { keyedOrder, withoutKeys } from '#platform/keyed-order.ts'
import { choicesOf, type Wanted } from '#platform/name-choices.ts'
import { ofPortals } from '#platform/of-portals.ts'
import { inSeen } from '#platform/own-reach.ts'
import { iso, type RowOf, select } from '#platform/select.ts'
import { activity } from '#platform/table.ts'
import { withinDays } from '#platform/within-days.ts'
import type { ActivityFilters } from '../contract.ts'

/** Whose rows the caller may read. */
export type Readable = { all: true } | { own: string } | Managed
/** Portals that a member manages: those named, and those of the accounts but for what is managed by others. */
interface Managed {
  portals: readonly string[]
  accounts: readonly string[]
  without: readonly string[]
}

/** Staff who may see staff read all, other staff what they did themselves, members the portals that they manage. */
export function readableBy(call: Pick<MembersCall, 'actor' | 'memberships'>): Readable {
  const { person } = call.actor
  if (person.staff) return staffKeys(person).has('staff.viewstaff') ? { all: true } : { own: person.id }
  const { memberships } = call
  const manages = ({ keys }: PortalScope) => keys.has('portal.manageportals')
  return {
    portals: memberships.filter(manages).map(({ id }) => id),
    accounts: labelsOf(memberships.filter(manages), person),
    without: memberships.filter((portal) => !manages(portal)).map(({ id }) => id),
  }
}

/** With the names of people, which policies hide from members; for whoever reaches what is readable. */
const withPeople = <T>(tx: Tx, readable: Readable, run: () => Promise<T>): Promise<T> =>
  inSeen(tx, 'people', 'portals' in readable ? readable : undefined, run)

const isManaged = (column: SQL, { portals, accounts, without }: Managed): SQL => {
  const seen = ofPortals(column, { portals, accounts })
  return without.length === 0 ? seen : sql`(${seen} and ${column} <> all(${uuids(without)}))`
}

const uuids = (ids: readonly string[]) => sql`${sql.param(`{${ids.join(',')}}`)}::uuid[]`

/** The filters as they are asked of the log: of what can be put back it takes the caller to know. */
export type Narrowed = Omit<ActivityFilters, 'restorable' | 'deleted'> & { restorable?: SQL | undefined }

function conditionsOf(readable: Readable, filters: Narrowed): SQL {
  const { person, portal, action, from, to, target, about, restorable } = filters
  const conditions: SQL[] = [sql`true`]
  if ('own' in readable) conditions.push(sql`a.actor_id = ${readable.own}`)
  if ('portals' in readable) conditions.push(isManaged(sql`a.portal_id`, readable))
  if (person) conditions.push(sql`(a.actor_id = ${person} or a.on_behalf_of = ${person})`)
  if (portal) conditions.push(sql`a.portal_id = ${portal}`)
  if (action) conditions.push(sql`a.action = ${action}`)
  conditions.push(...withinDays(sql`a.at`, { from, to }))
  if (restorable) conditions.push(restorable)
  if (target) conditions.push(sql`a.target_id = ${target}`)
  if (about) {
    // A contact's own doings are under their login.
    const ids = sql`array(select ${about}::uuid union select c.person_id from contact c
      where c.id = ${about} and c.person_id is not null)`
    conditions.push(
      sql`(a.actor_id = any(${ids}) or a.on_behalf_of = any(${ids}) or a.target_id = any(${ids}::text[]))`,
    )
  }
  return sql.join(conditions, sql` and `)
}

// As an id, so that each is looked for by its key: what was done may have been done to anything.
const targetId = sql.raw(
  `case when x.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then x.target_id::uuid end`,
)

const x = alias(activity, 'x')
const columns = {
  id: x.id,
  at: iso(x.at),
  action: x.action,
  actorId: x.actorId,
  onBehalfOf: x.onBehalfOf,
  portalId: x.portalId,
  accountId: x.accountId,
  requestId: x.requestId,
  targetId: x.targetId,
  before: x.before,
  after: x.after,
  address: x.address,
  compared: x.compared,
  actorName: sql<string | null>`w.name`,
  behalfName: sql<string | null>`b.name`,
  keyId: x.keyId,
  keyName: sql<string | null>`k.name`,
  portalName: sql<string | null>`p.name`,
  targetPerson: sql<string | null>`coalesce(t.name,
    (select i.name from invitation i where i.id = ${targetId} and i.portal_id = x.portal_id))`,
  targetPortal: sql<string | null>`tp.name`,
}
/** A row of the audit log with the names that it takes to read it. */
export type ActivityRow = RowOf<typeof columns>

interface Window {
  limit: number
  offset?: number
  /** Only what is older than this row. */
  after?: string | undefined
}

/**
 * Rows that the caller may read, newest first. Read past row-level security, which hides people's names from members:
 * `readable` narrows.
 */
export async function findActivity(
  tx: Tx,
  readable: Readable,
  filters: Narrowed,
  { limit, offset = 0, after }: Window,
): Promise<ActivityRow[]> {
  const older = after
    ? sql`and (a.at, a.id) < (select o.at, o.id from activity o where o.id = ${after})`
    : sql``
  const inner = newest('a')
  const outer = newest('x')
  const found = await withPeople(tx, readable, () =>
    select(
      tx,
      { ...columns, key: outer.key },
      sql`(
          select a.* from activity a where ${conditionsOf(readable, filters)} ${older}
          and ${inner.after} order by ${inner.order} limit ${limit} offset ${offset}
        ) x
        left join person w on w.id = x.actor_id
        left join person b on b.id = x.on_behalf_of
        left join api_key k on k.id = x.key_id
        left join portal p on p.id = x.portal_id
        left join person t on t.id = ${targetId}
        left join portal tp on tp.id = ${targetId}
        order by ${outer.order}`,
    ),
  )
  return withoutKeys(found)
}

const newest = (table: 'a' | 'x') =>
  keyedOrder([
    { by: sql.raw(`${table}.at`), as: 'moment', way: 'desc' },
    { by: sql.raw(`${table}.id`), as: 'id', way: 'desc' },
  ])

/** How many rows there are, as far as they are counted. */
export function countActivity(tx: Tx, readable: Readable, filters: Narrowed): Promise<number> {
  const count = () => countRows(tx, sql`activity a where ${conditionsOf(readable, filters)}`)
  // What was kept of rows is behind no policy of members: `readable` narrows.
  return filters.restorable ? withPeople(tx, readable, count) : count()
}

const choice = { id: sql<string>`x.id`, name: sql<string>`x.name` }
type Named = RowOf<typeof choice>

/**
 * Is there a row of the activity that the caller may read? Of everything and of a label each is looked for in the index of
 * what is asked about, and as `exists` it became a join with the whole log; a portal's own rows are few, and read once.
 */
const isDone = (readable: Readable, condition: SQL): SQL => {
  const row = sql`select 1 from activity a where ${condition} and ${conditionsOf(readable, {})}`
  return 'portals' in readable && readable.accounts.length === 0
    ? sql`exists (${row})`
    : sql`(${row} order by a.at desc limit 1) is not null`
}

/** People who did something that the caller may read, by name. */
export const peopleIn = (tx: Tx, readable: Readable, wanted: Wanted): Promise<Named[]> =>
  withPeople(tx, readable, () =>
    select(
      tx,
      choice,
      choicesOf('w', sql`person w where ${isDone(readable, sql`a.actor_id = w.id`)}`, wanted),
    ),
  )

/** Which of these actions have been done. */
export async function actionsIn(tx: Tx, readable: Readable, actions: readonly string[]): Promise<string[]> {
  const found = await select(
    tx,
    { action: sql<string>`v.action` },
    sql`unnest(${sql.param(`{${actions.join(',')}}`)}::text[]) as v(action)
        where ${isDone(readable, sql`a.action = v.action`)}`,
  )
  return found.map(({ action }) => action)
}

/** Portals whose rows the caller may read, by name. */
export function portalsIn(tx: Tx, readable: Readable, wanted: Wanted): Promise<Named[]> {
  const seen = 'portals' in readable ? isManaged(sql`p.id`, readable) : sql`true`
  return select(tx, choice, choicesOf('p', sql`portal p where p.deleted_at is null and ${seen}`, wanted))
}
