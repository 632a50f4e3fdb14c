import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'

/** Texts whose words can be mistyped, and when they last changed. */
const named = (column: string, table: string, changed = 'updated_at') =>
  `select ${column} as text, ${changed} as changed_at from ${table}`
const texts = [
  named('name', 'portal'),
  named(`concat_ws(' ', name->>'es', name->>'en')`, 'product'),
  named(`concat_ws(' ', name, venue, city)`, 'event'),
  named('name', 'contact'),
  named('name', 'person', 'created_at'),
].join(' union all ')

const wordsOfTexts = (where: string) => `select distinct word from (${texts}) t
  cross join lateral unnest(tsvector_to_array(search_words(t.text))) word
  where ${where} and word ~ '^[^0-9]{3,40}$'`

/** Adds the words of what was named or renamed lately; those of everything when there are none yet. */
export async function learnWords(tx: Tx): Promise<void> {
  const [first] = await rows(tx, sql`select 1 from search_word limit 1`)
  await learn(tx, first ? `t.changed_at > clock_timestamp() - interval '10 minutes'` : 'true')
}

/** Learns all words anew, so that those of nothing any more are forgotten. */
export async function relearnWords(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from search_word where word not in (${sql.raw(wordsOfTexts('true'))})`)
  await learn(tx, 'true')
}

// Sorted: two that learn at the same time meet the same words in the same order.
const learn = (tx: Tx, where: string) =>
  tx.execute(
    sql`insert into search_word ${sql.raw(wordsOfTexts(where))} order by word on conflict do nothing`,
  )
