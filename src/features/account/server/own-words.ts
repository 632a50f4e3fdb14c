import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { select } from '#platform/select.ts'

/** What somebody who knows of a person would try first: name, address, the portals and accounts of theirs. */
export async function ownWordsOf(tx: Tx, personId: string): Promise<string[]> {
  const found = await select(
    tx,
    { word: sql<string>`unnest(array[p.name, p.email])` },
    sql`person p where p.id = ${personId}
      union select unnest(array[q.name, q.custom_url, q.code, a.name]) from member m
        join portal q on q.id = m.portal_id join account a on a.id = q.account_id where m.person_id = ${personId}`,
  )
  return found.map(({ word }) => word)
}
