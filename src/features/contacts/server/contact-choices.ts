import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { contains } from '#platform/like.ts'
import { choicesMax, choicesOf } from '#platform/name-choices.ts'
import { select } from '#platform/select.ts'
import type { ContactChoicesQuery } from '../contract.ts'

const choice = { value: sql<string>`x.id`, label: sql<string>`x.name` }

/** What the list can be filtered by: of each the first fifty, or those with `q` in their name, and what is chosen. */
export async function contactChoices(tx: Tx, { q, tag, account, portal }: ContactChoicesQuery) {
  const isChosen = sql`(t.tag = ${tag ?? ''})`
  const tags = await select(
    tx,
    { value: sql<string>`t.tag`, label: sql<string>`t.tag` },
    sql`contact c, jsonb_array_elements_text(c.tags) as t(tag)
      where c.tags <> '[]'::jsonb and c.erased_at is null and c.merged_into is null
        and (${isChosen} or ${q ? contains(sql`t.tag`, q) : sql`true`})
      group by t.tag order by ${isChosen} desc, t.tag limit ${choicesMax}`,
  )
  const accounts = await select(
    tx,
    choice,
    choicesOf('a', sql`account a where true`, { q, chosen: [account] }),
  )
  const portals = await select(
    tx,
    choice,
    choicesOf('o', sql`portal o where o.deleted_at is null`, { q, chosen: [portal] }),
  )
  return { tags, accounts, portals }
}
