import { type SQL, sql } from 'drizzle-orm'
import { everSold } from '#features/orders/server/skus.ts'
import { fits, sellable, supplyOf } from '#features/products/server/queries.ts'
import type { PortalScope } from '#platform/actor.ts'
import { rows, type Tx } from '#platform/db.ts'
import { seenPortal } from '#platform/of-portals.ts'
import { inSeen } from '#platform/own-reach.ts'
import { keptPlan } from '#platform/prepared.ts'
import type { Waiting, WaitingKind } from '../contract.ts'

/** So many portals are told of, and so many things of each by name; the rest is a number. */
const rowsMax = 30
const namedMax = 3

/** Who may do something about it. What the portal's own alerts say already is not asked about the portal itself. */
const keyOf: Record<WaitingKind, string> = {
  domain: 'portal.editconfiguration',
  shop: 'stocks.managestocks',
  out: 'stocks.viewstocks',
  blank: 'stocks.viewstocks',
  rate: 'stocks.managestocks',
  skus: 'stocks.managestocks',
  low: 'stocks.viewstocks',
}
const kinds = Object.keys(keyOf) as WaitingKind[]

type Row = Waiting['items'][number]
type Found = Omit<Row, 'portal'> & { portalId: string; portal: string; total: number }

const free = sql`s.on_hand - s.committed - s.safety`
const isLow = sql`${free} <= greatest(s.low_at, 0)`
// Portal by portal and product by product: the planner takes a third of all stock to be low, and would read all of it and
// every product.
const active = sql`cross join lateral (select d.name from product d
  where d.portal_id = s.portal_id and d.id = s.product_id and d.status = 'active' offset 0) d`
const named = (name: SQL, more: SQL = sql``) => sql`jsonb_build_object('name', ${name}${more})`

/** Products that are sold out or run low, each once however many of its variants are. */
const levels = sql`select case when s.free <= 0 then 'out' else 'low' end, s.portal_id, count(distinct s.product_id)::int
  from seen cross join lateral (select ${free} as free, s.portal_id, s.product_id from stock s
    where s.portal_id = seen.id and ${isLow} offset 0) s ${active} group by 1, 2`

/** Of one portal (`t`), what moved last first. Its kind is asked within: outside, the names would be found and thrown away. */
const levelNames = sql`select jsonb_agg(x.one order by x.moved desc, x.product_id) as named from (
  select s.product_id, max(s.updated_at) as moved, ${named(
    sql`d.name`,
    sql`, 'productId', s.product_id, 'variants', count(*), 'left', sum(${free}),
    'stockId', case when count(*) = 1 then (array_agg(s.id))[1] end, 'size', min(v.size), 'colour', min(v.colour)`,
  )} as one
  from stock s ${active} left join variant v on v.portal_id = s.portal_id and v.id = s.id
  where t.kind in ('out', 'low') and s.portal_id = t.portal_id and ${isLow} and (${free} <= 0) = (t.kind = 'out')
  group by s.product_id, d.name order by moved desc, s.product_id limit ${namedMax}) x`

/** Products of blanks that cannot be had. Blanks come first, as there are few: of those that can be had no product is read. */
const stopped = (portal: SQL) => sql`product d ${supplyOf}
  where d.portal_id ${portal} and d.status = 'active' and d.blank_id in (
    select l.id from blank l where not exists (select from blank_variant bv where bv.blank_id = l.id)
      or exists (select from blank_variant bv where bv.blank_id = l.id and not ${sellable}))
    and (not coalesce(s.sellable, false) or s.missing)`
const blanks = sql`select 'blank', d.portal_id, count(distinct d.blank_id)::int
  from ${stopped(sql`in (select id from seen)`)} group by 2`
