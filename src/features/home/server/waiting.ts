import { type SQL, sql } from 'drizzle-orm'
import { everSold } from '#features/orders/server/skus.ts'
import { fits, sellable, supplyOf } from '#features/products/server/queries.ts'
import type { PortalScope } from '#platform/actor.ts'
import { rows, type Tx } from '#platform/db.ts'
import type { Waiting, WaitingKind } from '../contract.ts'

/** Of more portals than these, stock and blanks are not looked through: every product of theirs would be read. */
const manyPortals = 100
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

type Found = { kind: WaitingKind; portalId: string; portal: string; count: number; total: number } & Pick<
  Waiting['items'][number],
  'named'
>

const free = sql`s.on_hand - s.committed - s.safety`
const named = (name: SQL, more: SQL = sql``) => sql`jsonb_build_object('name', ${name}${more})`

/** Products that are sold out or run low, each once however many of its variants are: what moved last stands first. */
const levels = sql`
  select t.kind, t.portal_id, count(*)::int as count, jsonb_agg(t.one order by t.moved desc, t.product_id) as named
  from (
    select case when ${free} <= 0 then 'out' else 'low' end as kind, s.portal_id, s.product_id, max(s.updated_at) as moved,
      ${named(
        sql`d.name`,
        sql`, 'productId', s.product_id, 'variants', count(*), 'left', sum(${free}),
        'stockId', case when count(*) = 1 then (array_agg(s.id))[1] end, 'size', min(v.size), 'colour', min(v.colour)`,
      )} as one
    from stock s join product d on d.portal_id = s.portal_id and d.id = s.product_id and d.status = 'active'
    left join variant v on v.portal_id = s.portal_id and v.id = s.id
    where s.portal_id in (select id from seen) and ${free} <= greatest(s.low_at, 0)
    group by 1, 2, 3, d.name) t
  group by 1, 2`

/** Blanks that cannot be had, with the products that they stop. */
const blanks = sql`
  select 'blank' as kind, t.portal_id, count(*)::int as count, jsonb_agg(t.one order by t.blank, t.blank_id) as named
  from (
    select d.portal_id, d.blank_id, b.name as blank, ${named(
      sql`jsonb_build_object('es', b.name)`,
      sql`, 'stops', jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) order by d.name->>'es', d.id),
      'lacks', (select coalesce(jsonb_agg(jsonb_build_object('size', bv.size, 'colour', bv.colour) order by bv.position), '[]')
        from blank_variant bv where bv.blank_id = d.blank_id and not ${sellable} and exists (
          select from variant v where v.portal_id = d.portal_id and v.product_id = any(array_agg(d.id)) and ${fits()}))`,
    )} as one
    from product d ${supplyOf}
    where d.portal_id in (select id from seen) and d.status = 'active' and d.blank_id is not null
      and (not coalesce(s.sellable, false) or s.missing)
    group by d.portal_id, d.blank_id, b.name) t
  group by t.portal_id`

const noNames = sql`null::jsonb as named`
const rates = sql`select 'rate', d.portal_id, count(*)::int, ${noNames} from webhook_delivery d
  join connector c on c.portal_id = d.portal_id and c.id = d.connector_id and c.removed_at is null
  where d.portal_id in (select id from seen) and d.state = 'failed' and d.error->>'code' = 'noRate' group by 2`
const skus = sql`select 'skus', m.portal_id, count(*)::int, ${noNames} from sku_mapping m
  where m.portal_id in (select id from seen) and m.product_id is null and ${everSold} group by 2`
const domains = (own: string) =>
  sql`select 'domain', p.id, 1, jsonb_build_array(${named(
    sql`jsonb_build_object('es', p.custom_domain)`,
  )}) from portal p where p.id in (select id from seen) and p.id <> ${own} and p.domain_state = 4`
const shops = (own: string) => sql`select 'shop', a.portal_id, count(*)::int, ${noNames} from shop_access a
  where a.portal_id in (select id from seen) and a.portal_id <> ${own} and a.state <> 'connected' group by 2`

/**
 * What waits at a portal, and at a label's at all its portals, for whoever holds these keys: the most severe first, each kind
 * once a portal. One query, in which the database counts: it costs what is wrong, not how many portals there are.
 */
export async function waitingAt(tx: Tx, portal: PortalScope, whole: boolean): Promise<Waiting> {
  const may = (kind: WaitingKind) => portal.keys.has(keyOf[kind])
  const few = !whole || (await portalsOf(tx, portal.accountId)) <= manyPortals
  const parts = [
    ...(may('out') && few ? [levels, blanks] : []),
    ...(may('rate') ? [rates, skus] : []),
    ...(whole && may('domain') ? [domains(portal.id)] : []),
    ...(whole && may('shop') ? [shops(portal.id)] : []),
  ]
  if (parts.length === 0) return { items: [], total: 0 }
  const seen = whole
    ? sql`select id, name from portal where account_id = ${portal.accountId} and deleted_at is null`
    : sql`select id, name from portal where id = ${portal.id}`
  const found = await rows<Found>(
    tx,
    sql`with seen as materialized (${seen}),
      told (kind, portal_id, count, named) as (${sql.join(parts, sql` union all `)})
      select t.kind, t.portal_id as "portalId", p.name as portal, t.count, count(*) over ()::int as total,
        coalesce(jsonb_path_query_array(t.named, '$[0 to ${sql.raw(String(namedMax - 1))}]'), '[]') as named
      from told t join seen p on p.id = t.portal_id
      order by array_position(${sql.param(`{${kinds.join(',')}}`)}::text[], t.kind), t.portal_id <> ${portal.id}, t.count desc, p.name, p.id
      limit ${rowsMax}`,
  )
  return {
    items: found.map(({ portalId, portal: name, total: _, ...row }) => ({
      ...row,
      portal: { id: portalId, name },
    })),
    total: found[0]?.total ?? 0,
  }
}

/** How many portals an account has, as far as it matters. */
async function portalsOf(tx: Tx, accountId: string): Promise<number> {
  const [found] = await rows<{ portals: number }>(
    tx,
    sql`select count(*)::int as portals from (select 1 from portal
      where account_id = ${accountId} and deleted_at is null limit ${manyPortals + 1}) x`,
  )
  return found?.portals ?? 0
}
