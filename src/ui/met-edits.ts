/** What of an edit met what of somebody else's, in one form. */
export interface Met<V> {
  /** Theirs, with what only the reader had changed put in again, and their own where both changed the same. */
  values: V
  /** Changed by the reader alone: in the form again. */
  again: (keyof V)[]
  /** Changed by the other one alone. */
  news: (keyof V)[]
  /** Changed by both, to different values. */
  clashes: { field: keyof V; mine: unknown; theirs: unknown }[]
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Words in two languages are two values: who wrote the Spanish does not clash with who wrote the English. */
const isParts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((part) => typeof part === 'string')

function meetValue(base: unknown, mine: unknown, theirs: unknown): { value: unknown; clash: boolean } {
  if (same(mine, base) || same(mine, theirs)) return { value: theirs, clash: false }
  if (same(theirs, base)) return { value: mine, clash: false }
  if (isParts(base) && isParts(mine) && isParts(theirs)) {
    // A language that one of them added has no part at the other's.
    const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
    const parts = names.map((part) => ({ part, ...meetValue(base[part], mine[part], theirs[part]) }))
    return {
      value: Object.fromEntries(
        parts.flatMap(({ part, value }) => (value === undefined ? [] : [[part, value]])),
      ),
      clash: parts.some(({ clash }) => clash),
    }
  }
  return { value: mine, clash: true }
}

/** Brings two edits of one thing together, field by field, from what both began with. */
export function meet<V extends object>(base: V, mine: V, theirs: V): Met<V> {
  const fields = Object.keys(theirs) as (keyof V)[]
  const met = fields.map((field) => ({ field, ...meetValue(base[field], mine[field], theirs[field]) }))
  return {
    values: Object.fromEntries(met.map(({ field, value }) => [field, value])) as V,
    again: met
      .filter(({ field, value, clash }) => !clash && !same(value, theirs[field]))
      .map(({ field }) => field),
    news: fields.filter((field) => same(mine[field], base[field]) && !same(theirs[field], base[field])),
    clashes: met
      .filter(({ clash }) => clash)
      .map(({ field }) => ({ field, mine: mine[field], theirs: theirs[field] })),
  }
}
