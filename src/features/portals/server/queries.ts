import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Person } from '#platform/actor.ts'
import { findPortal, shownPicture } from '#platform/actor-portals.ts'
import { selectPage } from '#platform/count.ts'
import { selectInBatches } from '#platform/cursor.ts'
import { queriesIn, type Tx } from '#platform/db.ts'
import { type KeyedOrder, keyedOrder, type OrderPart, unkeyedOrder } from '#platform/keyed-order.ts'
import { contains, plain } from '#platform/like.ts'
import { ofPortals, type Seen } from '#platform/of-portals.ts'
import { inAccount } from '#platform/own-reach.ts'
import { changedSince, listOf, pageRows } from '#platform/paging.ts'
import { iso, number, type RowOf, select } from '#platform/select.ts'
import { startOfDaysAgo } from '#platform/within-days.ts'
import type { Portal, PortalRow, PortalsQuery } from '../contract.ts'
import type { DomainReason } from './domain.ts'
import { portalType } from './portal-type.ts'
import { account, portal } from './table.ts'

const [a, p] = [alias(account, 'a'), alias(portal, 'p')]
/** The same for both the list and the single portal, so that they never tell different things. */
const columns = {
  id: p.id,
  code: p.code,
  name: p.name,
  customUrl: p.customUrl,
  picture: p.pictureUrl,
  master: p.master,
  selfInvoice: p.selfInvoice,
  customDomain: p.customDomain,
  domainState: p.domainState,
  updatedAt: iso(p.updatedAt),
  type: sql<'master' | 'simple'>`${sql.raw(portalType('p', 'a'))}`,
  accountId: a.id,
  accountName: a.name,
  accountType: a.type,
  organisationType: a.organisationType,
}

/** The 30 whole days that end yesterday, of a portal `p`. */
const last30Days = sql`t >= ${startOfDaysAgo(30)} and t < ${startOfDaysAgo(0)}`
const sales = sql`(select sum(net_micros) from sales_total where scope_id = p.id and grain = 'day' and ${last30Days})`
const visits = sql`(select sum(visits) from visits_total where scope_id = p.id and grain = 'day' and ${last30Days})`

const rowColumns = {
  ...columns,
  netMicros: number(sql<string | null>`${sales}`),
  visits: number(sql<string | null>`${visits}`),
}

const byName: OrderPart = { by: plain(sql`p.name`), as: 'text' }
const orders: Record<string, OrderPart> = {
  name: byName,
  code: { by: sql`p.code`, as: 'text' },
  updatedAt: { by: sql`p.updated_at`, as: 'moment' },
}
const figures: Record<string, SQL> = {
  netCents: sql`coalesce(${sales}, 0)`,
  visits: sql`coalesce(${visits}, 0)`,
}

function orderOf(orderBy: string | undefined): KeyedOrder {
  const way = orderBy?.startsWith('-') ? 'desc' : 'asc'
  const name = orderBy?.replace('-', '') ?? 'name'
  const figure = figures[name]
  if (figure) return unkeyedOrder(sql`${figure} ${sql.raw(way)}, p.id`)
  return keyedOrder([
    { ...(orders[name] ?? byName), way },
    { by: sql`p.id`, as: 'id' },
  ])
}

/** Which portals a list holds: members see those of `seen`; without it, as staff, all. */
function portalsFrom(
  query: Omit<PortalsQuery, 'page'>,
  seen: Seen | undefined,
  named?: readonly string[],
): SQL {
  const conditions = [sql`p.deleted_at is null`, ofPortals(sql`p.id`, seen), changedSince(sql`p.updated_at`)]
  if (query.q)
    conditions.push(
      sql`(${contains(sql`p.name`, query.q)} or ${contains(sql`p.custom_url`, query.q)} or ${contains(sql`p.code`, query.q)})`,
    )
  if (query.master) conditions.push(sql`p.master`)
  if (query.type) conditions.push(sql`${sql.raw(portalType('p', 'a'))} = ${query.type}`)
  if (query.organisationType) conditions.push(sql`a.organisation_type = ${Number(query.organisationType)}`)
  if (named) conditions.push(sql`p.id = any(${sql.param(`{${named.join(',')}}`)}::uuid[])`)
  const ofAccounts = query.type || query.organisationType ? sql`join account a on a.id = p.account_id` : sql``
  return sql`portal p ${ofAccounts} where ${sql.join(conditions, sql` and `)}`
}

