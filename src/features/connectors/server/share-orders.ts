import type { Snapshot } from '#features/orders/server/order-snapshot.ts'
import type { Bulk } from '#platform/bulk.ts'
import { type Rule, type Ruled, targetOf } from './rules.ts'

/** One order of one shop, before it is known whose its lines are. */
export interface Shared {
  connectorId: string
  /** Of the connector. */
  portalId: string
  source: string
  snapshot: Snapshot
  /** Who makes what a line is about, by the line's id, where the order says it. */
  vendors?: Record<string, string> | undefined
}

interface Share {
  rules: Rule[]
  /** What is known of the products behind SKUs. */
  items: Map<string, Ruled>
}

/**
 * Which part of each order is which portal's, by the rules of its shop: each portal's part is an order of its own with the lines
 * that are its, under the same number. Without rules all of it is the connector's. A portal that was told of lines before that
 * are no longer its own is told so by a part without any.
 */
export async function shareOrders<T extends Shared>(
  bulk: Bulk,
  orders: readonly (T | undefined)[],
): Promise<T[][]> {
  const all = orders.filter((order) => order !== undefined)
  const shares = await sharesOf(bulk, all)
  if (shares.size === 0) return orders.map((order) => (order ? [order] : []))
  const known = await knownParts(
    bulk,
    all.filter(({ connectorId }) => shares.has(connectorId)),
  )
  return orders.map((order) => {
    const share = order && shares.get(order.connectorId)
    if (!share) return order ? [order] : []
    const { snapshot, vendors = {} } = order
    const owner = (line: Snapshot['lines'][number]) => {
      const item = share.items.get(line.sku) ?? { vendor: '', tags: [], collections: [] }
      const vendor = vendors[line.id] || item.vendor
      return targetOf(share.rules, { ...item, vendor }, line.sku) ?? order.portalId
    }
    const parts = new Map<string, Snapshot['lines']>()
    for (const portalId of known.get(keyOf(order)) ?? []) parts.set(portalId, [])
    for (const line of snapshot.lines) {
      const portalId = owner(line)
      parts.set(portalId, [...(parts.get(portalId) ?? []), line])
    }
    return [...parts].map(([portalId, lines]) => ({ ...order, portalId, snapshot: { ...snapshot, lines } }))
  })
}

const keyOf = ({ source, snapshot }: Shared) => `${source} ${snapshot.externalId}`

/** By connector; of those without rules nothing, unless they are wanted `always`: then all of it is their own. */
export async function sharesOf(
  bulk: Bulk,
  orders: readonly Pick<Shared, 'connectorId' | 'snapshot'>[],
  { always = false } = {},
): Promise<Map<string, Share>> {
  const ids = `{${[...new Set(orders.map(({ connectorId }) => connectorId))].join(',')}}`
  const rules = await bulk.query<Rule & { connectorId: string }>(
    `select connector_id as "connectorId", kind, value, target_id as "targetId" from shop_rule
    where connector_id = any($1::uuid[]) order by connector_id, position`,
    [ids],
  )
  if (rules.length === 0 && !always) return new Map()
  const skus = [...new Set(orders.flatMap(({ snapshot }) => snapshot.lines.map(({ sku }) => sku)))]
  const items = await bulk.query<Ruled & { connectorId: string; sku: string }>(
    `select v.connector_id as "connectorId", v.sku, coalesce(p.vendor, '') as vendor, coalesce(p.tags, '[]') as tags,
      coalesce(p.collections, '[]') as collections
    from shop_item v join shop_item p on p.portal_id = v.portal_id and p.connector_id = v.connector_id
      and p.product_id = v.product_id and p.sku is null
    where v.connector_id = any($1::uuid[]) and v.sku in (select jsonb_array_elements_text($2::jsonb))`,
    [ids, JSON.stringify(skus)],
  )
  return new Map(
    (always ? orders : rules).map(({ connectorId }) => [
      connectorId,
      {
        rules: rules.filter((one) => one.connectorId === connectorId),
        items: new Map(items.filter((one) => one.connectorId === connectorId).map((one) => [one.sku, one])),
      },
    ]),
  )
}

/** Portals of the same account that know of an order by this source and number. */
async function knownParts(bulk: Bulk, orders: readonly Shared[]): Promise<Map<string, string[]>> {
  const rows = await bulk.query<{ key: string; portal_id: string }>(
    `select s.source || ' ' || s.external_id as key, s.portal_id
    from jsonb_to_recordset($1::jsonb) as x(p uuid, s text, e text)
    join portal own on own.id = x.p join portal other on other.account_id = own.account_id
    join order_state s on s.portal_id = other.id and s.source = x.s and s.external_id = x.e
    where other.id = x.p or exists (select 1 from shop_rule r where r.portal_id = x.p and r.target_id = other.id)`,
    [
      JSON.stringify(
        orders.map(({ portalId, source, snapshot }) => ({ p: portalId, s: source, e: snapshot.externalId })),
      ),
    ],
  )
  const parts = new Map<string, string[]>()
  for (const { key, portal_id } of rows) parts.set(key, [...(parts.get(key) ?? []), portal_id])
  return parts
}
