import { type SQL, sql } from 'drizzle-orm'
import { shownPicture } from '#platform/actor-portals.ts'
import { pageSize } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import { rows, type Tx } from '#platform/db.ts'
import { contains, plain } from '#platform/like.ts'
import { ofPortals, type Seen } from '#platform/of-portals.ts'
import { listOf } from '#platform/shapes.ts'
import type { Portal, PortalRow, PortalsQuery } from '../contract.ts'
import type { DomainReason } from './domain.ts'
import { portalType } from './portal-type.ts'

interface Columns {
  id: string
  code: string
  name: string
  custom_url: string
  picture_url: string | null
  master: boolean
  self_invoice: boolean
  account_id: string
  account_name: string
  type: 'master' | 'simple'
  account_type: 'master' | 'simple'
  organisation_type: number
}
interface RowColumns extends Columns {
  custom_domain: string | null
  domain_state: number
  updated_at: Date | string
  net_micros: string | null
  visits: string | null
}

/** One fragment for both the list and the single portal, so that they never tell different things. */
const columns = sql`p.id, p.code, p.name, p.custom_url, p.picture_url, p.master, p.self_invoice, p.custom_domain,
  p.domain_state, p.updated_at, ${sql.raw(portalType('p', 'a'))} as type, a.id as account_id, a.name as account_name, a.type as account_type, a.organisation_type`

const madridToday = sql`(date_trunc('day', now() at time zone 'Europe/Madrid') at time zone 'Europe/Madrid')`
/** The 30 whole days that end yesterday, of a portal `p`. */
const last30Days = sql`t >= ${madridToday} - interval '30 days' and t < ${madridToday}`
const sales = sql`(select sum(net_micros) from sales_total where scope_id = p.id and grain = 'day' and ${last30Days})`
const visits = sql`(select sum(visits) from visits_total where scope_id = p.id and grain = 'day' and ${last30Days})`

const orders: Record<string, SQL> = {
  name: plain(sql`p.name`),
  code: sql`p.code`,
  updatedAt: sql`p.updated_at`,
  netCents: sql`coalesce(${sales}, 0)`,
  visits: sql`coalesce(${visits}, 0)`,
}

function orderOf(orderBy: string | undefined): SQL {
  const descending = orderBy?.startsWith('-')
  const column = orders[orderBy?.replace('-', '') ?? 'name'] ?? orders.name
  return sql`${column} ${sql.raw(descending ? 'desc' : 'asc')}, p.id`
}

/**
 * A page of portals. Members see those of `seen`; without it, as staff, all.
 * Sums are taken for the shown page only, unless they are what it is sorted by.
 */
export async function listPortals(
  tx: Tx,
  query: PortalsQuery,
  seen: Seen | undefined,
  portalsOrigin: string,
) {
  const page = query.page ?? 1
  const conditions = [sql`p.deleted_at is null`, ofPortals(sql`p.id`, seen)]
  if (query.q)
    conditions.push(
      sql`(${contains(sql`p.name`, query.q)} or ${contains(sql`p.custom_url`, query.q)} or ${contains(sql`p.code`, query.q)})`,
    )
  if (query.type) conditions.push(sql`${sql.raw(portalType('p', 'a'))} = ${query.type}`)
  if (query.organisationType) conditions.push(sql`a.organisation_type = ${Number(query.organisationType)}`)
  const ofAccounts = query.type || query.organisationType ? sql`join account a on a.id = p.account_id` : sql``
  const from = sql`portal p ${ofAccounts} where ${sql.join(conditions, sql` and `)}`
  const order = orderOf(query.orderBy)
  const shown = sql`select p.* from ${from} order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}`
  const found = await rows<RowColumns>(
    tx,
    sql`select ${columns}, ${sales} as net_micros, ${visits} as visits from (${shown}) p
      join account a on a.id = p.account_id order by ${order}`,
  )
  return listOf(
    found.map((row) => toRow(row, portalsOrigin)),
    await countRows(tx, from),
    page,
  )
}

const toPortal = (row: Columns, portalsOrigin: string): Portal => ({
  id: row.id,
  code: row.code,
  name: row.name,
  customUrl: row.custom_url,
  url: `${portalsOrigin}/${row.custom_url}`,
  picture: row.picture_url,
  pictureUrl: shownPicture(row.picture_url),
  type: row.type,
  master: row.master,
  label: row.type === 'master',
  selfInvoice: row.self_invoice,
  account: {
    id: row.account_id,
    name: row.account_name,
    type: row.account_type,
    organisationType: row.organisation_type,
  },
})

const microsPerCent = 10_000
const toRow = (row: RowColumns, portalsOrigin: string): PortalRow => ({
  ...toPortal(row, portalsOrigin),
  netCents: Math.round(Number(row.net_micros ?? 0) / microsPerCent),
  visits: Number(row.visits ?? 0),
  domainState: row.custom_domain === null ? null : row.domain_state,
  updatedAt: new Date(row.updated_at).toISOString(),
})

interface OneColumns extends Columns {
  sales_objective_cents: string
  advance_limit_pct: number
  settlement_bp: number
  version: number
  custom_domain: string | null
  domain_state: number
  domain_reason: DomainReason | null
  domain_checked_at: Date | string | null
  created_at: Date | string
  updated_at: Date | string
}

/** One portal that the caller has been let into. */
export async function getPortal(tx: Tx, portalId: string, portalsOrigin: string) {
  const [row] = await rows<OneColumns>(
    tx,
    sql`select ${columns}, p.sales_objective_cents, p.advance_limit_pct, a.settlement_bp, p.version, p.created_at,
      p.domain_reason, p.domain_checked_at
      from portal p join account a on a.id = p.account_id where p.id = ${portalId} and p.deleted_at is null`,
  )
  if (!row) return undefined
  return {
    ...toPortal(row, portalsOrigin),
    salesObjectiveCents: Number(row.sales_objective_cents),
    advanceLimitPct: row.advance_limit_pct,
    settlementPct: row.settlement_bp / 100,
    version: row.version,
    customDomain: row.custom_domain,
    domainState: row.domain_state,
    domainReason: row.domain_reason,
    domainCheckedAt: row.domain_checked_at === null ? null : new Date(row.domain_checked_at).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