/** Of one portal (`t`), with the products that they stop. */
const blankNames = sql`select jsonb_agg(x.one order by x.blank, x.blank_id) as named from (
  select d.blank_id, b.name as blank, ${named(
    sql`jsonb_build_object('es', b.name)`,
    sql`, 'stops', jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) order by d.name->>'es', d.id),
    'lacks', (select coalesce(jsonb_agg(jsonb_build_object('size', bv.size, 'colour', bv.colour) order by bv.position), '[]')
      from blank_variant bv where bv.blank_id = d.blank_id and not ${sellable} and exists (
        select from variant v where v.portal_id = t.portal_id and v.product_id = any(array_agg(d.id)) and ${fits()}))`,
  )} as one
  from ${stopped(sql`= t.portal_id and t.kind = 'blank'`)}
  group by d.blank_id, b.name order by b.name, d.blank_id limit ${namedMax}) x`

const rates = sql`select 'rate', d.portal_id, count(*)::int from webhook_delivery d
  join connector c on c.portal_id = d.portal_id and c.id = d.connector_id and c.removed_at is null
  where d.portal_id in (select id from seen) and d.state = 'failed' and d.error->>'code' = 'noRate' group by 2`
const skus = sql`select 'skus', m.portal_id, count(*)::int from sku_mapping m
  where m.portal_id in (select id from seen) and m.product_id is null and ${everSold} group by 2`
const domains = (own: string) =>
  sql`select 'domain', p.id, 1 from seen p where p.id <> ${own} and p.domain_state = 4`
const shops = (own: string) => sql`select 'shop', a.portal_id, count(*)::int from shop_access a
  where a.portal_id in (select id from seen) and a.portal_id <> ${own} and a.state <> 'connected' group by 2`

/**
 * What waits at a portal, and at a label's at all its portals, for whoever holds these keys: the most severe first, each kind
 * once a portal. One query, in which the database counts, and looks for the names of what is told alone: it costs what is
 * wrong, not how many portals or goods there are.
 */
export async function waitingAt(tx: Tx, portal: PortalScope, whole: boolean): Promise<Waiting> {
  const may = (kind: WaitingKind) => portal.keys.has(keyOf[kind])
  const parts = [
    ...(may('out') ? [levels, blanks] : []),
    ...(may('rate') ? [rates, skus] : []),
    ...(whole && may('domain') ? [domains(portal.id)] : []),
    ...(whole && may('shop') ? [shops(portal.id)] : []),
  ]
  if (parts.length === 0) return { items: [], total: 0 }
  const seen = whole ? sql`account_id = ${portal.accountId} and deleted_at is null` : sql`id = ${portal.id}`
  // Each table's policies would be planned with each of its parts: for a label of a thousand portals that takes 40 ms.
  const reach = whole ? { portals: [], accounts: [portal.accountId] } : seenPortal(portal.id)
  const found = await inSeen(tx, 'index', reach, () =>
    rows<Found>(
      tx,
      sql`with ${keptPlan} seen as materialized (select id, domain_state from portal where ${seen}),
      told (kind, portal_id, count) as (${sql.join(parts, sql` union all `)}),
      first as (
        select t.*, p.name as portal, p.custom_domain, count(*) over ()::int as total, row_number() over (
          order by array_position(${sql.param(`{${kinds.join(',')}}`)}::text[], t.kind), t.portal_id <> ${portal.id},
            t.count desc, p.name, p.id) as place
        from told t join portal p on p.id = t.portal_id order by place limit ${rowsMax})
      select t.kind, t.portal_id as "portalId", t.portal, t.count, t.total, coalesce(l.named, b.named,
        case when t.kind = 'domain' then jsonb_build_array(${named(sql`jsonb_build_object('es', t.custom_domain)`)}) end, '[]') as named
      from first t left join lateral (${levelNames}) l on true
        left join lateral (${blankNames}) b on true order by t.place`,
    ),
  )
  return {
    items: found.map(({ portalId, portal: name, total: _, ...row }) => ({
      ...row,
      portal: { id: portalId, name },
    })),
    total: found[0]?.total ?? 0,
  }
}
