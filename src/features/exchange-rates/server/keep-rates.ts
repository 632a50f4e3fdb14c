import type { Bulk } from '#platform/bulk.ts'
import type { ReferenceRate } from './eurofxref.ts'

const batchSize = 4_000

/** Writes rates down, over what was known of the same day. Answers how many were not known, or otherwise. */
export async function keepRates(bulk: Bulk, rates: readonly ReferenceRate[]): Promise<number> {
  await bulk.stage('told_rate', { currency: 'text', day: 'date', per_euro: 'numeric' })
  for (let at = 0; at < rates.length; at += batchSize)
    await bulk.append(
      'told_rate',
      rates.slice(at, at + batchSize).map(({ currency, day, perEuro }) => [currency, day, perEuro]),
    )
  const [row] = await bulk.query<{ changed: number }>(
    `with kept as (
      insert into exchange_rate as known (currency, day, per_euro)
      select distinct on (currency, day) currency, day, per_euro from told_rate order by currency, day
      on conflict (currency, day) do update set per_euro = excluded.per_euro where known.per_euro <> excluded.per_euro
      returning 1)
    select count(*)::int as changed from kept`,
  )
  return row?.changed ?? 0
}
