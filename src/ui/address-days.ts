import { parseDay } from '#platform/time.ts'

const dayIn = (value: unknown) => (parseDay(String(value)) === undefined ? undefined : String(value))

/** The days between which a list is asked for, yyyy-MM-dd: turned where they stand upside down, as no order lies between such. */
export function readDays(search: Record<string, unknown>): { from?: string; to?: string } {
  const [from, to] = [dayIn(search.from), dayIn(search.to)]
  if (from && to) return from <= to ? { from, to } : { from: to, to: from }
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}
