import { allocate, Big } from '#platform/money.ts'
import { zero } from './columns.ts'
import type { LineDraft, Reader, Reading } from './line-draft.ts'

/**
 * Where the file tells one total for a whole order, on its first row or on each: shared over the order's rows by their
 * units. Rows of one order stand together.
 */
export async function* sharingTotals(reader: Reader): AsyncGenerator<Reading> {
  let held: Reading[] = []
  const orderOf = (readings: Reading[]) =>
    readings.find(({ lines }) => lines.length > 0)?.lines[0]?.externalId
  for await (const reading of reader) {
    const order = reading.lines[0]?.externalId
    if (held.length > 0 && order !== orderOf(held)) {
      yield shared(held)
      held = []
    }
    held.push(reading)
  }
  if (held.length > 0) yield shared(held)
}

function shared(readings: Reading[]): Reading {
  const lines = readings.flatMap((reading) => reading.lines)
  const [sales, back] = [
    lines.filter(({ kind }) => kind === 'sale'),
    lines.filter(({ kind }) => kind !== 'sale'),
  ]
  return {
    rows: readings.reduce((sum, { rows }) => sum + rows, 0),
    lines: [...share(sales), ...share(back)],
    faults: readings.flatMap(({ faults }) => faults),
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
