import { type SQL, sql } from 'drizzle-orm'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { plain } from '#platform/like.ts'
import { resultTypes } from '../choices.ts'
import type { Found, Hit } from '../contract.ts'
import { type Searcher, type Source, sourcesFor } from './sources.ts'

/** Hits that are shown of each type, and rows that are looked at to find the best of them. */
const shown = 5
const candidates = 100
/** Of `word_similarity`: low enough for a turned letter in a short name. */
const similarEnough = 0.45

interface Row {
  id: string
  title: string
  detail: string | null
  picture: string | null
  place: string | null
  rank: number | string
}

/** What the person may open and the words name, best first within each type. */
export async function search(tx: Tx, searcher: Searcher, q: string): Promise<Found> {
  const fuzzy = await knowsTrigrams(tx)
  if (fuzzy)
    await tx.execute(
      sql`select set_config('pg_trgm.word_similarity_threshold', ${String(similarEnough)}, true)`,
    )
  const hits: (Hit & { rank: number })[] = []
  for (const source of sourcesFor(searcher)) {
    const run = () => rows<Row>(tx, hitsOf(source, q, fuzzy))
    for (const row of source.people ? await elevated(tx, run) : await run()) hits.push(toHit(source, row))
  }
  const groups = resultTypes.map((type) => ({
    type,
    items: hits
      .filter((hit) => hit.type === type)
      .sort((a, b) => b.rank - a.rank)
      .slice(0, shown)
      .map(({ rank: _, ...hit }) => hit),
  }))
  return { groups: groups.filter(({ items }) => items.length > 0) }
}

async function knowsTrigrams(tx: Tx): Promise<boolean> {
  const [row] = await rows<{ there: boolean }>(
    tx,
    sql`select exists (select from pg_extension where extname = 'pg_trgm') as there`,
  )
  return row?.there === true
}

function hitsOf(
  { from, where, texts, id, title, detail, picture, place }: Source,
  q: string,
  fuzzy: boolean,
) {
  const words = plain(sql`${q}::text`)
  const escaped = q.replace(/[\\%_]/g, '\\$&')
  const like = (text: SQL, pattern: string) => sql`${plain(text)} like ${plain(sql`${pattern}::text`)}`
  // Two letters have no trigram inside a word: they are looked for where words begin.
  const found = (text: SQL) => {
    const begins = sql`${like(text, `${escaped}%`)} or ${like(text, `% ${escaped}%`)}`
    if (q.length < 3) return begins
    return fuzzy
      ? sql`${like(text, `%${escaped}%`)} or ${words} <% ${plain(text)}`
      : like(text, `%${escaped}%`)
  }
  const similarity = (text: SQL) => (fuzzy ? sql`word_similarity(${words}, ${plain(text)})` : sql`0.5`)
  const rankOf = (text: SQL) => sql`case when ${plain(text)} = ${words} then 4
    when ${like(text, `${escaped}%`)} then 3 when ${like(text, `% ${escaped}%`)} then 2
    when ${like(text, `%${escaped}%`)} then 1 else 0 end + coalesce(${similarity(text)}, 0)`
  const columns = sql`${id} as id, ${title} as title, ${detail} as detail, ${picture ?? sql`null`} as picture,
    ${place ?? sql`null::text`} as place`
  const rank = sql`greatest(${sql.join(texts.map(rankOf), sql`, `)})`
  const some = (condition: (text: SQL) => SQL) =>
    sql`(select ${columns}, ${rank} as rank from ${from}
      where ${where} and (${sql.join(texts.map(condition), sql` or `)}) limit ${candidates})`
  // Those that begin so are taken first: of thousands that merely contain the words they are the ones meant.
  return sql`select id, title, detail, picture, place, max(rank) as rank
    from (${some((text) => like(text, `${escaped}%`))} union all ${some(found)}) hits
    group by id, title, detail, picture, place order by max(rank) desc, title, id limit ${shown}`
}

const toHit = ({ type, link }: Source, row: Row): Hit & { rank: number } => ({
  type,
  id: row.id,
  title: row.title,
  detail: row.detail ?? '',
  pictureUrl: row.picture,
  link: link({ id: row.id, title: row.title, place: row.place }),
  rank: Number(row.rank),
})
