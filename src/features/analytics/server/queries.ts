import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import type { Grouping, Measure } from '../contract.ts'
import { asColumns, namesOf, summedOf, type Taken, takenOfSales, takenOfVisits } from './measure-sums.ts'
import type { Span } from './period.ts'
import type { Selection } from './selection.ts'
import { sameForAnySpan } from './span-sql.ts'
import type { AnalyticsStore } from './store.ts'

/** Raw sums; money in millionths of EUR. */
export interface Sums {
  orders: number
  units: number
  albums: number
  grossMicros: number
  discountsMicros: number
  refundsMicros: number
  netMicros: number
  incomeMicros: number
  visits: number
  visitors: number
  clicks: number
}

export const noSums = (): Sums => ({
  orders: 0,
  units: 0,
  albums: 0,
  grossMicros: 0,
  discountsMicros: 0,
  refundsMicros: 0,
  netMicros: 0,
  incomeMicros: 0,
  visits: 0,
  visitors: 0,
  clicks: 0,
})

export const numbers = (columns: Record<string, unknown>): Partial<Sums> =>
  Object.fromEntries(Object.entries(columns).map(([key, value]) => [key, Number(value)]))

/** Sums of an hour, a day or a longer time, and when it begins. */
export interface Found {
  t: number
  sums: Partial<Sums>
}

/** Where it is looked: the facts in a store, names and the rest in a transaction. */
export interface Looking {
  tx: Tx
  store: AnalyticsStore
}

/** When what is told of facts begins: an hour or a day. */
export const grainOf = (grouping: Grouping): SQL =>
  sql.raw(`date_trunc('${grouping === 'time' ? 'hour' : 'day'}', t, 'Europe/Madrid')`)

/** What measures take of a selection in each of some spans, by hour, day or month as the grouping needs; `t` in milliseconds. */
export async function readSeries(
  { tx, store }: Looking,
  measures: readonly Measure[],
  selection: Selection,
  spans: readonly Span[],
  grouping: Grouping,
): Promise<Found[][]> {
  const grain = grainOf(grouping)
  const [sales, visits] = [takenOfSales(measures), takenOfVisits(measures)]
  const told = await Promise.all(
    spans.flatMap((span, at) => {
      const asked = { selection, span, key: 'none', grouping } as const
      const of = async (facts: Promise<SQL>, sums: Taken) => ({ at, facts: await facts, sums })
      return [
        ...(sales.length > 0 ? [of(store.sales({ ...asked, columns: namesOf(sales) }), sales)] : []),
        ...(visits.length > 0 ? [of(store.visits(asked), visits)] : []),
      ]
    }),
  )
  const found = spans.map((): Found[] => [])
  for (const { at, facts, sums } of told) {
    // Which sums there are is the measures': each is a number.
    const read = await rows(
      tx,
      sql`select ${sameForAnySpan(selection, grouping)} ${grain} as t ${asColumns(summedOf(sums))} from (${facts}) f group by 1`,
    )
    for (const { t, ...columns } of read)
      found[at]?.push({ t: new Date(t as string | Date).getTime(), sums: numbers(columns) })
  }
  return found
}
