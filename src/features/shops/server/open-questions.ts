import { type SQL, sql } from 'drizzle-orm'
import { type Rule, targetOf } from '#features/connectors/server/rules.ts'
import type { Tx } from '#platform/db.ts'
import { plain as alike } from '#platform/like.ts'
import { microsToCents } from '#platform/money.ts'
import { ofLivePortals, ofPortals, type Seen } from '#platform/of-portals.ts'
import { number, select } from '#platform/select.ts'
import type { OpenQuestions } from '../contract.ts'

/** So many of each are asked at once; answers make room for the next. */
const askedMax = 50

const seenBy = (column: SQL, seen: Seen | undefined) =>
  seen ? ofPortals(column, seen) : ofLivePortals(column)

/** What shops have told that nobody has said the meaning of: money without a rate, and makers that no rule names. */
export async function openQuestions(tx: Tx, seen: Seen | undefined): Promise<OpenQuestions> {
  return { rates: await waitingRates(tx, seen), vendors: await unnamedVendors(tx, seen) }
}

const rateColumns = {
  portalId: sql<string>`c.portal_id`,
  portal: sql<string>`p.name`,
  connectorId: sql<string>`c.id`,
  shop: sql<string>`c.name`,
  currency: sql<string>`d.error->'params'->>'currency'`,
  deliveries: sql<number>`count(*)::int`,
}
const waitingRates = (tx: Tx, seen: Seen | undefined) =>
  select(
    tx,
    rateColumns,
    sql`webhook_delivery d join connector c on c.portal_id = d.portal_id and c.id = d.connector_id and c.removed_at is null
      join portal p on p.id = c.portal_id
      where ${seenBy(sql`d.portal_id`, seen)} and d.state = 'failed' and d.error->>'code' = 'noRate'
      group by 1, 2, 3, 4, 5 order by 6 desc, 4, 5 limit ${askedMax}`,
  )

const productColumns = {
  portalId: sql<string>`i.portal_id`,
  portal: sql<string>`p.name`,
  accountId: sql<string>`p.account_id`,
  connectorId: sql<string>`i.connector_id`,
  shop: sql<string>`c.name`,
  vendor: sql<string>`i.vendor`,
  tags: sql<string[]>`coalesce(i.tags, '[]')`,
  collections: sql<string[]>`coalesce(i.collections, '[]')`,
  skus: sql<string[]>`coalesce(v.skus, '[]')`,
  net: number(sql<number>`coalesce(s.net, 0)`),
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLocaleLowerCase('es')

/**
 * Makers whose products stay at a shop's own portal because no rule names them, of shops that are parted among portals. The
 * portal itself is not asked about; one that is called like the maker is proposed.
 */
async function unnamedVendors(tx: Tx, seen: Seen | undefined): Promise<OpenQuestions['vendors']> {
  const products = await select(
    tx,
    productColumns,
    sql`shop_item i join connector c on c.portal_id = i.portal_id and c.id = i.connector_id and c.removed_at is null
      join portal p on p.id = i.portal_id
      left join lateral (select jsonb_agg(distinct v.sku) as skus from shop_item v where v.portal_id = i.portal_id
        and v.connector_id = i.connector_id and v.product_id = i.product_id and v.sku is not null) v on true
      left join lateral (select sum(t.net_micros)::bigint as net from sku_mapping m
        join order_line t on t.portal_id = m.portal_id and t.sku_id = m.id
        where m.portal_id = i.portal_id and m.source = c.source
          and m.sku in (select jsonb_array_elements_text(v.skus))) s on true
      where ${seenBy(sql`i.portal_id`, seen)} and i.sku is null and i.target_id = i.portal_id and coalesce(i.vendor, '') <> ''
        and exists (select 1 from shop_rule r where r.portal_id = i.portal_id and r.connector_id = i.connector_id)`,
  )
  if (products.length === 0) return []
  const connectors = [...new Set(products.map(({ connectorId }) => connectorId))]
  const rules = await select(
    tx,
    {
      connectorId: sql<string>`r.connector_id`,
      kind: sql<Rule['kind']>`r.kind`,
      value: sql<string>`r.value`,
      targetId: sql<string>`r.target_id`,
    },
    sql`shop_rule r where r.connector_id = any(${sql.param(`{${connectors.join(',')}}`)}::uuid[]) order by r.position`,
  )
  const accounts = [...new Set(products.map(({ accountId }) => accountId))]
  const portals = await select(
    tx,
    { id: sql<string>`p.id`, name: sql<string>`p.name`, accountId: sql<string>`p.account_id` },
    sql`portal p where p.account_id = any(${sql.param(`{${accounts.join(',')}}`)}::uuid[]) and p.deleted_at is null
      order by ${alike(sql`p.name`)}, p.id`,
  )
  const found = new Map<string, OpenQuestions['vendors'][number]>()
  for (const { accountId, tags, collections, skus, net, ...one } of products) {
    if (plain(one.vendor) === plain(one.portal)) continue
    const own = rules.filter(({ connectorId }) => connectorId === one.connectorId)
    const named = { vendor: one.vendor, tags, collections }
    if (['', ...skus].some((sku) => targetOf(own, named, sku))) continue
    const targets = portals.filter((each) => each.accountId === accountId && each.id !== one.portalId)
    if (targets.length === 0) continue
    const key = `${one.connectorId} ${plain(one.vendor)}`
    const known = found.get(key) ?? {
      ...one,
      products: 0,
      netCents: 0,
      proposedId: targets.find(({ name }) => plain(name) === plain(one.vendor))?.id ?? null,
      targets: targets.map(({ id, name }) => ({ id, name })),
    }
    known.products++
    known.netCents += microsToCents(net)
    found.set(key, known)
  }
  return [...found.values()].sort((a, b) => b.netCents - a.netCents).slice(0, askedMax)
}
