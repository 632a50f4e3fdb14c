import { sql } from 'drizzle-orm'
import { elevated, type Tx } from '#platform/db.ts'
import { person } from './table.ts'

/** Names of people by their ids, whichever account they belong to, or the staff; whom nobody knows is left out. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const wanted = sql.param(`{${ids.join(',')}}`)
  const found = await elevated(tx, 'people', () =>
    tx
      .select({ id: person.id, name: person.name })
      .from(person)
      .where(sql`${person.id} = any(${wanted}::uuid[])`),
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}
