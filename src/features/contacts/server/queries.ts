import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { account } from '#features/portals/server/table.ts'
import { selectPage } from '#platform/count.ts'
import { selectInBatches } from '#platform/cursor.ts'
import type { Tx } from '#platform/db.ts'
import { contains, plain } from '#platform/like.ts'
import { pageEnd, pageRows } from '#platform/paging.ts'
import { iso, maybe, maybeIso, type RowOf, select } from '#platform/select.ts'
import type { ConsentKind } from '../choices.ts'
import type { Contact, ContactsQuery } from '../contract.ts'
import { likelyOf, phoneWith } from './likely.ts'
import { contact } from './table.ts'

// Who has a login is called as they call themselves.
const name = sql`coalesce(p.name, c.name)`
const email = sql`coalesce(p.email, c.email)`
const from = sql`contact c left join person p on p.id = c.person_id left join account a on a.id = c.account_id`

// Who has never come stands where they are asked to; of anybody else a team that asks says nothing.
const belonging = sql`(select person_id, portal_id, role, grants, denies from member union all
  select i.person_id, i.portal_id, i.role, i.grants, i.denies from invitation i join person n on n.id = i.person_id
  where n.password_hash is null)`
const portals = sql`coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'role', m.role,
    'grants', m.grants, 'denies', m.denies)
    order by o.master desc, ${plain(sql`o.name`)})
  from ${belonging} m join portal o on o.id = m.portal_id and o.deleted_at is null where m.person_id = c.person_id), '[]')`
const agreed = sql`(select distinct on (s.kind) s.kind, s.given from contact_consent s where s.contact_id = c.id
  order by s.kind, s.at desc, s.id desc)`
const consents = sql`coalesce((select jsonb_agg(s.kind order by s.kind) from ${agreed} s where s.given), '[]')`

const c = alias(contact, 'c')
const p = alias(person, 'p')
const a = alias(account, 'a')
const columns = {
  id: c.id,
  name: sql<string>`${name}`,
  email: sql<string | null>`${email}`,
  phone: c.phone,
  organisation: c.organisation,
  accountId: c.accountId,
  accountName: maybe(a.name),
  tags: c.tags,
  personId: c.personId,
  pending: sql<boolean>`c.person_id is not null and p.password_hash is null`,
  suspended: sql<boolean>`p.suspended_at is not null`,
  portals: sql<Contact['portals']>`${portals}`,
  consents: sql<ConsentKind[]>`${consents}`,
  lastSeenAt: maybeIso(p.lastSeenAt),
  erasedAt: iso(c.erasedAt),
  createdAt: iso(c.createdAt),
  version: c.version,
}

const orders: Record<string, SQL> = {
  name: plain(name),
  createdAt: sql`c.created_at`,
  lastSeenAt: sql`p.last_seen_at`,
}

function orderOf(orderBy: string | undefined): SQL {
  const descending = orderBy?.startsWith('-')
  const column = orders[orderBy?.replace('-', '') ?? 'name'] ?? orders.name
  // Who never came stands last either way; the others are always there, and an index knows no such end.
  const last = column === orders.lastSeenAt ? ' nulls last' : ''
  return sql`${column} ${sql.raw((descending ? 'desc' : 'asc') + last)}, c.id`
}

function conditionsOf(query: ContactsQuery): SQL {
  const conditions = [sql`c.erased_at is null and c.merged_into is null`]
  const { q, tag, account, portal, login, consent } = query
  if (q) {
    // Accounts are looked into once, and not for each of their contacts.
    const places = [
      contains(name, q),
      contains(email, q),
      contains(sql`c.organisation`, q),
      sql`c.account_id in (select o.id from account o where ${contains(sql`o.name`, q)})`,
      ...phoneWith(q),
    ]
    conditions.push(sql`(${sql.join(places, sql` or `)})`)
  }
  if (tag) conditions.push(sql`c.tags <> '[]'::jsonb and c.tags @> ${JSON.stringify([tag])}::jsonb`)
  if (account)
    conditions.push(
      sql`(c.account_id = ${account} or exists (select 1 from ${belonging} m join portal o on o.id = m.portal_id
        where m.person_id = c.person_id and o.account_id = ${account}))`,
    )
  if (portal)
    conditions.push(
      sql`exists (select 1 from ${belonging} m where m.person_id = c.person_id and m.portal_id = ${portal})`,
    )
  if (login === 'no') conditions.push(sql`c.person_id is null`)
  if (login === 'yes') conditions.push(sql`p.password_hash is not null and p.suspended_at is null`)
  if (login === 'suspended') conditions.push(sql`p.password_hash is not null and p.suspended_at is not null`)
  if (login === 'pending') conditions.push(sql`c.person_id is not null and p.password_hash is null`)
  // Of all contacts at once: asked contact by contact, a hundred thousand are asked to count a few.
  if (consent)
    conditions.push(sql`c.id in (select s.contact_id from (
      select distinct on (contact_id) contact_id, given from contact_consent where kind = ${consent}
      order by contact_id, at desc, id desc) s where s.given)`)
  return sql.join(conditions, sql` and `)
}

