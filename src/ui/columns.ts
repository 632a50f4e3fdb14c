/** The columns that an address names, joined by commas, in the order of the table; undefined where it names none. */
export function readColumns(said: unknown, known: readonly string[]): string | undefined {
  const named = String(said ?? '').split(',')
  const found = known.filter((column) => named.includes(column))
  return found.length > 0 ? found.join(',') : undefined
}
