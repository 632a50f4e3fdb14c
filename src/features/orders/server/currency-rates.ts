import * as z from 'zod'
import { amountIn } from '#platform/amount.ts'
import { UnreadableFile } from '#platform/csv.ts'
import { Big } from '#platform/money.ts'
import type { CurrencyRates } from './stage-lines.ts'

const Rates = z.record(
  z.string().regex(/^[A-Z]{3}$/),
  z.string().refine((text) => /[1-9]/.test(amountIn(text, '.', { currency: '', grouped: false }) ?? '')),
)

/**
 * A JSON map of currency to EUR per unit as decimal strings. EUR itself is 1 unless the map says otherwise.
 * @throws UnreadableFile when it is none.
 */
export function parseCurrencyRates(text: string): CurrencyRates {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new UnreadableFile('ratesNotJson', { example: '{"GBP": "1.17"}' })
  }
  const result = Rates.safeParse(json)
  if (!result.success) throw new UnreadableFile('ratesNotJson', { example: '{"GBP": "1.17"}' })
  return new Map([
    ['EUR', new Big(1)],
    ...Object.entries(result.data).map(([key, value]): [string, Big] => [key, new Big(value)]),
  ])
}
