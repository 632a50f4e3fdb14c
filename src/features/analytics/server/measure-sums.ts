import { type SQL, sql } from 'drizzle-orm'
import type { Measure } from '../contract.ts'
import type { SalesColumn } from './sales-columns.ts'

/** Columns of facts, and what their sums are called. */
const salesSums: Record<SalesColumn, string> = {
  orders: 'orders',
  units: 'units',
  albums: 'albums',
  gross_micros: 'grossMicros',
  discounts_micros: 'discountsMicros',
  refunds_micros: 'refundsMicros',
  net_micros: 'netMicros',
  income_micros: 'incomeMicros',
}
const visitSums = { visits: 'visits', visitors: 'visitors', clicks: 'clicks' } as const

/** The sums that a measure is made of. */
const sumsOf: Record<Measure, readonly (SalesColumn | keyof typeof visitSums)[]> = {
  grossCents: ['gross_micros'],
  discountsCents: ['discounts_micros'],
  refundsCents: ['refunds_micros'],
  netCents: ['net_micros'],
  incomeCents: ['income_micros'],
  orders: ['orders'],
  units: ['units'],
  albums: ['albums'],
  averageOrderCents: ['net_micros', 'orders'],
  visits: ['visits'],
  visitors: ['visitors'],
  conversion: ['orders', 'visits'],
  clicks: ['clicks'],
}

/** Columns with the names of their sums. */
export type Taken<Name extends string = string> = readonly (readonly [column: Name, sum: string])[]

const taken = <Name extends string>(
  sums: Record<Name, string>,
  measures: readonly Measure[],
): Taken<Name> => {
  const wanted = new Set<string>(measures.flatMap((measure) => sumsOf[measure]))
  return (Object.entries(sums) as [Name, string][]).filter(([name]) => wanted.has(name))
}
/** What measures take of sales, and of visits: what is not asked for is not added up. */
export const takenOfSales = (measures: readonly Measure[]) => taken(salesSums, measures)
export const takenOfVisits = (measures: readonly Measure[]) => taken(visitSums, measures)

export const namesOf = <Name extends string>(of: Taken<Name>): Name[] => of.map(([name]) => name)
/** Their sums over facts `f`. */
export const summedOf = (of: Taken): string[] => of.map(([from, to]) => `sum(f.${from}::float8) as "${to}"`)
export const asColumns = (...of: string[][]): SQL => sql.raw(['', ...of.flat()].join(', '))
