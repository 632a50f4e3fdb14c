import { type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#platform/constants.ts'
import { ofPortals } from '#platform/of-portals.ts'
import type { PermissionKey } from '#platform/permissions.ts'
import type { ResultType } from '../choices.ts'

/** Who searches, and where. */
export interface Searcher {
  staff: boolean
  /** At the portal that is searched; of staff their own. */
  keys: ReadonlySet<string>
  /** Where; everything for staff who name no portal. */
  searched: Searched | undefined
  locale: Locale
}

/** The portal that is searched and, of a label, the others of its account. */
export interface Searched {
  portal: { id: string; accountId: string; master: boolean; keys: ReadonlySet<string> }
  /** The label's account. */
  label: string | undefined
  /** Others of them where the person may do something else than the label's member: by a membership of their own. */
  own: readonly { id: string; keys: ReadonlySet<string> }[]
}

/** One place where hits of a type come from. */
export interface Source {
  type: ResultType
  from: SQL
  where: SQL
  /** Where the ids come from. */
  table: 'portal' | 'product' | 'variant' | 'event' | 'contact' | 'person' | 'order' | 'bill'
  /** What is looked for in, for the rank; all words together, and how it begins: these two have indexes (0016). */
  texts: SQL[]
  words: SQL
  begins: SQL[]
  id: SQL
  title: SQL
  detail: SQL
  picture?: SQL
  /** Instead of words and beginnings: what is found by its whole number alone. */
  exact?: SQL
  /** Of hits that fit as well the one with the greatest number stands first. */
  near?: SQL
  link: (hit: { id: string; title: string; place: string | null }) => string
  /** What else its page's address names, as text. */
  place?: SQL
  /** Whose it is: named beside it, it is found by its portal's name too. */
  portal?: SQL
}

/** Parts of a hit's detail as one line. */
export const lines = (...texts: SQL[]) => sql`concat_ws(' · ', ${sql.join(texts, sql`, `)})`

/** Condition that a row is of a portal where its page may be opened. */
export function atPortals(column: SQL, { searched }: Searcher, key?: PermissionKey): SQL {
  if (!searched) return sql`true`
  const { portal, label, own } = searched
  const opens = ({ keys }: { keys: ReadonlySet<string> }) => !key || keys.has(key)
  const accounts = label && opens(portal) ? [label] : []
  const portals = [portal, ...own].filter(opens).map(({ id }) => id)
  const closed = own.filter((one) => !opens(one)).map(({ id }) => id)
  const seen = ofPortals(column, { portals, accounts })
  return closed.length === 0
    ? seen
    : sql`(${seen} and ${column} <> all(${sql.param(`{${closed.join(',')}}`)}::uuid[]))`
}

export const productsKey = ({ staff }: Searcher) => (staff ? 'products.viewproducts' : 'stocks.viewstocks')
export const mayProducts = (searcher: Searcher) => searcher.keys.has(productsKey(searcher))
