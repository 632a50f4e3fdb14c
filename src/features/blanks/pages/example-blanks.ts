import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { BlankRow } from '../contract.ts'

/** Two unprinted articles, for whoever has none yet. */
export function exampleBlanks() {
  const blank = (
    at: number,
    name: string,
    own: Pick<BlankRow, 'type' | 'variants' | 'products'>,
  ): BlankRow => ({
    id: `example-${at}`,
    name,
    supplier: m['products.blanks.example.supplier'](),
    reference: `REF-${at + 1}`,
    sellable: own.variants,
    flagged: 0,
    version: 1,
    updatedAt: daysAgo(at),
    ...own,
  })
  return examplePage([
    blank(0, m['products.blanks.example.shirt'](), { type: 'Ropa', variants: 12, products: 5 }),
    blank(1, m['products.blanks.example.bag'](), { type: 'Accesorios', variants: 2, products: 1 }),
  ])
}
