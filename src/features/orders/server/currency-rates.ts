import * as z from 'zod'
import { DailyRates } from '#features/exchange-rates/server/daily-rates.ts'
import { amountIn } from '#platform/amount.ts'
import type { Bulk } from '#platform/bulk.ts'
import { UnreadableFile } from '#platform/csv.ts'
import { Big } from '#platform/money.ts'
import { BadRow, type LineDraft } from './line-draft.ts'

/** EUR per unit of each currency, as exact decimals. */
export type CurrencyRates = ReadonlyMap<string, Big>
const eurOnly: CurrencyRates = new Map([['EUR', new Big(1)]])

const Rates = z.record(
  z.string().regex(/^[A-Z]{3}$/),
  z.string().refine((text) => Number(amountIn(text, '.', { currency: '', grouped: false }) ?? 0) > 0),
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

/**
 * What a line is counted at: the rate that was typed for its currency, else the reference rate of its order's day. At once
 * where it is known. The promise fails with BadRow where there is none.
 */
export function ratesBy(bulk: Bulk, typed: CurrencyRates = eurOnly) {
  const daily = new DailyRates(bulk)
  const ofDay = async ({ currency, placedAt }: LineDraft): Promise<Big> => {
    const rate = await daily.on(currency, placedAt)
    if (!rate) throw new BadRow('noRate', undefined, { currency })
    return rate
  }
  return (line: LineDraft): Big | Promise<Big> => typed.get(line.currency) ?? ofDay(line)
}

/**
 * What a known order was counted at in a currency: what is told of it later, a refund, is counted at the same. Of what was
 * told before rates were kept, and of files, its lines say so.
 */
export async function keptRate(
  bulk: Bulk,
  source: string,
  { portalId, externalId, currency }: { portalId: string; externalId: string; currency: string },
): Promise<Big | undefined> {
  const [row] = await bulk.query<{ rate: string | null }>(
    `select coalesce(
      (select s.rates->>$4 from order_state s where s.portal_id = $1 and s.source = $2 and s.external_id = $3),
      (select l.currency_rate::text from "order" o join order_line l on l.portal_id = o.portal_id and l.order_id = o.id
        where o.portal_id = $1 and o.source = $2 and o.external_id = $3 and l.currency = $4 limit 1)) as rate`,
    [portalId, source, externalId, currency],
  )
  return row?.rate ? new Big(row.rate) : undefined
}
