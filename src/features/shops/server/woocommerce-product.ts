import { categoryOf } from '#features/products/server/woocommerce-products.ts'
import { Big } from '#platform/money.ts'
import { cut, plainText } from './plain-text.ts'
import { decimalOf, kindOf, skuOf, type ToldProduct, type ToldVariant } from './told-product.ts'

interface Sold {
  id: number
  sku: string
  price: string
  permalink: string
  virtual: boolean
  downloadable: boolean
  tax_status: string
  tax_class: string
  /** Of a variation `parent` where its product keeps the count. */
  manage_stock: boolean | 'parent'
  stock_quantity: number | null
}
export interface WooProduct extends Sold {
  name: string
  type: string
  status: string
  description: string
  short_description: string
  categories: { name: string }[]
  tags: { name: string }[]
  /** Since WooCommerce 9.6. */
  brands?: { name: string }[]
  images: { src: string; alt: string }[]
  attributes: { name: string; options: string[] }[]
}
export interface WooVariation extends Sold {
  attributes: { name: string; option: string }[]
}

/** What fans pay for a price as the shop writes it: with its tax, where shops write prices without. */
export type PriceOf = (price: Big, sold: { tax_status: string; tax_class: string }) => Big

const linkOf = (link: string) => (/^https:\/\//.test(link) ? link : null)
const nameOf = ({ name }: { name: string }) => plainText(name)

type Attributes = WooVariation['attributes']

function namesOf(one: Sold, product: string, attributes: Attributes | undefined, seen: Set<string>) {
  const sku = cut(one.sku, 200)
  const said = attributes?.map(({ option }) => option).join(', ')
  const options = attributes?.map(({ name, option }) => ({ name, value: plainText(option) }))
  return {
    key: sku || cut(said ? `${product} - ${said}` : product, 200),
    sku: skuOf(sku),
    ...(options ? kindOf(options, seen) : { size: null, colour: null }),
  }
}

/** A product of a shop of WooCommerce, with the variations that a variable one has. */
export function toldByWooCommerce(
  product: WooProduct,
  variations: readonly WooVariation[],
  priceOf: PriceOf,
): ToldProduct {
  const sold = product.type === 'variable' ? variations : [product]
  const digital = sold.length > 0 && sold.every((one) => one.virtual || one.downloadable)
  const [categories, tags] = [product.categories.map(nameOf), product.tags.map(nameOf)]
  const name = cut(plainText(product.name), 120) || String(product.id)
  const seen = new Set<string>()
  const variant = (one: Sold, attributes: Attributes | undefined): ToldVariant => {
    const counts = one.manage_stock === true
    return {
      foreignId: String(one.id),
      inventoryId: counts ? (attributes ? `${product.id}/${one.id}` : String(one.id)) : null,
      ...namesOf(one, product.name, attributes, seen),
      price: priceOf(new Big(decimalOf(one.price)), one),
      left: counts ? Math.max(0, Math.floor(one.stock_quantity ?? 0)) : null,
      url: attributes ? linkOf(one.permalink) : null,
    }
  }
  return {
    // A simple product is its own variant, and needs an id beside it.
    foreignId: `product ${product.id}`,
    name,
    description: cut(plainText(product.description || product.short_description), 2_000),
    category: digital ? 'digital' : categoryOf([...categories, ...tags, name].join(' ')),
    digital,
    active: product.status === 'publish',
    taxed: product.tax_status === 'taxable',
    vendor: product.brands?.[0] ? nameOf(product.brands[0]) : '',
    tags,
    collections: categories,
    pictures: product.images
      .filter(({ src }) => src)
      .map(({ src, alt }) => ({ url: src, alt: cut(plainText(alt), 160) })),
    url: linkOf(product.permalink),
    variants:
      product.type === 'variable'
        ? variations.map((one) => variant(one, one.attributes))
        : [variant(product, undefined)],
  }
}
