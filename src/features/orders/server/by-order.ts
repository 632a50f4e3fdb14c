import type { Reader, Reading } from './line-draft.ts'

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