/**
 * The first `count` by name of those who have a login, who are called by it, and of those who have none: each is in the
 * order of an index of its own.
 */
function firstByName(where: SQL, way: SQL, count: number): SQL {
  const first = (of: SQL, by: SQL) =>
    sql`(select c.id, ${by} as by from ${of} where ${where}
      order by ${by} ${way}, c.id limit ${count})`
  const named = sql`person p join contact c on c.person_id = p.id`
  // Their person is nobody, so that the filters may name it.
  const others = sql`(select * from contact where person_id is null) c
    left join person p on false`
  return sql`${first(named, plain(sql`p.name`))} union all ${first(others, plain(sql`c.name`))}`
}

/** So many are few: as many more are soon met by walking along the list. */
const fewMax = 1_000
/** The ids of what is found; undefined where it is not few. Many are looked into only where the indexes leave too many. */
async function fewOf(tx: Tx, query: ContactsQuery): Promise<string[] | undefined> {
  const likely = query.q ? await likelyOf(tx, query.q) : undefined
  const among = likely ? sql`c.id = any(${sql.param(`{${likely.join(',')}}`)}::uuid[])` : sql`true`
  const found = sql`${from} where ${among} and ${conditionsOf(query)} limit ${fewMax + 1}`
  const few = await select(tx, { id: c.id }, found)
  return few.length > fewMax ? undefined : few.map(({ id }) => id)
}

/** A page of contacts, and how many there are. */
export async function findContacts(
  tx: Tx,
  query: ContactsQuery,
): Promise<{ items: Contact[]; total: number }> {
  const { page = 1, orderBy = 'name', q, tag } = query
  const order = orderOf(orderBy)
  const way = sql.raw(orderBy.startsWith('-') ? 'desc' : 'asc')
  // Words and a tag are looked for once, and where few have them, only they are counted and put in order.
  const few = q || tag ? await fewOf(tx, query) : undefined
  const where = few ? sql`c.id = any(${sql.param(`{${few.join(',')}}`)}::uuid[])` : conditionsOf(query)
  // Who agreed is known of all at once: those are counted on their way and put in order.
  const counts = query.consent !== undefined && !few
  const keys = counts
    ? sql`select c.id, (count(*) over ())::int as counted from ${from} where ${where} order by ${order}`
    : orderBy.endsWith('name') && !few
      ? sql`select x.id from (${firstByName(where, way, pageEnd(page))}) x order by x.by ${way}, x.id`
      : sql`select c.id from ${from} where ${where} order by ${order}`
  const rows = sql`(${keys} ${pageRows(page)}) k join contact c on c.id = k.id
    left join person p on p.id = c.person_id left join account a on a.id = c.account_id order by ${order}`
  const of = sql`${from} where ${where}`
  const counted = counts ? { counted: sql`k.counted` } : {}
  const { found, total } = await selectPage(tx, columns, { from: rows, of, page, ...counted })
  return { items: found.map(toContact), total }
}

/** Every contact that is asked for, in its order, some at a time. */
export async function* allContacts(tx: Tx, query: ContactsQuery): AsyncGenerator<Contact[]> {
  const found = selectInBatches(
    tx,
    columns,
    sql`${from} where ${conditionsOf(query)} order by ${orderOf(query.orderBy)}`,
  )
  for await (const some of found) yield some.map(toContact)
}

/** One contact, erased or not; a merged double is found through the one that it became. */
export async function contactById(tx: Tx, contactId: string): Promise<Contact | undefined> {
  const [row] = await select(tx, columns, sql`${from} where c.id = ${contactId} and c.merged_into is null`)
  return row && toContact(row)
}

const toContact = (row: RowOf<typeof columns>): Contact => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  organisation: row.organisation,
  account: row.accountId && row.accountName ? { id: row.accountId, name: row.accountName } : null,
  tags: row.tags,
  personId: row.personId,
  pending: row.pending,
  suspended: row.suspended,
  portals: row.portals,
  consents: row.consents,
  lastSeenAt: row.lastSeenAt,
  erasedAt: row.erasedAt,
  createdAt: row.createdAt,
  version: row.version,
})
