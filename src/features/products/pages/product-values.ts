import { amountText, typedCents, typedWhole } from '#ui/amounts.ts'
import type { Product, ProductDraft } from '../contract.ts'
import { mapPlain, type PlainKey } from '../plain-fields.ts'

export interface VariantValues {
  /** Of the row on screen; a variant that is saved has its own. */
  key: string
  id?: string
  size: string
  colour: string
  sku: string
  /** Empty: the product's price. */
  price: string
}

export interface PurchaseValues {
  /** Of the row on screen. */
  key: string
  shop: string
  url: string
  /** Addresses of single variants, by the key of their row. */
  of: Record<string, string>
}

/** What the form holds; amounts as people type them. */
export interface ProductValues extends Record<PlainKey, string> {
  portalId: string
  name: { es: string; en: string }
  description: { es: string; en: string }
  sku: string
  category: Product['category']
  format: Product['format']
  price: string
  cost: string
  blankId: string
  pictures: { url: string; alt: string }[]
  purchaseAddresses: PurchaseValues[]
  variants: VariantValues[]
}

/** A product as the form shows it. */
export const valuesOf = (product: Product | null): ProductValues => ({
  portalId: product?.portal.id ?? '',
  name: { es: product?.name.es ?? '', en: product?.name.en ?? '' },
  description: { es: product?.description?.es ?? '', en: product?.description?.en ?? '' },
  sku: product?.sku ?? '',
  category: product?.category ?? 'apparel',
  format: product?.format ?? 'onDemand',
  price: amountText(product?.priceCents ?? null),
  cost: amountText(product?.costCents ?? null),
  ...mapPlain((key, { initial = '' }) => String((product ? product[key] : initial) ?? '')),
  blankId: product?.blank?.id ?? '',
  pictures: product?.pictures ?? [],
  purchaseAddresses: product ? purchasesOf(product) : [],
  variants: (product?.variantRows ?? []).map(({ id, size, colour, sku, priceCents }) => ({
    key: id,
    id,
    size: size ?? '',
    colour: colour ?? '',
    sku: sku ?? '',
    price: amountText(priceCents),
  })),
})

const purchasesOf = ({ purchaseAddresses, variantRows }: Product): PurchaseValues[] =>
  purchaseAddresses.map(({ shop, url }) => ({
    ...{ key: shop, shop, url },
    of: Object.fromEntries(
      variantRows.flatMap(({ id, purchaseAddresses }) =>
        purchaseAddresses.filter((one) => one.shop === shop).map((one) => [id, one.url]),
      ),
    ),
  }))

const addressesOf = (values: Pick<ProductValues, 'purchaseAddresses'>) =>
  values.purchaseAddresses.map(({ shop, url }) => ({ shop, url }))
const addressesOfVariant = ({ purchaseAddresses }: Pick<ProductValues, 'purchaseAddresses'>, key: string) =>
  purchaseAddresses.flatMap(({ shop, of }) => (of[key]?.trim() ? [{ shop, url: of[key] }] : []))

/** The purchase addresses alone, as the API takes them. */
export const purchaseOf = (values: ProductValues) => ({
  purchaseAddresses: addressesOf(values),
  variants: values.variants.map(({ key, id = key }) => ({
    id,
    purchaseAddresses: addressesOfVariant(values, key),
  })),
})

/** An English description needs its Spanish one: without any text there is none. */
const descriptionOf = ({ es, en }: ProductValues['description']) =>
  es.trim() || en.trim() ? { es, ...(en.trim() ? { en } : {}) } : null

/** What the chosen format has. */
const plainOf = (values: ProductValues) =>
  mapPlain((key, { kind, only }) => {
    const text = values[key].trim()
    if (!text || (only && only !== values.format)) return null
    return kind === 'whole' ? typedWhole(text) : text
  }) as Pick<ProductDraft, PlainKey>

/** The form as the API takes it. */
export const draftOf = (values: ProductValues): ProductDraft => ({
  name: { es: values.name.es, ...(values.name.en.trim() ? { en: values.name.en } : {}) },
  description: descriptionOf(values.description),
  sku: values.sku.trim() || null,
  category: values.category,
  format: values.format,
  priceCents: values.price.trim() ? typedCents(values.price) : 0,
  costCents: values.cost.trim() ? typedCents(values.cost) : 0,
  ...plainOf(values),
  pictures: values.pictures,
  blankId: values.format === 'onDemand' ? values.blankId || null : null,
  purchaseAddresses: addressesOf(values),
  variants: values.variants.map(({ key, id, size, colour, sku, price }) => ({
    ...(id ? { id } : {}),
    size: size.trim() || null,
    colour: colour.trim() || null,
    sku: sku.trim() || null,
    priceCents: price.trim() ? typedCents(price) : null,
    purchaseAddresses: addressesOfVariant(values, key),
  })),
})
