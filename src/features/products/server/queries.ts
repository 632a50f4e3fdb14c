import { type SQL, sql } from 'drizzle-orm'
import { pageSize } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import { rows, type Tx } from '#platform/db.ts'
import { contains, plain } from '#platform/like.ts'
import { ofLivePortals, ofPortals } from '#platform/of-portals.ts'
import { listOf } from '#platform/shapes.ts'
import type { BilingualText } from '#platform/table.ts'
import type { Product, ProductRow, ProductsQuery } from '../contract.ts'
import { gapsOf } from './gaps.ts'
import { plainColumns, plainOf } from './plain-columns.ts'

interface Columns {
  id: string
  portal_id: string
  portal_name: string
  portal_code: string
  name: BilingualText
  description: BilingualText | null
  sku: string | null
  category: ProductRow['category']
  format: ProductRow['format']
  status: ProductRow['status']
  price_cents: string
  cost_cents: string
  picture_urls: string[]
  picture_alts: string[]
  blank_id: string | null
  blank_name: string | null
  sellable: boolean | null
  missing: boolean | null
  variants: number
  buyable: boolean
  version: number
  updated_at: Date | string
}

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
const columns = sql`d.*, ${plainColumns}, p.name as portal_name,
  p.code as portal_code, b.name as blank_name, s.sellable, s.missing,
  (select count(*)::int from variant v where v.portal_id = d.portal_id and v.product_id = d.id) as variants,
  ${buyable()} as buyable`

/** Has a product `d` a purchase address? */
export function buyable(): SQL {
  return sql`exists (select 1 from purchase_address a where a.portal_id = d.portal_id and a.product_id = d.id)`
}

const orders: Record<string, SQL> = {
  name: plain(sql`d.name->>'es'`),
  price: sql`d.price_cents`,
  category: sql`d.category`,
  updatedAt: sql`d.updated_at`,
}

function orderOf(orderBy: string | undefined): SQL {
  const column = orders[orderBy?.replace('-', '') ?? 'name'] ?? orders.name
  return sql`${column} ${sql.raw(orderBy?.startsWith('-') ? 'desc' : 'asc')}, d.id`
}

/** What the filters leave of the portals seen; undefined sees all. */
export function productsWhere(query: ProductsQuery, seen: readonly string[] | undefined): SQL {
  const { q, portal, status, format, category, blank, buyable: wish } = query
  const conditions = [seen ? ofPortals(sql`d.portal_id`, seen) : ofLivePortals(sql`d.portal_id`)]
  if (portal) conditions.push(sql`d.portal_id = ${portal}`)
  if (status) conditions.push(sql`d.status = ${status}`)
  if (format) conditions.push(sql`d.format = ${format}`)
  if (category) conditions.push(sql`d.category = ${category}`)
  if (blank) conditions.push(sql`d.blank_id = ${blank}`)
  if (wish) conditions.push(wish === 'yes' ? buyable() : sql`not ${buyable()}`)
  if (q)
    conditions.push(sql`(${contains(sql`d.name->>'es'`, q)} or ${contains(sql`coalesce(d.name->>'en', '')`, q)}
      or ${contains(sql`coalesce(d.sku, '')`, q)} or exists (select 1 from variant v
        where v.portal_id = d.portal_id and v.product_id = d.id and ${contains(sql`coalesce(v.sku, '')`, q)}))`)
  return sql.join(conditions, sql` and `)
}

/** A page of products, and how many there are. */
export async function listProducts(tx: Tx, query: ProductsQuery, seen: readonly string[] | undefined) {
  const where = productsWhere(query, seen)
  const page = query.page ?? 1
  const order = orderOf(query.orderBy)
  const from = sql`product d where ${where}`
  const shown = sql`(select d.* from ${from} order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize})`
  const found = await rows<Columns>(tx, sql`select ${columns} from ${shown} d ${joined} order by ${order}`)
  return listOf(found.map(toRow), await countRows(tx, from), page)
}

interface VariantColumns {
  id: string
  size: string | null
  colour: string | null
  sku: string | null
  price_cents: string | null
}
interface AddressColumns {
  variant_id: string | null
  shop: string
  url: string
}

/** One product of a portal, or undefined. */
export async function getProduct(tx: Tx, portalId: string, productId: string): Promise<Product | undefined> {
  const [row] = await rows<Columns & { sold: boolean }>(
    tx,
    sql`select ${columns}, exists (select 1 from order_line l where l.portal_id = d.portal_id and l.product_id = d.id) as sold
      from product d ${joined} where d.portal_id = ${portalId} and d.id = ${productId}`,
  )
  if (!row) return undefined
  const variants = await rows<VariantColumns>(
    tx,
    sql`select id, size, colour, sku, price_cents from variant
      where portal_id = ${portalId} and product_id = ${productId} order by position, id`,
  )
  const addresses = await rows<AddressColumns>(
    tx,
    sql`select variant_id, shop, url from purchase_address
      where portal_id = ${portalId} and product_id = ${productId} order by position, id`,
  )
  const addressesOf = (variantId: string | null) =>
    addresses.filter((one) => one.variant_id === variantId).map(({ shop, url }) => ({ shop, url }))
  const whole = {
    ...toRow(row),
    description: row.description,
    costCents: Number(row.cost_cents),
    ...plainOf(row),
    pictures: row.picture_urls.map((url, at) => ({ url, alt: row.picture_alts[at] ?? '' })),
    purchaseAddresses: addressesOf(null),
    variantRows: variants.map(({ price_cents, ...rest }) => ({
      ...rest,
      priceCents: price_cents === null ? null : Number(price_cents),
      purchaseAddresses: addressesOf(rest.id),
    })),
    sold: row.sold,
    version: row.version,
  }
  return { ...whole, gaps: gapsOf(whole) }
}

const toRow = (row: Columns): ProductRow => ({
  id: row.id,
  portal: { id: row.portal_id, name: row.portal_name, code: row.portal_code },
  name: row.name,
  sku: row.sku,
  category: row.category,
  format: row.format,
  status: row.status,
  priceCents: Number(row.price_cents),
  pictureUrl: row.picture_urls[0] ?? null,
  variants: row.variants,
  blank: row.blank_id && row.blank_name ? { id: row.blank_id, name: row.blank_name } : null,
  supply: row.blank_id ? (row.sellable ? (row.missing ? 'partly' : 'ok') : 'out') : null,
  buyable: row.buyable,
  updatedAt: new Date(row.updated_at).toISOString(),
})
