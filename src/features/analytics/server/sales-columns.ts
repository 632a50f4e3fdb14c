import type { PlaceKey } from './span-sql.ts'

/** What sales are told apart by: nothing but time, or one dimension. */
export type SalesKey = 'none' | 'sku' | 'portal' | 'campaign' | PlaceKey

/** Columns of sales; fewer take less time to add up. */
export const salesColumns = [
  'orders',
  'units',
  'albums',
  'gross_micros',
  'discounts_micros',
  'refunds_micros',
  'net_micros',
  'income_micros',
] as const
export type SalesColumn = (typeof salesColumns)[number]
