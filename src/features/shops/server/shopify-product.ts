import { categoryOf } from '#features/products/server/woocommerce-products.ts'
import { Big } from '#platform/money.ts'
import { cut, plainText } from './plain-text.ts'
import type { ShopifyProduct, ShopifyVariant } from './shopify-queries.ts'
import { bareId } from './shopify-queries.ts'
import { decimalOf, kindOf, skuOf, type ToldProduct } from './told-product.ts'

/** Shopify's «Default Title» is the variant of a product that has none. */
const isOnly = ({ selectedOptions: [only], title }: ShopifyVariant) =>
  title === 'Default Title' && only?.value === 'Default Title'

export function toldByShopify(product: ShopifyProduct): ToldProduct {
  const { nodes } = product.variants
  const digital = nodes.length > 0 && nodes.every(({ inventoryItem }) => !inventoryItem.requiresShipping)
  const url = /^https:\/\//.test(product.onlineStoreUrl ?? '') ? product.onlineStoreUrl : null
  const seen = new Set<string>()
  return {
    foreignId: bareId(product.id),
    name: cut(product.title, 120) || bareId(product.id),
    description: cut(plainText(product.descriptionHtml), 2_000),
    category: digital
      ? 'digital'
      : categoryOf([product.productType, ...product.tags, product.title].join(' ')),
    digital,
    active: product.status === 'ACTIVE',
    taxed: nodes.some(({ taxable }) => taxable),
    vendor: product.vendor,
    tags: product.tags,
    collections: product.collections.nodes.map(({ title }) => title),
    pictures: product.media.nodes.flatMap(({ image }) =>
      image ? [{ url: image.url, alt: cut(image.altText ?? '', 160) }] : [],
    ),
    url,
    variants: nodes.map((variant) => {
      const only = isOnly(variant)
      const sku = cut(variant.sku ?? '', 200)
      const taken = new URL(url ?? 'https://x')
      taken.searchParams.set('variant', bareId(variant.id))
      return {
        foreignId: bareId(variant.id),
        inventoryId: variant.inventoryItem.tracked ? variant.inventoryItem.id : null,
        key: sku || cut(only ? product.title : `${product.title} - ${variant.title}`, 200),
        sku: skuOf(sku),
        ...(only ? { size: null, colour: null } : kindOf(variant.selectedOptions, seen)),
        price: new Big(decimalOf(variant.price)),
        left: variant.inventoryItem.tracked ? Math.max(0, variant.inventoryQuantity ?? 0) : null,
        url: url && !only ? taken.href : null,
      }
    }),
  }
}
