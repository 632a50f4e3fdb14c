import type { Big } from '#platform/money.ts'
import type { GenericMap } from '../map-shape.ts'
import { saysShipping } from '../state-words.ts'
import { plainName } from './column-names.ts'
import { BadRow, type LineDraft } from './line-draft.ts'

/** Totals of what was sold alone: the subtotal, or a line's. */
const ofGoods = /^sub ?total\b|\b(line|linea|item|articulo|producto|product|unit|unidad)\b/

/**
 * The column of what sending cost, of which nobody has said whether the totals hold it: sending is no sale, and a total
 * with it would count as one. `filled` answers whether a column has any amount.
 */
export function shippingOpen(
  { columns, shipping }: GenericMap,
  header: readonly string[],
  filled: (name: string) => boolean,
): string | undefined {
  const { total } = columns
  if (!total || columns.shipping || shipping || ofGoods.test(plainName(total))) return undefined
  return header.find((name) => name !== total && saysShipping(name) && filled(name))
}

/** What is left of a total, in the total's own direction. @throws BadRow where sending cost more than all. */
export function withoutShipping(total: Big, shipping: Big | undefined, column: string | undefined): Big {
  if (!shipping || shipping.eq(0) || total.eq(0)) return total
  if (shipping.abs().gt(total.abs())) throw aboveTotal(total, shipping, column)
  return total.lt(0) ? total.plus(shipping.abs()) : total.minus(shipping.abs())
}

export const aboveTotal = (total: Big, shipping: Big, column: string | undefined) =>
  new BadRow('shippingAboveTotal', column, { shipping: shipping.abs().toFixed(), total: total.toFixed() })

/** An order's own line without its share of `left` over `whole` that sending took: net and tax in the same proportion. */
export function scaledTo(line: LineDraft, left: Big, whole: Big): LineDraft {
  if (left.eq(whole)) return line
  const tax = line.tax.times(left).div(whole).round(6)
  const net = left.minus(tax)
  const gross = line.gross.eq(0) ? line.gross : line.gross.minus(line.net.minus(net))
  return { ...line, tax, net, gross, charged: left }
}
