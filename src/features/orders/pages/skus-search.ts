/** What every list of SKUs is asked by. */
export interface SkusSearch<State extends string> {
  q?: string
  state?: State
  page?: number
}

/** The search of an address; a state that the list has no filter for is left out. */
export function readSkusSearch<State extends string>(
  search: Record<string, unknown>,
  states: readonly State[],
): SkusSearch<State> {
  const found: SkusSearch<State> = {}
  const page = Number(search.page)
  if (search.q !== undefined && String(search.q).trim()) found.q = String(search.q).slice(0, 100)
  const state = states.find((one) => one === search.state)
  if (state) found.state = state
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}
