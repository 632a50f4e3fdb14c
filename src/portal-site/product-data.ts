import { type SQL, sql } from 'drizzle-orm'
import { goodsOf } from '#features/products/server/availability.ts'
import { rows, type Tx } from '#platform/db.ts'
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

interface Columns {
  id: string
  name: BilingualText
  category: string
  format: string
  lowest: string
  highest: string
  picture_urls: string[]
  release_on: string | null
  sold_out: boolean
  buyable: boolean
}

/** Of products `d`: what their tiles show. */
const tile = sql`d.id, d.name, d.category, d.format, d.picture_urls, d.release_on::text, g.lowest, g.highest, g.sold_out,
  exists (select 1 from purchase_address a where a.portal_id = d.portal_id and a.product_id = d.id) as buyable`
const goods = sql`cross join lateral (select min(price_cents) as lowest, max(price_cents) as highest,
  bool_and(sold_out) as sold_out from ${goodsOf} x) g`

/** The tiles of products, a query of `product` that says their `place`. */
export async function productTiles(tx: Tx, products: SQL, most: number): Promise<PageProduct[]> {
  const found = await rows<Columns>(
    tx,
    sql`select ${tile} from (${products}) d ${goods} where d.place is not null order by d.place limit ${most}`,
  )
  return found.map(toTile)
}

const toTile = (row: Columns): PageProduct => ({
  id: row.id,
  name: row.name,
  category: row.category,
  format: row.format,
  priceCents: Number(row.lowest),
  from: row.lowest !== row.highest,
  pictureUrl: row.picture_urls[0] ?? null,
  releaseOn: row.release_on,
  soldOut: row.sold_out,
  buyable: row.buyable,
})

/** A product that is on sale, or undefined. */
export async function productDetail(
  tx: Tx,
  portalId: string,
  productId: string,
): Promise<ProductDetail | undefined> {
  const [row] = await rows<
    Columns & {
      description: BilingualText | null
      sku: string | null
      picture_alts: string[]
      tax_class: string | null
      closes_on: string | null
    }
  >(
    tx,
    sql`select ${tile}, d.description, d.sku, d.picture_alts, d.tax_class, d.closes_on::text
      from product d ${goods} where d.portal_id = ${portalId} and d.id = ${productId} and d.status = 'active'`,
  )
  if (!row) return undefined
  return {
    ...toTile(row),
    description: row.description,
    sku: row.sku,
    pictures: row.picture_urls.map((url, at) => ({ url, alt: row.picture_alts[at] ?? '' })),
    taxClass: row.tax_class,
    closesOn: row.closes_on,
    goods: await goodsFor(tx, portalId, productId),
    offers: await offersFor(tx, portalId, productId),
  }
}

async function goodsFor(tx: Tx, portalId: string, productId: string): Promise<Goods[]> {
  const found = await rows<{
    id: string | null
    size: string | null
    colour: string | null
    price_cents: string
    sold_out: boolean
  }>(
    tx,
    sql`select g.* from product d cross join lateral ${goodsOf} g
      where d.portal_id = ${portalId} and d.id = ${productId} order by g.position, g.id`,
  )
  return found.map(({ id, size, colour, price_cents, sold_out }) => ({
    ...{ id, size, colour, soldOut: sold_out },
    priceCents: Number(price_cents),
  }))
}

/** A variant's own address at a shop stands before the product's there. */
async function offersFor(tx: Tx, portalId: string, productId: string): Promise<Record<string, Offer[]>> {
  const found = await rows<Offer & { variant: string }>(
    tx,
    sql`select distinct on (w.variant, o.position) w.variant, a.id, a.shop
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
