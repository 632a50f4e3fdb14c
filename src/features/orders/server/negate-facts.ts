import type { Bulk } from '#platform/bulk.ts'

const measures = [
  'orders',
  'units',
  'gross_micros',
  'discounts_micros',
  'refunds_micros',
  'net_micros',
  'income_micros',
]

/** Turns the facts of a temporary table round, so that adding them takes them away. */
export async function negate(bulk: Bulk, table: string): Promise<void> {
  await bulk.query(`update ${table} set ${measures.map((name) => `${name} = -${name}`).join(', ')}`)
}
