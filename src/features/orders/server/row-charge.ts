import type { Big } from '#platform/money.ts'
import type { GenericField as Field } from '../choices.ts'
import type { GenericMap } from '../map-shape.ts'
import { zero } from './columns.ts'
import { BadRow } from './line-draft.ts'
import { withoutShipping } from './shipping-inside.ts'

interface Charge {
  map: GenericMap
  units: number
  amount: (field: Field) => Big | undefined
  /** Per cent of tax inside what was charged, where a column or the map tells it. */
  rate: Big | undefined
}

/** Prices include tax where the file has a tax column; both gross and net come out without it. */
export function chargeOf(told: Charge) {
  const { map, units, amount } = told
  const tip = amount('tip') ?? zero
  const discount = amount('discount')?.abs() ?? zero
  const unitPrice = amount('unitPrice')
  const totals = totalsOf(told)
  if (!unitPrice && !totals.goods) throw new BadRow('missing', map.columns.unitPrice ?? map.columns.total)
  const listed = unitPrice?.times(units).plus(tip)
  const charged = totals.goods ?? (listed as Big).minus(discount)
  let gross = listed ?? charged.plus(discount)
  if (gross.lt(charged) && charged.gt(0)) gross = charged
  const tax = taxInside(charged, totals, told)
  const net = charged.minus(tax)
  if (charged.eq(0)) return { gross: gross.minus(tax), net, tax, whole: charged }
  return { gross: gross.times(net).div(charged).round(6), net, tax, whole: charged }
}

interface Totals {
  told: Big | undefined
  /** Without what sending cost. */
  goods: Big | undefined
}

function totalsOf({ map, amount }: Charge): Totals {
  // What an order's rows share is without it before it is shared.
  if (map.totalOf === 'order') {
    const told = amount('total') ?? zero
    return { told, goods: told }
  }
  const told = amount('total')
  return { told, goods: told && withoutShipping(told, amount('shipping'), map.columns.shipping) }
}

function taxInside(charged: Big, { told, goods }: Totals, { amount, rate }: Charge): Big {
  const own = amount('tax')
  // The tax of a total is that of sending too.
  if (own && told && goods && !goods.eq(told)) return own.times(goods).div(told).round(6)
  if (own) return own
  return rate ? charged.times(rate).div(rate.plus(100)).round(6) : zero
}
