/** Do two appearances say the same? The database keeps the keys of JSON in an order of its own. */
export const sameAppearance = (a: object, b: object): boolean => canonical(a) === canonical(b)

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
