import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import type { Database, Tx } from '#platform/db.ts'
import { contains, plain } from '#platform/like.ts'
import { pageRows } from '#platform/paging.ts'
import { uuidOf } from '#platform/scope.ts'
import { iso, type RowOf, select } from '#platform/select.ts'
import type { StaffState } from '../choices.ts'
import type { StaffQuery } from '../contract.ts'

const state = sql`case when s.suspended_at is not null then 'suspended'
  when s.password_hash is null then 'invited' else 'active' end`

// People have no version of their own: it is made of what an edit changes, so that any other edit makes it stale.
const version = sql`('x' || substr(md5(concat_ws('|', s.name, s.email, s.permissions::text, s.super, s.two_factor_required)), 1, 7))::bit(28)::int`

const s = alias(person, 's')
const columns = {
  id: s.id,
  name: s.name,
  email: s.email,
  locale: s.locale,
  super: s.super,
  permissions: s.permissions,
  state: sql<StaffState>`${state}`,
  version: sql<number>`${version}`,
  twoFactor: sql<boolean>`s.totp_confirmed_at is not null`,
  twoFactorRequired: sql<boolean>`(s.two_factor_required or not s.demo)`,
  lastSeenAt: iso(s.lastSeenAt),
  createdAt: iso(s.createdAt),
}
/** Somebody of the provider as the table has them. */
export type StaffRow = RowOf<typeof columns>

const orders: Record<string, SQL> = {
  name: plain(sql`s.name`),
  email: sql`s.email`,
  lastSeenAt: sql`s.last_seen_at`,
  createdAt: sql`s.created_at`,
}

function orderOf(orderBy: string | undefined): SQL {
  const descending = orderBy?.startsWith('-')
  const column = orders[orderBy?.replace('-', '') ?? 'name'] ?? orders.name
  return sql`${column} ${sql.raw(descending ? 'desc nulls last' : 'asc nulls last')}, s.id`
}

/** A page of the provider's people and how many there are in all. */
export async function findStaff(tx: Tx, query: StaffQuery): Promise<{ items: StaffRow[]; total: number }> {
  const page = query.page ?? 1
  const conditions = [sql`s.staff`]
  if (query.q) conditions.push(sql`(${contains(sql`s.name`, query.q)} or ${contains(sql`s.email`, query.q)})`)
  if (query.state) conditions.push(sql`${state} = ${query.state}`)
  const where = sql.join(conditions, sql` and `)
  const [counted] = await select(tx, { total: sql<number>`count(*)::int` }, sql`person s where ${where}`)
  const items = await select(
    tx,
    columns,
    sql`person s where ${where} order by ${orderOf(query.orderBy)}
      ${pageRows(page)}`,
  )
  return { items, total: counted?.total ?? 0 }
}

/** One of them, or undefined; `lock` keeps the row as it is until the transaction ends. */
export async function staffById(tx: Tx, staffId: string, lock = false): Promise<StaffRow | undefined> {
  const [row] = await select(
    tx,
    columns,
    sql`person s where s.staff and s.id = ${staffId} ${lock ? sql`for update` : sql``}`,
  )
  return row
}

/** The address that somebody's invitation is mailed to. */
export async function recipientOf(database: Database, staffId: unknown): Promise<string | undefined> {
  const id = uuidOf({ staffId }, 'staffId')
  if (!id) return undefined
  const [row] = await database.query<{ email: string }>(
    'select email from person where id = $1 and staff and password_hash is null',
    [id],
  )
  return row?.email
}
