import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { goodsOf } from '#features/products/server/availability.ts'
import { product, purchaseAddress } from '#features/products/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { ask, number, type RowOf, select } from '#platform/select.ts'
import type { BilingualText } from '#platform/table.ts'
import { today } from './words.ts'

/** A product's tile. */
export interface PageProduct {
  id: string
  name: BilingualText
  category: string
  format: string
  /** The lowest of its variants' prices, VAT included. */
  priceCents: number
  /** Do its variants cost differently? */
  from: boolean
  pictureUrl: string | null
  releaseOn: string | null
  soldOut: boolean
  buyable: boolean
}

/** Sold before its day? */
export const isToCome = ({ format, releaseOn }: Pick<PageProduct, 'format' | 'releaseOn'>): boolean =>
  format === 'presave' && releaseOn !== null && releaseOn > today()

/** One of a product's variants, or the product itself where it has none. */
export interface Goods {
  /** Of the variant; null for the product itself. */
  id: string | null
  size: string | null
  colour: string | null
  priceCents: number
  soldOut: boolean
}

/** Where a shop sells it. `id` is what the counted redirect is asked for. */
export interface Offer {
  id: string
  shop: string
}

/** Everything that a product's own page shows. */
export interface ProductDetail extends PageProduct {
  description: BilingualText | null
  sku: string | null
  pictures: { url: string; alt: string }[]
  taxClass: string | null
  closesOn: string | null
  goods: Goods[]
  /** The main shop first: for each of the goods by its id, and for the product by ''. */
  offers: Record<string, Offer[]>
}

/** Of products `d` with their `goods`: what their tiles show. */
const d = alias(product, 'd')
const tile = {
  id: d.id,
  name: d.name,
  category: d.category,
  format: d.format,
  pictureUrls: d.pictureUrls,
  releaseOn: sql<string | null>`d.release_on::text`,
  lowest: number(sql<string>`g.lowest`),
  highest: number(sql<string>`g.highest`),
  soldOut: sql<boolean>`g.sold_out`,
  buyable: sql<boolean>`exists (select 1 from purchase_address a
    where a.portal_id = d.portal_id and a.product_id = d.id)`,
}
const goods = sql`cross join lateral (select min(price_cents) as lowest, max(price_cents) as highest,
  bool_and(sold_out) as sold_out from ${goodsOf} x) g`

/** The tiles of products, a query of `product` that says their `place`. */
export async function productTiles(tx: Tx, products: SQL, most: number): Promise<PageProduct[]> {
  const found = await select(
    tx,
    tile,
    sql`(${products}) d ${goods} where d.place is not null order by d.place limit ${most}`,
  )
  return found.map(toTile)
}

const toTile = ({ lowest, highest, pictureUrls, ...row }: RowOf<typeof tile>): PageProduct => ({
  id: row.id,
  name: row.name,
  category: row.category,
  format: row.format,
  priceCents: lowest,
  from: lowest !== highest,
  pictureUrl: pictureUrls[0] ?? null,
  releaseOn: row.releaseOn,
  soldOut: row.soldOut,
  buyable: row.buyable,
})

const detail = {
  ...tile,
  description: d.description,
  sku: d.sku,
  pictureAlts: d.pictureAlts,
  taxClass: d.taxClass,
  closesOn: sql<string | null>`d.closes_on::text`,
}

/** A product that is on sale, or undefined. */
export async function productDetail(
  tx: Tx,
  portalId: string,
  productId: string,
): Promise<ProductDetail | undefined> {
  const [row] = await select(
    tx,
    detail,
    sql`product d ${goods} where d.portal_id = ${portalId} and d.id = ${productId} and d.status = 'active'`,
  )
  if (!row) return undefined
  return {
    ...toTile(row),
    description: row.description,
    sku: row.sku,
    pictures: row.pictureUrls.map((url, at) => ({ url, alt: row.pictureAlts[at] ?? '' })),
    taxClass: row.taxClass,
    closesOn: row.closesOn,
    goods: await goodsFor(tx, portalId, productId),
    offers: await offersFor(tx, portalId, productId),
  }
}

const one = {
  id: sql<string | null>`g.id`,
  size: sql<string | null>`g.size`,
  colour: sql<string | null>`g.colour`,
  soldOut: sql<boolean>`g.sold_out`,
  priceCents: number(sql<string>`g.price_cents`),
}

const goodsFor = (tx: Tx, portalId: string, productId: string): Promise<Goods[]> =>
  select(
    tx,
    one,
    sql`product d cross join lateral ${goodsOf} g
      where d.portal_id = ${portalId} and d.id = ${productId} order by g.position, g.id`,
  )

const a = alias(purchaseAddress, 'a')
const offer = { variant: sql<string>`w.variant`, id: a.id, shop: a.shop }

/** A variant's own address at a shop stands before the product's there. */
async function offersFor(tx: Tx, portalId: string, productId: string): Promise<Record<string, Offer[]>> {
  const found = await ask(
    tx,
    offer,
    (columns) => sql`select distinct on (w.variant, o.position) ${columns}
      from (select '' as variant union all select id::text from variant
        where portal_id = ${portalId} and product_id = ${productId}) w
      join purchase_address o on o.portal_id = ${portalId} and o.product_id = ${productId} and o.variant_id is null
      join purchase_address a on a.portal_id = o.portal_id and a.product_id = o.product_id and lower(a.shop) = lower(o.shop)
        and (a.variant_id is null or a.variant_id::text = w.variant)
      order by w.variant, o.position, a.variant_id nulls last`,
  )
  const offers: Record<string, Offer[]> = {}
  for (const { variant, id, shop } of found) {
    offers[variant] ??= []
    offers[variant].push({ id, shop })
  }
  return offers
}
