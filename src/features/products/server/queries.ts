import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { portal } from '#features/portals/server/table.ts'
import { selectPage } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { idsByWords } from '#platform/found-by-words.ts'
import { keyedOrder, type OrderPart } from '#platform/keyed-order.ts'
import { contains, plain } from '#platform/like.ts'
import { ofLivePortals, ofPortals, type Seen } from '#platform/of-portals.ts'
import { changedSince, listOf, pageRows } from '#platform/paging.ts'
import { iso, maybe, type RowOf, select } from '#platform/select.ts'
import type { Product, ProductRow, ProductsQuery } from '../contract.ts'
import { blank } from './blank-table.ts'
import { gapsOf } from './gaps.ts'
import { plainColumns, plainOf } from './plain-columns.ts'
import { product, purchaseAddress, variant } from './table.ts'

/** A blank's variant that can be had: by itself, or through what stands in for it. */
export const sellable = sql`(bv.supply in ('inStock', 'onDemand')
  or (bv.supply = 'alternative' and exists (select 1 from blank_variant a
    where a.id = bv.alternative_id and a.supply in ('inStock', 'onDemand'))))`

/** Of each product `d` made on a blank: can anything be had, and does any of its sizes and colours lack its blank? */
export const supplyOf = sql`left join blank b on b.id = d.blank_id
  left join lateral (
    select bool_or(${sellable}) as sellable,
      exists (select 1 from variant v where v.portal_id = d.portal_id and v.product_id = d.id
        and exists (select 1 from blank_variant bv where bv.blank_id = d.blank_id and ${fits()})
        and not exists (select 1 from blank_variant bv where bv.blank_id = d.blank_id and ${fits()} and ${sellable})
      ) as missing
    from blank_variant bv where bv.blank_id = d.blank_id) s on d.blank_id is not null`

export function fits(): SQL {
  return sql`(coalesce(v.size, '') = '' or bv.size = '' or lower(bv.size) = lower(v.size))
    and (coalesce(v.colour, '') = '' or bv.colour = '' or lower(bv.colour) = lower(v.colour))`
}

const joined = sql`join portal p on p.id = d.portal_id and p.deleted_at is null ${supplyOf}`
const d = alias(product, 'd')
const p = alias(portal, 'p')
const b = alias(blank, 'b')
const columns = {
  id: d.id,
  portalId: d.portalId,
  portalName: p.name,
  portalCode: p.code,
  ...plainColumns,
  name: d.name,
  description: d.description,
  sku: d.sku,
  category: d.category,
  format: d.format,
  status: d.status,
  priceCents: d.priceCents,
  costCents: d.costCents,
  pictureUrls: d.pictureUrls,
  pictureAlts: d.pictureAlts,
  blankId: d.blankId,
  blankName: maybe(b.name),
  sellable: sql<boolean | null>`s.sellable`,
  missing: sql<boolean | null>`s.missing`,
  variants: sql<number>`(select count(*)::int from variant v where v.portal_id = d.portal_id and v.product_id = d.id)`,
  buyable: sql<boolean>`${buyable()}`,
  version: d.version,
  updatedAt: iso(d.updatedAt),
}

/** Has a product `d` a purchase address? */
export function buyable(): SQL {
  return sql`exists (select 1 from purchase_address a where a.portal_id = d.portal_id and a.product_id = d.id)`
}

const byName: OrderPart = { by: plain(sql`d.name->>'es'`), as: 'text' }
const orders: Record<string, OrderPart> = {
  name: byName,
  price: { by: sql`d.price_cents`, as: 'integer' },
  category: { by: sql`d.category`, as: 'text' },
  updatedAt: { by: sql`d.updated_at`, as: 'moment' },
}

function orderOf(orderBy: string | undefined) {
  const part = orders[orderBy?.replace('-', '') ?? 'name'] ?? byName
  return keyedOrder([
    { ...part, way: orderBy?.startsWith('-') ? 'desc' : 'asc' },
    { by: sql`d.id`, as: 'id' },
  ])
}

const ofSeen = (column: SQL, seen: Seen | undefined) =>
  seen ? ofPortals(column, seen) : ofLivePortals(column)

/** What the filters leave of the portals seen; undefined sees all. */
export async function productsWhere(tx: Tx, query: ProductsQuery, seen: Seen | undefined): Promise<SQL> {
  const { q, portal, status, format, category, blank, buyable: wish } = query
  const conditions = [ofSeen(sql`d.portal_id`, seen), changedSince(sql`d.updated_at`)]
  if (portal) conditions.push(sql`d.portal_id = ${portal}`)
  if (status) conditions.push(sql`d.status = ${status}`)
  if (format) conditions.push(sql`d.format = ${format}`)
  if (category) conditions.push(sql`d.category = ${category}`)
  if (blank) conditions.push(sql`d.blank_id = ${blank}`)
  if (wish) conditions.push(wish === 'yes' ? buyable() : sql`not ${buyable()}`)
  if (q) conditions.push(await holding(tx, q, seen))
  return sql.join(conditions, sql` and `)
}

