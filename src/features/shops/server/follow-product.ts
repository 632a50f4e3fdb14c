import type { Product, ProductDraft } from '#features/products/contract.ts'
import { variantsMax } from '#features/products/contract.ts'
import { draftOfProduct } from '#features/products/server/sheet-draft.ts'
import type { Tx } from '#platform/db.ts'
import type { Big } from '#platform/money.ts'
import { addressOf, centsOf, freeOf, freeSkus, type Keeping, ownPrice } from './product-parts.ts'
import type { ToldProduct, ToldVariant } from './told-product.ts'

interface How {
  /** The product came from the shop. */
  theirs: boolean
  variantOf: (variant: ToldVariant) => string | null
}

/** What is there, with what the shop says of it now. */
export async function followed(
  tx: Tx,
  to: Keeping,
  before: Product,
  told: ToldProduct,
  how: How,
): Promise<ProductDraft> {
  const draft = draftOfProduct(before)
  draft.purchaseAddresses = withAddress(draft.purchaseAddresses, to.shop, told.url)
  const free = await freeSkus(tx, before.portal.id, told.variants, before.id)
  const [first] = told.variants
  if (how.theirs && to.rate && first && !draft.variants?.length)
    draft.priceCents = centsOf(first.price, to.rate)
  return { ...draft, variants: followedVariants(draft, to, told.variants, how, free) }
}

type Variants = NonNullable<ProductDraft['variants']>

function followedVariants(
  { variants: before = [], purchaseAddresses, priceCents: common }: ProductDraft,
  { shop, rate }: Keeping,
  told: readonly ToldVariant[],
  { theirs, variantOf }: How,
  free: ReadonlySet<string>,
): Variants {
  const variants = before.map((variant) => ({ ...variant }))
  const sells = purchaseAddresses?.some((address) => address.shop === shop)
  const urlOf = ({ url }: ToldVariant) => (sells ? url : null)
  for (const one of told) {
    const id = variantOf(one)
    const known = variants.find((variant) => variant.id === id)
    const said = {
      sku: freeOf(one.sku, free),
      priceCents: ownPrice(centsOf(one.price, rate), common),
    }
    if (known) {
      known.purchaseAddresses = withAddress(known.purchaseAddresses, shop, urlOf(one))
      if (theirs) follow(known, said, rate)
    } else if (theirs && isNew(one, variants))
      variants.push({
        ...{ size: one.size, colour: one.colour, ...said },
        purchaseAddresses: addressOf(shop, urlOf(one)),
      })
  }
  return variants
}

function follow(
  known: Variants[number],
  { sku, priceCents }: { sku: string | null; priceCents: number | null },
  rate: Big | undefined,
) {
  if (rate) known.priceCents = priceCents
  if (sku) known.sku = sku
}

type Addresses = { shop: string; url: string }[]

/** Without the shop's own where it has none. */
function withAddress(list: Addresses = [], shop: string, url: string | null): Addresses {
  const isOwn = (address: { shop: string }) => address.shop.toLowerCase() === shop.toLowerCase()
  if (!url) return list.filter((address) => !isOwn(address))
  const known = list.findIndex(isOwn)
  return known < 0 ? [...list, { shop, url }].slice(0, 5) : list.with(known, { shop, url })
}

/** May it be added, being of a kind that no other is? */
const isNew = (one: ToldVariant, variants: Variants) =>
  (one.size || one.colour) &&
  variants.length < variantsMax &&
  !variants.some(({ size, colour }) => (size ?? null) === one.size && (colour ?? null) === one.colour)
