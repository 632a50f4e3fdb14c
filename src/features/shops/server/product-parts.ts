import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import type { Big } from '#platform/money.ts'
import { select } from '#platform/select.ts'
import type { ToldVariant } from './told-product.ts'

export interface Keeping {
  /** Of the connector. */
  portalId: string
  connectorId: string
  source: string
  /** As fans read it beside the way to the shop. */
  shop: string
  /** Whose catalogue the product belongs to. */
  targetId: string
  /** Euros for one unit of the shop's money; without it prices stay open. */
  rate: Big | undefined
}

export const centsOf = (price: Big, rate: Big | undefined) =>
  rate ? Math.min(10_000_000, price.times(rate).times(100).round().toNumber()) : 0

/** None where it costs what its product does. */
export const ownPrice = (price: number | undefined, common: number) =>
  price === common ? null : (price ?? null)

export const freeOf = (sku: string | null | undefined, free: ReadonlySet<string>) =>
  sku && free.has(sku) ? sku : null

export const addressOf = (shop: string, url: string | null) => (url ? [{ shop, url }] : [])

/** SKUs that nothing of the catalogue has, each of them once. */
export async function freeSkus(
  tx: Tx,
  targetId: string,
  variants: readonly ToldVariant[],
  exceptId = '',
): Promise<Set<string>> {
  const skus = variants.flatMap(({ sku }) => (sku ? [sku] : []))
  const list = sql`(select jsonb_array_elements_text(${JSON.stringify(skus)}::jsonb))`
  const taken = await select(
    tx,
    { sku: sql<string>`x.sku` },
    sql`(select sku, id::text as of from product where portal_id = ${targetId} and sku in ${list}
      union all select sku, product_id::text from variant where portal_id = ${targetId} and sku in ${list}) x
      where x.of <> ${exceptId}`,
  )
  const once = skus.filter((sku, at) => skus.indexOf(sku) === at && skus.lastIndexOf(sku) === at)
  return new Set(once.filter((sku) => !taken.some((one) => one.sku === sku)))
}
