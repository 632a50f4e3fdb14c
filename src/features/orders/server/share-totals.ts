import { allocate, Big } from '#platform/money.ts'
import { byOrder, refusedFor, totalsDiffer } from './by-order.ts'
import { zero } from './columns.ts'
import type { LineDraft, Reader, Reading } from './line-draft.ts'
import { aboveTotal, scaledTo } from './shipping-inside.ts'

/**
 * Where the file tells one total for a whole order, on its first row or on each: shared over the order's rows by their
 * units. Rows of one order stand together.
 */
export async function* sharingTotals(
  reader: Reader,
  shippingColumn: string | undefined,
): AsyncGenerator<Reading> {
  for await (const reading of byOrder(reader)) {
    const kinds = (sale: boolean) => reading.lines.filter(({ kind }) => (kind === 'sale') === sale)
    const faults = [true, false].flatMap((sale) => [
      ...totalsDiffer(kinds(sale), ({ charged, net }) => (charged ?? net).abs()),
      ...totalsDiffer(kinds(sale), ({ shipping }) => shipping),
      ...tooMuchShipping(kinds(sale), shippingColumn),
    ])
    yield faults.length > 0
      ? refusedFor(reading, faults)
      : { ...reading, lines: [...share(kinds(true)), ...share(kinds(false))] }
  }
}

/** The line that tells the order's total, and what of it sending cost, on whichever line that stands. */
const toldOf = (lines: readonly LineDraft[]) => ({
  whole: lines.find(({ net }) => !net.eq(0)),
  shipping: lines.find(({ shipping }) => shipping?.gt(0))?.shipping,
})

function tooMuchShipping(lines: readonly LineDraft[], column: string | undefined): Reading['faults'] {
  const { whole, shipping } = toldOf(lines)
  const all = whole && (whole.charged ?? whole.net)
  return whole && all && shipping?.gt(all.abs())
    ? [{ row: whole.row, ...aboveTotal(all, shipping, column).fault }]
    : []
}

function share(lines: LineDraft[]): LineDraft[] {
  const { whole, shipping } = toldOf(lines)
  if (!whole) return lines
  const all = whole.charged ?? whole.net
  const told = shipping ? scaledTo(whole, all.lt(0) ? all.plus(shipping) : all.minus(shipping), all) : whole
  if (lines.length < 2) return [told]
  const weights = lines.map(({ units }) => new Big(Math.max(1, Math.abs(units))))
  const parts = (total: Big) => allocate(total, weights)
  const [gross, net, tax] = [parts(told.gross), parts(told.net), parts(told.tax)]
  return lines.map((line, at) => ({
    ...line,
    gross: gross[at] ?? zero,
    net: net[at] ?? zero,
    tax: tax[at] ?? zero,
    charged: line === whole ? told.charged : zero,
  }))
}