/** A page of portals. Sums are taken for the shown page only, unless they are what it is sorted by. */
export async function listPortals(
  tx: Tx,
  query: PortalsQuery,
  seen: Seen | undefined,
  portalsOrigin: string,
) {
  const page = query.page ?? 1
  const from = portalsFrom(query, seen)
  const { order, after, key } = orderOf(query.orderBy)
  const shown = sql`select p.* from ${from} and ${after} order by ${order} ${pageRows(page)}`
  const rows = sql`(${shown}) p join account a on a.id = p.account_id order by ${order}`
  const { found, total } = await selectPage(tx, rowColumns, { from: rows, of: from, page, key })
  return listOf(
    found.map((row) => toRow(row, portalsOrigin)),
    total,
    page,
  )
}

/** All of them, batch by batch, in the order of the list; `named` leaves those alone. */
export async function* allPortals(
  tx: Tx,
  query: Omit<PortalsQuery, 'page'>,
  seen: Seen | undefined,
  named: readonly string[] | undefined,
  portalsOrigin: string,
): AsyncGenerator<PortalRow[]> {
  const shown = sql`(select p.* from ${portalsFrom(query, seen, named)}) p join account a on a.id = p.account_id`
  for await (const some of selectInBatches(
    tx,
    rowColumns,
    sql`${shown} order by ${orderOf(query.orderBy).order}`,
  ))
    yield some.map((row) => toRow(row, portalsOrigin))
}

const toPortal = (row: RowOf<typeof columns>, portalsOrigin: string): Portal => ({
  id: row.id,
  code: row.code,
  name: row.name,
  customUrl: row.customUrl,
  url: `${portalsOrigin}/${row.customUrl}`,
  picture: row.picture,
  pictureUrl: shownPicture(row.picture),
  type: row.type,
  master: row.master,
  label: row.type === 'master',
  selfInvoice: row.selfInvoice,
  account: {
    id: row.accountId,
    name: row.accountName,
    type: row.accountType,
    organisationType: row.organisationType,
  },
})

const microsPerCent = 10_000
const toRow = (row: RowOf<typeof rowColumns>, portalsOrigin: string): PortalRow => ({
  ...toPortal(row, portalsOrigin),
  netCents: Math.round((row.netMicros ?? 0) / microsPerCent),
  visits: row.visits ?? 0,
  domainState: row.customDomain === null ? null : row.domainState,
  updatedAt: row.updatedAt,
})

const oneColumns = {
  ...columns,
  salesObjectiveCents: p.salesObjectiveCents,
  advanceLimitPct: p.advanceLimitPct,
  settlementBp: a.settlementBp,
  apiOrigins: p.apiOrigins,
  version: p.version,
  domainReason: sql<DomainReason | null>`p.domain_reason`,
  domainCheckedAt: iso(p.domainCheckedAt),
  createdAt: iso(p.createdAt),
}

/**
 * An account's master portal: whoever is let into one of its portals may know who decides for it, by name; its id is told to
 * who may open it.
 */
function masterOf(tx: Tx, accountId: string, reader: Person): Promise<Deciding | null> {
  const found = sql`portal p where p.account_id = ${accountId} and p.master and p.deleted_at is null`
  return inAccount(tx, accountId, async () => {
    const [row] = await select(tx, { id: p.id, name: p.name }, found)
    if (!row) return null
    return { ...row, id: (await findPortal(queriesIn(tx), reader, row.id)) ? row.id : null }
  })
}

interface Deciding {
  id: string | null
  name: string
}

/** One portal that the caller has been let into; where nobody reads it, without the one that decides for it. */
export async function getPortal(tx: Tx, portalId: string, portalsOrigin: string, reader?: Person) {
  const [row] = await select(
    tx,
    oneColumns,
    sql`portal p join account a on a.id = p.account_id where p.id = ${portalId} and p.deleted_at is null`,
  )
  if (!row) return undefined
  return {
    ...toPortal(row, portalsOrigin),
    masterPortal: row.master
      ? { id: row.id, name: row.name }
      : reader
        ? await masterOf(tx, row.accountId, reader)
        : null,
    salesObjectiveCents: row.salesObjectiveCents,
    advanceLimitPct: row.advanceLimitPct,
    settlementPct: row.settlementBp / 100,
    version: row.version,
    customDomain: row.customDomain,
    apiOrigins: row.apiOrigins,
    domainState: row.domainState,
    domainReason: row.domainReason,
    domainCheckedAt: row.domainCheckedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
