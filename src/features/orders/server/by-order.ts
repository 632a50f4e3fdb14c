import type { Big } from '#platform/money.ts'
import type { LineDraft, Reader, Reading } from './line-draft.ts'

/** An order's number as people compare it: `#WS-1` is `ws-1`. */
export const sameNumber = (number: string): string => number.replace(/^[# ]+/, '').toLowerCase()

/** Rows of one order, which stand together, as one reading. */
export async function* byOrder(reader: Reader): AsyncGenerator<Reading> {
  let held: Reading[] = []
  let order: string | undefined
  for await (const reading of reader) {
    const told = reading.lines[0]?.externalId
    const next = told === undefined ? undefined : sameNumber(told)
    if (held.length > 0 && next !== order) {
      yield joined(held)
      held = []
      order = undefined
    }
    order ??= next
    held.push(reading)
  }
  if (held.length > 0) yield joined(held)
}

const joined = (readings: Reading[]): Reading => ({
  rows: readings.reduce((sum, { rows }) => sum + rows, 0),
  lines: readings.flatMap(({ lines }) => lines),
  faults: readings.flatMap(({ faults }) => faults),
})

/**
 * What is wrong where rows of one order tell different totals of it: taking one of them would leave the others out without a
 * word. Nothing and zero tell none.
 */
export function totalsDiffer(
  lines: readonly LineDraft[],
  totalOf: (line: LineDraft) => Big | undefined,
): Reading['faults'] {
  let first: Big | undefined
  for (const line of lines) {
    const total = totalOf(line)
    if (!total || total.eq(0)) continue
    first ??= total
    if (!total.eq(first)) {
      const params = { order: line.externalId, first: first.toFixed(), second: total.toFixed() }
      return [{ row: line.row, code: 'totalsDiffer', params }]
    }
  }
  return []
}

/** None of it can be used. */
export const refusedFor = ({ rows }: Reading, faults: Reading['faults']): Reading => ({
  rows,
  lines: [],
  faults,
})
