import type { GenericMap } from '../map-shape.ts'
import { plainName } from './column-names.ts'

/** A name of a tax, or of all of them. */
const tax = '(?:iva|igic|vat|tax|taxes|impuestos?|imptos?)'
const inside = new RegExp(
  `\\b(?:${tax} (?:incl|inc|incluidos?|incluidas?|included|inclusive)|(?:incl|inc|incluye|including|includes|con|with) ${tax}|c (?:iva|igic|impuestos)|gross|bruto|bruta|pvp)\\b`,
)
const outside = new RegExp(
  `\\b(?:sin ${tax}|s (?:iva|igic|impuestos)|${tax} (?:no|not|excl|excluidos?|excluded)|(?:excl|ex|excluding|without) ${tax}|base|neto|neta|net)\\b`,
)

/** Does a heading say that its amounts are without tax? */
export const saysNet = (column: string): boolean => outside.test(plainName(column))

/** Does a heading say that tax is inside its amounts? «PVP» is what a buyer pays, by law with tax. */
export const saysTaxInside = (column: string): boolean => !saysNet(column) && inside.test(plainName(column))

/**
 * The column of which nobody has said how much tax is inside: read as net, it would count the tax as earned. A heading that
 * says nothing leaves it open as one does that says «PVP»; one that says net answers it, of what was charged: a price without
 * tax says nothing of the total beside it.
 */
export function taxOpen({ columns, constants }: GenericMap): string | undefined {
  if (columns.tax || columns.taxRate || constants?.taxRate !== undefined) return undefined
  const money = [columns.total, columns.unitPrice].filter((name) => name !== undefined)
  const [charged] = money
  return charged === undefined || saysNet(charged) ? undefined : (money.find(saysTaxInside) ?? charged)
}
