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
    variants: nodes.map((variant) => ({
      ...namesOf(variant, product.title, seen),
      ...(variant.inventoryItem.tracked
        ? { inventoryId: variant.inventoryItem.id, left: Math.max(0, variant.inventoryQuantity ?? 0) }
        : { inventoryId: null, left: null }),
      price: new Big(decimalOf(variant.price)),
      url: url && !isOnly(variant) ? linkTo(variant, url) : null,
    })),
  }
}

function namesOf(variant: ShopifyVariant, title: string, seen: Set<string>) {
  const only = isOnly(variant)
  const sku = cut(variant.sku ?? '', 200)
  return {
    foreignId: bareId(variant.id),
    key: sku || cut(only ? title : `${title} - ${variant.title}`, 200),
    sku: skuOf(sku),
    ...(only ? { size: null, colour: null } : kindOf(variant.selectedOptions, seen)),
  }
}

function linkTo({ id }: ShopifyVariant, product: string): string {
  const link = new URL(product)
  link.searchParams.set('variant', bareId(id))
  return link.href
}
