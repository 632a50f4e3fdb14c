import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { select } from '#platform/select.ts'
import { atPortals, type Searcher } from './source.ts'
import { type Meant, queryOf } from './words.ts'

/** Portals that a word names, and of those the ones that most words do. */
const [looked, most] = [200, 20]

/** Portals that the same of the words name, and the words that are left for what they have. */
export interface NamedPortals {
  ids: string[]
  rest: Meant[]
}

/** Of several words, those that name portals: `manso vinilo` is the vinyl of Manso, in whichever order. */
export async function namedPortals(
  tx: Tx,
  searcher: Searcher,
  meant: readonly Meant[],
): Promise<NamedPortals[]> {
  if (meant.length < 2) return []
  const each = meant.map((one) => queryOf([one]))
  // As the index has it.
  const called = sql`search_words(p.name || ' ' || p.code || ' ' || p.custom_url)`
  const names = (query: SQL) => sql`p.called @@ ${query}`
  const found = await select(
    tx,
    { id: sql<string>`p.id`, by: sql<boolean[]>`array[${sql.join(each.map(names), sql`, `)}]` },
    sql`(select p.id, ${called} as called from portal p where p.deleted_at is null and ${atPortals(sql`p.id`, searcher)}
        and ${called} @@ (${sql.join(each, sql` || `)}) limit ${looked}) p
      order by ${sql.join(
        each.map((query) => sql`(${names(query)})::int`),
        sql` + `,
      )} desc, p.id limit ${most}`,
  )
  const groups = new Map<string, NamedPortals>()
  for (const { id, by } of found) {
    const rest = meant.filter((_, place) => !by[place])
    if (rest.length === 0) continue
    const group = groups.get(by.join()) ?? { ids: [], rest }
    group.ids.push(id)
    groups.set(by.join(), group)
  }
  return [...groups.values()]
}
