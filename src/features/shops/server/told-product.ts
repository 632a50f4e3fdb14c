import { Parser } from 'htmlparser2'
import type { Category } from '#features/products/server/table.ts'
import { categoryOf } from '#features/products/server/woocommerce-products.ts'
import { Big } from '#platform/money.ts'
import type { ShopifyProduct, ShopifyVariant } from './shopify-queries.ts'
import { bareId } from './shopify-queries.ts'

/** A product as any shop tells it. Prices are decimals in the shop's own money, tax inside as fans pay it. */
export interface ToldProduct {
  foreignId: string
  name: string
  description: string
  category: Category
  digital: boolean
  active: boolean
  taxed: boolean
  vendor: string
  tags: string[]
  collections: string[]
  pictures: { url: string; alt: string }[]
  url: string | null
  variants: ToldVariant[]
}
export interface ToldVariant {
  foreignId: string
  inventoryId: string | null
  /** What orders call it by: its SKU, else its line's name. */
  key: string
  sku: string | null
  size: string | null
  colour: string | null
  price: Big
  /** What the shop can still sell; null where it keeps no count. */
  left: number | null
  url: string | null
}

const cut = (text: string, max: number) => text.trim().slice(0, max).toWellFormed().trim()
const skuShape = /^[\p{L}\p{N}._/#+ -]{1,60}$/u

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
        sku: skuShape.test(sku) ? sku : null,
        ...(only ? { size: null, colour: null } : kindOf(variant, seen)),
        price: new Big(/^\d{1,7}(\.\d{1,6})?$/.test(variant.price) ? variant.price : 0),
        left: variant.inventoryItem.tracked ? Math.max(0, variant.inventoryQuantity ?? 0) : null,
        url: url && !only ? taken.href : null,
      }
    }),
  }
}

/** Size and colour by what the shop calls them; what else tells variants apart stands with the size. Each stands once. */
function kindOf({ selectedOptions }: ShopifyVariant, seen: Set<string>) {
  const more: string[] = []
  let [size, colour] = ['', '']
  for (const { name, value } of selectedOptions) {
    if (/colou?r/i.test(name)) colour = value
    else if (/size|talla|tama/i.test(name)) size = value
    else more.push(value)
  }
  size = [size, ...more].filter(Boolean).join(' · ')
  const kind = { size: cut(size, 20), colour: cut(colour, 40) }
  for (let nth = 2; seen.has(`${kind.size}|${kind.colour}`); nth++)
    kind.size = cut(`${size.slice(0, 14)} (${nth})`, 20)
  seen.add(`${kind.size}|${kind.colour}`)
  return { size: kind.size || null, colour: kind.colour || null }
}

const blocks = new Set(['p', 'div', 'li', 'br', 'h1', 'h2', 'h3', 'h4', 'tr'])
const unread = new Set(['script', 'style'])

/** The words of what may hold any HTML, a line for each of its blocks. */
function plainText(html: string): string {
  let [text, hidden] = ['', 0]
  const parser = new Parser({
    onopentag: (name) => {
      if (unread.has(name)) hidden++
    },
    ontext: (part) => {
      if (hidden === 0) text += part.replace(/\s+/g, ' ')
    },
    onclosetag: (name) => {
      if (unread.has(name)) hidden--
      if (blocks.has(name)) text += '\n'
    },
  })
  parser.end(html.slice(0, 100_000))
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replaceAll('\0', '')
    .trim()
}
