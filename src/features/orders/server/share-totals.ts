import { allocate, Big } from '#platform/money.ts'
import { byOrder, refusedFor, totalsDiffer } from './by-order.ts'
import { zero } from './columns.ts'
import type { LineDraft, Reader, Reading } from './line-draft.ts'

/**
 * Where the file tells one total for a whole order, on its first row or on each: shared over the order's rows by their
 * units. Rows of one order stand together.
 */
export async function* sharingTotals(reader: Reader): AsyncGenerator<Reading> {
  for await (const reading of byOrder(reader)) {
    const kinds = (sale: boolean) => reading.lines.filter(({ kind }) => (kind === 'sale') === sale)
    const faults = [true, false].flatMap((sale) =>
      totalsDiffer(kinds(sale), ({ charged, net }) => (charged ?? net).abs()),
    )
    yield faults.length > 0
      ? refusedFor(reading, faults)
      : { ...reading, lines: [...share(kinds(true)), ...share(kinds(false))] }
  }
}

function share(lines: LineDraft[]): LineDraft[] {
  const told = lines.find(({ net }) => !net.eq(0))
  if (!told || lines.length < 2) return lines
  const weights = lines.map(({ units }) => new Big(Math.max(1, Math.abs(units))))
  const parts = (total: Big) => allocate(total, weights)
  const [gross, net, tax] = [parts(told.gross), parts(told.net), parts(told.tax)]
  return lines.map((line, at) => ({
    ...line,
    gross: gross[at] ?? zero,
    net: net[at] ?? zero,
    tax: tax[at] ?? zero,
    charged: line === told ? told.charged : zero,
  }))
}
