import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { ProductRow } from '../contract.ts'

/** A record and a shirt, for whoever has no product yet. */
export function exampleProducts() {
  const product = (name: string, of: Partial<ProductRow>): ProductRow => ({
    id: name,
    portal: { id: 'example', name: '', code: '' },
    name: { es: name, en: name },
    sku: null,
    category: 'album',
    format: 'limited',
    status: 'active',
    priceCents: 2_400,
    pictureUrl: null,
    variants: 0,
    blank: null,
    supply: null,
    buyable: true,
    countryOfOrigin: null,
    updatedAt: daysAgo(3),
    ...of,
  })
  return examplePage([
    product(m['products.example.record'](), {}),
    product(m['products.example.shirt'](), {
      category: 'apparel',
      priceCents: 2_000,
      variants: 4,
      status: 'draft',
    }),
  ])
}
