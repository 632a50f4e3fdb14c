import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { BadInput } from '#platform/errors.ts'
import { leadsOutside } from '#platform/safe-fetch-address.ts'
import type { Product } from '../contract.ts'
import type { PurchaseAddresses } from '../purchase-shapes.ts'
import { purchaseAddress } from './table.ts'

interface Wanted {
  purchaseAddresses: PurchaseAddresses
  /** Of single variants, in the order of the draft. */
  variants: { id: string; purchaseAddresses: PurchaseAddresses }[]
}

const plain = (shop: string) => shop.toLocaleLowerCase('es')

/** What is wrong with a draft's addresses, by the field: each shop stands once and outside, and those of a variant sell the product. */
export function addressFaults(
  own: PurchaseAddresses,
  variants: readonly { purchaseAddresses?: PurchaseAddresses | undefined }[],
): Record<string, { code: string }> {
  const shops = own.map(({ shop }) => plain(shop))
  const faults: Record<string, { code: string }> = {}
  const look = (addresses: PurchaseAddresses, at: string) => {
    addresses.forEach(({ url }, place) => {
      if (!leadsOutside(url)) faults[`${at}.${place}.url`] = { code: 'products.innerAddress' }
    })
    const names = addresses.map(({ shop }) => plain(shop))
    names.forEach((name, place) => {
      const field = `${at}.${place}.shop`
      if (names.indexOf(name) !== place) faults[field] = { code: 'products.shopTwice' }
      else if (!shops.includes(name)) faults[field] = { code: 'products.shopUnknown' }
    })
  }
  look(own, 'purchaseAddresses')
  variants.forEach(({ purchaseAddresses = [] }, at) => {
    look(purchaseAddresses, `variants.${at}.purchaseAddresses`)
  })
  return faults
}

/** The same for the same shop, so that a shop that is taken away and set again goes on where its clicks stopped (RFC 9562, version 8). */
function clickedId(...of: [portalId: string, productId: string, variant: string | null, shop: string]) {
  const [portalId, productId, variant, shop] = of
  const hex = createHash('sha256')
    .update(JSON.stringify([portalId, productId, variant, plain(shop)]))
    .digest('hex')
  const nibble = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${nibble}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Makes the product's addresses those that are wanted. A shop that stays keeps the id that its clicks are counted for. */
export async function savePurchaseAddresses(
  tx: Tx,
  portalId: string,
  productId: string,
  { purchaseAddresses, variants }: Wanted,
): Promise<void> {
  const present = await tx
    .select({ id: purchaseAddress.id, variant: purchaseAddress.variantId, shop: purchaseAddress.shop })
    .from(purchaseAddress)
    .where(and(eq(purchaseAddress.portalId, portalId), eq(purchaseAddress.productId, productId)))
  const wanted = [{ id: null, purchaseAddresses }, ...variants].flatMap(
    ({ id: variant, purchaseAddresses }) =>
      purchaseAddresses.map(({ shop, url }, position) => {
        const known = present.find((one) => one.variant === variant && plain(one.shop) === plain(shop))
        const id = known?.id ?? clickedId(portalId, productId, variant, shop)
        return { id, variant, shop, url, position }
      }),
  )
  const kept = wanted.map(({ id }) => id)
  await tx.execute(sql`delete from purchase_address where portal_id = ${portalId} and product_id = ${productId}
    and not id = any(${sql.param(`{${kept.join(',')}}`)}::uuid[])`)
  for (const { id, variant, shop, url, position } of wanted)
    await tx.execute(sql`insert into purchase_address (portal_id, id, product_id, variant_id, shop, url, position)
      values (${portalId}, ${id}, ${productId}, ${variant}, ${shop}, ${url}, ${position})
      on conflict (portal_id, id) do update set shop = excluded.shop, url = excluded.url, position = excluded.position`)
}

/**
 * Where fans buy a product, by those who run its portal's goods.
 * @throws BadInput by the field for a shop that stands twice, that does not sell the product, or another's variant.
 */
export async function updatePurchaseAddresses(
  tx: Tx,
  before: Product,
  { purchaseAddresses, variants }: Wanted,
): Promise<void> {
  const faults = addressFaults(purchaseAddresses, variants)
  const known = new Set(before.variantRows.map(({ id }) => id))
  const named = new Set(variants.map(({ id }) => id))
  if (named.size < variants.length || variants.some(({ id }) => !known.has(id)))
    faults.variants = { code: 'products.variantUnknown' }
  if (Object.keys(faults).length > 0) throw new BadInput('invalidInput', faults)
  const { id } = before
  const portalId = before.portal.id
  await savePurchaseAddresses(tx, portalId, id, { purchaseAddresses, variants })
  await tx.execute(sql`update product set version = version + 1, updated_at = clock_timestamp()
    where portal_id = ${portalId} and id = ${id}`)
}
