import type { Category } from '#features/products/server/table.ts'
import type { Big } from '#platform/money.ts'
import { cut } from './plain-text.ts'

/** A product as any shop tells it. Prices are decimals in the shop's own money, tax inside as fans pay it. */
export interface ToldProduct {
  foreignId: string
  name: string
  description: string
  category: Category
  digital: boolean
  /** Made when it is sold: nobody keeps a stock of it. */
  onDemand?: boolean
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

const skuShape = /^[\p{L}\p{N}._/#+ -]{1,60}$/u
/** One that the catalogue can hold. */
export const skuOf = (sku: string): string | null => (skuShape.test(sku) ? sku : null)
/** What shops call a price; 0 for what is none. */
export const decimalOf = (price: string): string => (/^\d{1,7}(\.\d{1,6})?$/.test(price) ? price : '0')

/** Size and colour by what the shop calls them; what else tells variants apart stands with the size. Each stands once. */
export function kindOf(options: readonly { name: string; value: string }[], seen: Set<string>) {
  const more: string[] = []
  let [size, colour] = ['', '']
  for (const { name, value } of options) {
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
