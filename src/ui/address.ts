/**
 * What the search part of an address says to a page. What a page does not understand of it counts as not said, and is
 * told beside the page: a saved address of last year opens, and nobody takes its figures for others.
 */

type Search = Record<string, unknown>
type Read = (search: Search) => object

/** Values that say what goes without saying; pages leave them out. */
const usual: Record<string, readonly string[]> = {
  page: ['1'],
  filter: ['1'],
  compare: ['false'],
  columns: [''],
}

const isSaid = (name: string, value: unknown) =>
  value !== undefined && value !== null && value !== '' && !usual[name]?.includes(String(value))

/** What the page makes of the search, and the names of what it looked at and could not use. */
export function readAddress(read: Read, search: Search): { found: Search; unclear: string[] } {
  const asked = new Set<string>()
  const watched = new Proxy(search, {
    get: (target, name) => {
      if (typeof name === 'string') asked.add(name)
      return Reflect.get(target, name)
    },
  })
  const found = read(watched) as Search
  const unclear = [...asked].filter((name) => isSaid(name, search[name]) && found[name] === undefined)
  return { found, unclear }
}

/** As much of a route as this looks at. */
export interface Readable {
  options: { validateSearch?: unknown }
}
const strict = new WeakSet<Read>()

/**
 * Makes every page see only what its own reader understood: the router would hand on all the rest as it is. `tell` gets
 * the names that a page could not use, each time one is read.
 */
export function readStrictly(routes: readonly Readable[], tell: (unclear: string[]) => void): void {
  for (const { options } of routes) {
    const read = options.validateSearch
    if (typeof read !== 'function' || strict.has(read as Read)) continue
    const strictly = (search: Search) => {
      const { found, unclear } = readAddress(read as Read, search)
      tell(unclear)
      return { ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...found }
    }
    strict.add(strictly)
    originals.set(strictly, read as Read)
    options.validateSearch = strictly
  }
}

const originals = new WeakMap<Read, Read>()

/** The names in the address that the page could not use. */
export function unclearOf(validate: unknown, search: Search): string[] {
  const read = typeof validate === 'function' ? originals.get(validate as Read) : undefined
  return read ? readAddress(read, search).unclear : []
}
