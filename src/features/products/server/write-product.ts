import { and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { rows, type Tx } from '#platform/db.ts'
import { BadInput, Conflict, NotFound, Unprocessable } from '#platform/errors.ts'
import { select } from '#platform/select.ts'
import { keepNothing } from '#platform/undo.ts'
import type { Product, ProductDraft } from '../contract.ts'
import { mapPlain, type PlainKey } from '../plain-fields.ts'
import { refuseGaps } from './gaps.ts'
import { skusNamed } from './occasions.ts'
import { addressFaults, savePurchaseAddresses } from './purchase-addresses.ts'
import { getProduct } from './queries.ts'
import { product } from './table.ts'
import { saveVariants } from './variants.ts'

/** Locks a product and answers its version. */
export async function productVersion(tx: Tx, portalId: string, productId: string) {
  const [row] = await tx
    .select({ version: product.version })
    .from(product)
    .where(and(eq(product.portalId, portalId), eq(product.id, productId)))
    .for('update')
  return row?.version
}

/** One product. @throws NotFound when the portal has none of this id. */
export async function productOf(tx: Tx, portalId: string, productId: string): Promise<Product> {
  const found = await getProduct(tx, portalId, productId)
  if (!found) throw new NotFound()
  return found
}

/** Adds a draft. @throws BadInput by the field for a taken SKU or an unknown blank. */
export async function createProduct(tx: Tx, portalId: string, draft: ProductDraft): Promise<Product> {
  const id = v7()
  await checkDraft(tx, portalId, id, draft)
  await tx.insert(product).values({ portalId, id, ...valuesOf(draft) })
  await saveParts(tx, portalId, id, draft)
  return productOf(tx, portalId, id)
}

/**
 * Replaces what the draft names.
 * @throws BadInput by the field; a product on sale may not lose what it needs to be sold. Conflict when a product with
 * sales would change its category: its lines were charged with the commission of the old one.
 */
export async function updateProduct(tx: Tx, before: Product, draft: ProductDraft): Promise<Product> {
  const portalId = before.portal.id
  if (before.sold && draft.category !== before.category)
    throw new Conflict('products.categorySold', { field: 'category' })
  await checkDraft(tx, portalId, before.id, draft)
  if (addsParts(before, draft)) await keepNothing(tx)
  const { id, version } = before
  await tx
    .update(product)
    .set({ ...valuesOf(draft), version: version + 1, updatedAt: sql`clock_timestamp()` })
    .where(sql`portal_id = ${portalId} and id = ${id}`)
  await saveParts(tx, portalId, id, draft)
  const after = await productOf(tx, portalId, id)
  if (after.status === 'active') refuseGaps(after.gaps.filter((gap) => !before.gaps.includes(gap)))
  return after
}

/** Does the draft have a variant or a shop that the product has not? */
function addsParts(before: Product, { variants = [], purchaseAddresses = [] }: ProductDraft): boolean {
  const shops = (of: readonly { shop: string }[] = []) => of.map(({ shop }) => shop.toLocaleLowerCase('es'))
  const more = (now: string[], then: string[]) => now.some((shop) => !then.includes(shop))
  return (
    more(shops(purchaseAddresses), shops(before.purchaseAddresses)) ||
    variants.some(({ id, purchaseAddresses: own }) => {
      const known = before.variantRows.find((one) => one.id === id)
      return !known || more(shops(own), shops(known.purchaseAddresses))
    })
  )
}

async function saveParts(tx: Tx, portalId: string, id: string, draft: ProductDraft): Promise<void> {
  const { variants = [], purchaseAddresses = [] } = draft
  const ids = await saveVariants(tx, portalId, id, variants)
  await savePurchaseAddresses(tx, portalId, id, {
    purchaseAddresses,
    variants: variants.flatMap((one, at) =>
      ids[at] ? [{ id: ids[at], purchaseAddresses: one.purchaseAddresses ?? [] }] : [],
    ),
  })
  if (draft.sku || variants.some(({ sku }) => sku)) await skusNamed.tell(tx, portalId, id)
}

type Status = Product['status']
const ways: Record<Status, readonly Status[]> = {
  draft: ['active', 'archived'],
  active: ['draft', 'archived'],
  archived: ['draft'],
}

/** @throws Conflict unless the way is open (draft ⇄ active, either → archived, archived → draft); BadInput for gaps. */
export async function moveProduct(tx: Tx, portalId: string, productId: string, to: Status): Promise<Product> {
  await productVersion(tx, portalId, productId)
  const before = await productOf(tx, portalId, productId)
  if (before.status === to) return before
  if (!ways[before.status].includes(to)) throw new Conflict('products.noWay')
  if (to === 'active') refuseGaps(before.gaps)
  await tx.execute(sql`update product set status = ${to}, version = version + 1, updated_at = clock_timestamp()
    where portal_id = ${portalId} and id = ${productId}`)
  return productOf(tx, portalId, productId)
}

/** The same once more as a draft; SKUs and purchase addresses stay with the first: they are of that one. */
export async function duplicateProduct(tx: Tx, portalId: string, productId: string): Promise<Product> {
  const { name, variantRows, pictures, blank, ...rest } = await productOf(tx, portalId, productId)
  const copied = (text: string, mark: string) => `${text.slice(0, 105)} (${mark})`
  return createProduct(tx, portalId, {
    ...rest,
    name: { es: copied(name.es, 'copia'), ...(name.en ? { en: copied(name.en, 'copy') } : {}) },
    sku: null,
    pictures,
    blankId: blank?.id ?? null,
    purchaseAddresses: [],
    variants: variantRows.map(({ size, colour, priceCents }) => ({ size, colour, priceCents })),
  })
}

/** @throws Conflict for what was sold, has stock, or is not a draft. */
export async function deleteProduct(tx: Tx, portalId: string, productId: string): Promise<Product> {
  await productVersion(tx, portalId, productId)
  const before = await productOf(tx, portalId, productId)
  const [used] = await rows(
    tx,
    sql`select 1 from stock where portal_id = ${portalId} and product_id = ${productId}
      union all select 1 from sku_mapping where portal_id = ${portalId} and product_id = ${productId} limit 1`,
  )
  if (before.sold || used || before.status !== 'draft') throw new Conflict('products.inUse')
  await tx.execute(sql`delete from variant where portal_id = ${portalId} and product_id = ${productId}`)
  await tx.execute(sql`delete from product where portal_id = ${portalId} and id = ${productId}`)
  return before
}

function valuesOf(draft: ProductDraft) {
  const pictures = draft.pictures ?? []
  return {
    name: draft.name.en ? draft.name : { es: draft.name.es },
    description: draft.description ?? null,
    sku: draft.sku || null,
    category: draft.category,
    format: draft.format,
    priceCents: draft.priceCents,
    costCents: draft.costCents ?? 0,
    pictureUrls: pictures.map(({ url }) => url),
    pictureAlts: pictures.map(({ alt }) => alt ?? ''),
    blankId: draft.blankId ?? null,
    ...(mapPlain((key) => draft[key] ?? null) as Pick<Product, PlainKey>),
  }
}

async function checkDraft(tx: Tx, portalId: string, productId: string, draft: ProductDraft): Promise<void> {
  // Two drafts that claim one SKU at once take turns, so that the second is told.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`skus ${portalId}`}, 0))`)
  const wanted: [string, string][] = [
    ...(draft.sku ? [['sku', draft.sku] as [string, string]] : []),
    ...(draft.variants ?? []).flatMap(({ sku }, at): [string, string][] =>
      sku ? [[`variants.${at}.sku`, sku]] : [],
    ),
  ]
  const skus = sql.param(wanted.map(([, sku]) => sku))
  const taken = new Set(
    (
      await select(
        tx,
        { sku: sql<string>`sku` },
        sql`product where portal_id = ${portalId} and id <> ${productId} and sku = any(${skus})
          union all select sku from variant where portal_id = ${portalId} and product_id <> ${productId} and sku = any(${skus})`,
      )
    ).map(({ sku }) => sku),
  )
  const fields = addressFaults(draft.purchaseAddresses ?? [], draft.variants ?? [])
  for (const [field, sku] of wanted) {
    if (taken.has(sku)) fields[field] = { code: 'products.skuTaken' }
    taken.add(sku)
  }
  const kinds = (draft.variants ?? []).map(({ size, colour }) => `${size ?? ''}|${colour ?? ''}`)
  kinds.forEach((kind, at) => {
    if (kinds.indexOf(kind) !== at) fields[`variants.${at}.size`] = { code: 'products.variantTwice' }
  })
  if (draft.blankId) {
    const [known] = await rows(tx, sql`select 1 from blank where id = ${draft.blankId}`)
    if (!known) fields.blankId = { code: 'products.blankUnknown' }
  }
  if (Object.keys(fields).length > 0) throw new BadInput('invalidInput', fields)
}

/** @throws Unprocessable by the field `file`. */
export const refusedFile = (code: string, max: number) =>
  new Unprocessable({ file: { code, params: { max } } })