/** Products `d` that hold these words in their names and SKUs, or in those of their variants. */
async function holding(tx: Tx, q: string, seen: Seen | undefined): Promise<SQL> {
  const inProduct = sql`(${contains(sql`d.name->>'es'`, q)} or ${contains(sql`coalesce(d.name->>'en', '')`, q)}
    or ${contains(sql`coalesce(d.sku, '')`, q)})`
  const inVariant = contains(sql`coalesce(v.sku, '')`, q)
  const ids = await idsByWords(tx, q, [
    {
      from: sql`product d`,
      id: sql`d.id`,
      words: sql`search_words((d.name->>'es') || ' ' || coalesce(d.name->>'en', '') || ' ' || coalesce(d.sku, ''))`,
      where: sql`${ofSeen(sql`d.portal_id`, seen)} and ${inProduct}`,
    },
    {
      from: sql`variant v`,
      id: sql`v.product_id`,
      words: sql`search_words(v.sku)`,
      where: sql`${ofSeen(sql`v.portal_id`, seen)} and ${inVariant}`,
    },
  ])
  if (ids) return sql`d.id = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])`
  return sql`(${inProduct} or exists (select 1 from variant v
    where v.portal_id = d.portal_id and v.product_id = d.id and ${inVariant}))`
}

/** A page of products, and how many there are. */
export async function listProducts(tx: Tx, query: ProductsQuery, seen: Seen | undefined) {
  const where = await productsWhere(tx, query, seen)
  const page = query.page ?? 1
  const { order, after, key } = orderOf(query.orderBy)
  const from = sql`product d where ${where}`
  const shown = sql`(select d.* from ${from} and ${after} order by ${order} ${pageRows(page)})`
  const rows = sql`${shown} d ${joined} order by ${order}`
  const { found, total } = await selectPage(tx, columns, { from: rows, of: from, page, key })
  return listOf(found.map(toRow), total, page)
}

const { id, size, colour, sku, priceCents } = variant
const { variantId, shop, url } = purchaseAddress

/** One product of a portal, or undefined. */
export async function getProduct(tx: Tx, portalId: string, productId: string): Promise<Product | undefined> {
  const [row] = await select(
    tx,
    {
      ...columns,
      // By its SKUs: a portal's lines have no index by product, and there may be a million of them.
      sold: sql<boolean>`exists (select 1 from sku_mapping m
        join order_line l on l.portal_id = m.portal_id and l.sku_id = m.id
        where m.portal_id = d.portal_id and m.product_id = d.id)`,
    },
    sql`product d ${joined} where d.portal_id = ${portalId} and d.id = ${productId}`,
  )
  if (!row) return undefined
  const variants = await select(
    tx,
    { id, size, colour, sku, priceCents },
    sql`variant
      where portal_id = ${portalId} and product_id = ${productId} order by position, id`,
  )
  const addresses = await select(
    tx,
    { variantId, shop, url },
    sql`purchase_address
      where portal_id = ${portalId} and product_id = ${productId} order by position, id`,
  )
  const addressesOf = (of: string | null) =>
    addresses.filter((one) => one.variantId === of).map(({ shop, url }) => ({ shop, url }))
  const whole = {
    ...toRow(row),
    description: row.description,
    costCents: row.costCents,
    ...plainOf(row),
    pictures: row.pictureUrls.map((url, at) => ({ url, alt: row.pictureAlts[at] ?? '' })),
    purchaseAddresses: addressesOf(null),
    variantRows: variants.map((one) => ({ ...one, purchaseAddresses: addressesOf(one.id) })),
    sold: row.sold,
    version: row.version,
  }
  return { ...whole, gaps: gapsOf(whole) }
}

const toRow = (row: RowOf<typeof columns>): ProductRow => ({
  id: row.id,
  portal: { id: row.portalId, name: row.portalName, code: row.portalCode },
  name: row.name,
  sku: row.sku,
  category: row.category,
  format: row.format,
  status: row.status,
  priceCents: row.priceCents,
  pictureUrl: row.pictureUrls[0] ?? null,
  variants: row.variants,
  blank: row.blankId && row.blankName ? { id: row.blankId, name: row.blankName } : null,
  supply: row.blankId ? (row.sellable ? (row.missing ? 'partly' : 'ok') : 'out') : null,
  buyable: row.buyable,
  countryOfOrigin: row.countryOfOrigin,
  updatedAt: row.updatedAt,
})
