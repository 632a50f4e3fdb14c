import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Product, ProductDraft } from '#features/products/contract.ts'
import { variantsMax } from '#features/products/contract.ts'
import { getProduct } from '#features/products/server/queries.ts'
import { sameDraft } from '#features/products/server/sheet-draft.ts'
import { createProduct, updateProduct } from '#features/products/server/write-product.ts'
import type { Tx } from '#platform/db.ts'
import { select } from '#platform/select.ts'
import { followed } from './follow-product.ts'
import { addressOf, centsOf, freeOf, freeSkus, type Keeping, ownPrice } from './product-parts.ts'
import type { ToldProduct, ToldVariant } from './told-product.ts'

interface Known {
  foreignId: string
  targetId: string
  productId: string
  variantId: string | null
}

/**
 * Brings one product of a shop into the catalogue, again and again with the same end. One whose SKUs the catalogue has is that
 * one: only what leads to the shop is added to it. One that came from the shop follows its prices and variants; its texts
 * and pictures are the team's from then on.
 */
export async function keepProduct(tx: Tx, to: Keeping, told: ToldProduct): Promise<void> {
  const known = await knownItems(tx, to, told)
  const own = known.find(({ foreignId }) => foreignId === told.foreignId)
  const before = own ? await getProduct(tx, own.targetId, own.productId) : await bySku(tx, to, told)
  // What the team has deleted here does not come back by itself.
  if (own && !before) return
  const target = { ...to, targetId: before?.portal.id ?? to.targetId }
  if (!before) {
    const made = await createProduct(tx, target.targetId, await draftOf(tx, target, told))
    const ids = made.variantRows.map(({ id }) => id)
    await noteItems(tx, target, told, made.id, (_, at) => ids[at] ?? null)
    return
  }
  const variantOf = (variant: ToldVariant) =>
    known.find(({ foreignId }) => foreignId === variant.foreignId)?.variantId ??
    before.variantRows.find(({ sku }) => sku !== null && sku === variant.sku)?.id ??
    null
  const draft = await followed(tx, target, before, told, { theirs: own !== undefined, variantOf })
  const after = sameDraft(before, draft) ? before : await updateProduct(tx, before, draft)
  const fresh = after.variantRows.filter(({ id }) => !before.variantRows.some((one) => one.id === id))
  const placed = new Map(
    told.variants
      .filter((variant) => !variantOf(variant))
      .map((variant, at) => [variant.foreignId, fresh[at]?.id ?? null]),
  )
  await noteItems(
    tx,
    target,
    told,
    before.id,
    (variant) => variantOf(variant) ?? placed.get(variant.foreignId) ?? null,
  )
}

const knownItems = (tx: Tx, { portalId, connectorId }: Keeping, told: ToldProduct): Promise<Known[]> => {
  const ids = [told.foreignId, ...told.variants.map(({ foreignId }) => foreignId)]
  return select(
    tx,
    {
      foreignId: sql<string>`i.foreign_id`,
      targetId: sql<string>`i.target_id`,
      productId: sql<string>`i.product_id`,
      variantId: sql<string | null>`i.variant_id`,
    },
    sql`shop_item i where i.portal_id = ${portalId} and i.connector_id = ${connectorId}
      and i.foreign_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
  )
}

async function bySku(tx: Tx, { targetId }: Keeping, { variants }: ToldProduct): Promise<Product | undefined> {
  const skus = variants.flatMap(({ sku }) => (sku ? [sku] : []))
  if (skus.length === 0) return undefined
  const list = sql`(select jsonb_array_elements_text(${JSON.stringify(skus)}::jsonb))`
  const [found] = await select(
    tx,
    { id: sql<string>`x.id` },
    sql`(select id from product where portal_id = ${targetId} and sku in ${list}
      union all select product_id from variant where portal_id = ${targetId} and sku in ${list}) x limit 1`,
  )
  return found && getProduct(tx, targetId, found.id)
}

const formatOf = ({ digital, onDemand }: ToldProduct) => {
  if (digital) return 'digital'
  return onDemand ? 'onDemand' : 'limited'
}

/** What a new product is: a draft, as one that somebody types. */
async function draftOf(tx: Tx, to: Keeping, told: ToldProduct): Promise<ProductDraft> {
  const free = await freeSkus(tx, to.targetId, told.variants)
  const [first] = told.variants
  const prices = told.variants.map(({ price }) => centsOf(price, to.rate))
  const least = Math.min(...prices)
  const single = told.variants.length === 1 && first?.size === null && first.colour === null
  const counted = told.variants.flatMap(({ left }) => (left === null ? [] : [left]))
  const units = counted.reduce((sum, left) => sum + left, 0)
  return {
    name: { es: told.name },
    description: told.description ? { es: told.description } : null,
    sku: single ? freeOf(first?.sku, free) : null,
    category: told.category,
    format: formatOf(told),
    priceCents: Number.isFinite(least) ? least : 0,
    taxClass: told.taxed ? 'general' : 'exempt',
    ...(told.digital || units === 0 ? {} : { editionUnits: Math.min(units, 1_000_000) }),
    purchaseAddresses: addressOf(to.shop, told.url),
    variants: single
      ? []
      : told.variants.slice(0, variantsMax).map((variant, at) => ({
          size: variant.size,
          colour: variant.colour,
          sku: freeOf(variant.sku, free),
          priceCents: ownPrice(prices[at], least),
          purchaseAddresses: told.url ? addressOf(to.shop, variant.url) : [],
        })),
  }
}

/** Remembers what is what, and maps what orders will call it by. */
async function noteItems(
  tx: Tx,
  to: Keeping,
  told: ToldProduct,
  productId: string,
  variantOf: (variant: ToldVariant, at: number) => string | null,
): Promise<void> {
  const { portalId, connectorId, targetId, source } = to
  const pictures = JSON.stringify({ active: told.active, list: told.pictures })
  await tx.execute(sql`insert into shop_item (portal_id, connector_id, foreign_id, target_id, product_id, vendor, tags,
      collections, pictures)
    values (${portalId}, ${connectorId}, ${told.foreignId}, ${targetId}, ${productId}, ${told.vendor},
      ${JSON.stringify(told.tags)}::jsonb, ${JSON.stringify(told.collections)}::jsonb, ${pictures}::jsonb)
    on conflict (portal_id, connector_id, foreign_id) do update set vendor = excluded.vendor, tags = excluded.tags,
      collections = excluded.collections`)
  for (const [at, variant] of told.variants.entries()) {
    const variantId = variantOf(variant, at)
    await tx.execute(sql`insert into shop_item (portal_id, connector_id, foreign_id, target_id, product_id, variant_id,
        inventory_id, sku)
      values (${portalId}, ${connectorId}, ${variant.foreignId}, ${targetId}, ${productId}, ${variantId},
        ${variant.inventoryId}, ${variant.key})
      on conflict (portal_id, connector_id, foreign_id) do update set variant_id = excluded.variant_id,
        inventory_id = excluded.inventory_id, sku = excluded.sku`)
    await tx.execute(sql`insert into sku_mapping (portal_id, id, source, sku, name, product_id, variant_id, mapped_at)
      values (${targetId}, ${v7()}, ${source}, ${variant.key}, ${told.name}, ${productId}, ${variantId}, clock_timestamp())
      on conflict (portal_id, source, sku) do nothing`)
  }
}
