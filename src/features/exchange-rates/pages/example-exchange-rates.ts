import { daysAgo } from '#ui/example-page.ts'
import type { ExchangeRate } from '../contract.ts'

/** Two currencies at round numbers, which nobody takes for a day's rates. */
export function exampleExchangeRates() {
  const day = daysAgo(1).slice(0, 10)
  const items: ExchangeRate[] = [
    { currency: 'GBP', day, perEuro: '0.8', euros: '1.25' },
    { currency: 'USD', day, perEuro: '1.25', euros: '0.8' },
  ]
  return { day, from: null, to: null, items }
}
