import { allocate, type Big } from '#platform/money.ts'
import { zero } from './columns.ts'

/** What an order costs as a whole. */
interface Costs {
  subtotal: Big | undefined
  shipping: Big
  taxes: Big
  total: Big
}

/** Spanish shops show prices with tax inside; where the order adds it on top, it was never part of a price. */
export const taxIncluded = ({ subtotal, shipping, taxes, total }: Costs): boolean =>
  !(taxes.gt(0) && (subtotal ?? zero).plus(shipping).plus(taxes).minus(total).abs().lte('0.01'))

/** The order's taxes over its lines and its shipping, by what each cost. */
export function lineTaxes(costs: Costs, charged: Big[]): Big[] {
  if (costs.taxes.eq(0)) return charged.map(() => zero)
  return allocate(costs.taxes, [...charged, costs.shipping]).slice(0, charged.length)
}

export const sum = (amounts: Big[]): Big => amounts.reduce((all, amount) => all.plus(amount), zero)
