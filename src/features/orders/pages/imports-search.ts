/** The page that an address names. */
export function pageIn(search: Record<string, unknown>): { page?: number } {
  const page = Number(search.page)
  return Number.isInteger(page) && page > 1 ? { page } : {}
}
