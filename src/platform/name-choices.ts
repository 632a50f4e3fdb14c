import { type SQL, sql } from 'drizzle-orm'
import { contains, plain } from './like.ts'

/** What choices are looked for by: words of their name, and those that are chosen, which are there in any case. */
export interface Wanted {
  q?: string | undefined
  chosen?: readonly (string | undefined)[] | undefined
}

export const choicesMax = 50

/**
 * The first fifty of `from` by name, as an index has them, and the chosen ones before them, with `id` and `name`. `from` ends
 * in its conditions, and calls `table` what has both.
 */
export function choicesOf(table: string, from: SQL, { q, chosen = [] }: Wanted): SQL {
  const [id, name] = [sql.raw(`${table}.id`), sql.raw(`${table}.name`)]
  const named = q?.trim() ? contains(name, q.trim()) : sql`true`
  const some = sql`(select ${id} as id, ${name} as name, false as chosen from ${from} and ${named}
    order by ${plain(name)}, ${id} limit ${choicesMax})`
  const ids = chosen.filter((one) => one !== undefined)
  if (ids.length === 0) return sql`${some} x order by ${plain(sql`name`)}, id`
  const among = sql`= any(${sql.param(`{${ids.join(',')}}`)}::uuid[])`
  return sql`((select ${id} as id, ${name} as name, true as chosen from ${from} and ${id} ${among})
    union all select * from ${some} y where not (id ${among})) x
    order by chosen desc, ${plain(sql`name`)}, id limit ${Math.max(choicesMax, ids.length)}`
}
