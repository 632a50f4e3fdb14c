import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { StockRow } from '../contract.ts'

/** What a portal has of two things, one running out, for whoever has none yet. */
export function exampleStocks() {
  const row = (
    at: number,
    name: string,
    size: string | null,
    onHand: number,
    soldLately: number,
  ): StockRow => ({
    id: `example-${at}`,
    productId: 'example',
    name: { es: name, en: name },
    size,
    colour: null,
    sku: null,
    pictureUrl: null,
    status: 'active',
    ...{ onHand, committed: 0, incoming: 0, safety: 0, available: onHand, lowAt: 5, low: onHand <= 5 },
    soldLately,
    soldInDays: 28,
    runsOutOn: daysAgo(-Math.round((onHand / soldLately) * 28)).slice(0, 10),
    version: 0,
    updatedAt: daysAgo(at),
  })
  const shirt = m['products.example.shirt']()
  return examplePage([
    row(0, shirt, 'M', 42, 12),
    row(1, shirt, 'L', 4, 9),
    row(2, m['products.example.record'](), null, 120, 30),
  ])
}
