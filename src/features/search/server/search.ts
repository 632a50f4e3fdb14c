import { type SQL, sql } from 'drizzle-orm'
import { elevated, type Tx } from '#platform/db.ts'
import { wordsOf } from '#platform/found-by-words.ts'
import { plain, plainText } from '#platform/like.ts'
import { number, type RowOf, select } from '#platform/select.ts'
import { resultTypes } from '../choices.ts'
import type { Found, Hit } from '../contract.ts'
import { namedPortals } from './named-portals.ts'
import { looksIntoNumbers } from './numbered.ts'
import type { Searcher, Source } from './source.ts'
import { sourcesFor } from './sources.ts'
import { type Meant, meaningsOf, partsOf, queryOf } from './words.ts'

/** Hits that are shown of each type, and rows that are looked at to find the best of them. */
const shown = 5
const candidates = 100

const columns = {
  id: sql<string>`id`,
  title: sql<string>`title`,
  detail: sql<string | null>`detail`,
  picture: sql<string | null>`picture`,
  place: sql<string | null>`place`,
  rank: number(sql<string>`max(rank)`),
}
type Row = RowOf<typeof columns>

/** What the person may open and the words name, best first within each type. */
export async function search(tx: Tx, searcher: Searcher, q: string): Promise<Found> {
  const sources = sourcesFor(searcher, q, await looksIntoNumbers(tx, q))
  const words = wordsOf(q)
  if (sources.length === 0 || words.length === 0) return { groups: [] }
  const look = async () => {
    const meant = await meaningsOf(tx, words, false)
    const found = await hitsOf(tx, sources, q, queryOf(meant))
    found.push(...(await hitsAtPortals(tx, sources, searcher, meant, found)))
    // Where there is room left, what holds a typed part in the middle of a word.
    const worded = sources.filter(({ exact }) => !exact)
    const parts = found.length < shown ? await partsOf(tx, meant) : undefined
    if (parts) found.push(...(await hitsOf(tx, worded, q, queryOf(parts), found)))
    if (found.length > 0) return found
    // Each word is one that somebody uses, only nobody that the person may see: it may be a mistyped one after all.
    const again = await meaningsOf(tx, words, true)
    const other = again.some(({ guesses }, place) => guesses.length > (meant[place]?.guesses.length ?? 0))
    return other ? hitsOf(tx, worded, q, queryOf(again)) : []
  }
  // An index by words is of no use below row-level security, which reads all of a portal's rows first: the sources
  // narrow by themselves, and what they found passes through it afterwards.
  const hits = searcher.staff ? await look() : await visible(tx, await elevated(tx, 'index', look))
  const groups = resultTypes.map((type) => ({
    type,
    items: hits
      .filter(({ source }) => source.type === type)
      .sort((a, b) => b.row.rank - a.row.rank)
      .slice(0, shown)
      .map(toHit),
  }))
  return { groups: groups.filter(({ items }) => items.length > 0) }
}

interface Candidate {
  source: Source
  row: Row
}

/** What the query names; of what is `known` already nothing is told again. */
async function hitsOf(
  tx: Tx,
  sources: readonly Source[],
  q: string,
  query: SQL,
  known: readonly Candidate[] = [],
): Promise<Candidate[]> {
  const found: Candidate[] = []
  for (const source of sources)
    for (const row of await select(tx, columns, hitsIn(source, q, query)))
      if (!known.some((one) => one.source === source && one.row.id === row.id && one.row.place === row.place))
        found.push({ source, row })
  return found
}

/** What is called by some of the words, at the portals that the others name. */
async function hitsAtPortals(
  tx: Tx,
  sources: readonly Source[],
  searcher: Searcher,
  meant: readonly Meant[],
  known: readonly Candidate[],
): Promise<Candidate[]> {
  const found: Candidate[] = []
  for (const { ids, rest } of await namedPortals(tx, searcher, meant))
    for (const source of sources) {
      if (!source.portal) continue
      const there = sql`${source.portal} = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])`
      const hits = { ...source, where: sql`${source.where} and ${there}`, begins: [] }
      for (const row of await select(tx, columns, hitsIn(hits, '', queryOf(rest))))
        if (![...known, ...found].some((one) => one.source === source && one.row.id === row.id))
          found.push({ source, row })
    }
  return found
}

const seenColumns = { id: sql<string>`id` }

/** Those that row-level security shows as well. */
async function visible(tx: Tx, found: readonly Candidate[]): Promise<Candidate[]> {
  const kept: Candidate[] = []
  for (const source of new Set(found.map((each) => each.source))) {
    const own = found.filter((each) => each.source === source)
    if (source.table === 'person') {
      kept.push(...own)
      continue
    }
    const ids = `{${own.map(({ row }) => row.id).join(',')}}`
    const seen = new Set(
      (
        await select(tx, seenColumns, sql`${sql.identifier(source.table)} where id = any(${ids}::uuid[])`)
      ).map(({ id }) => id),
    )
    kept.push(...own.filter(({ row }) => seen.has(row.id)))
  }
  return kept
}

function hitsIn(source: Source, q: string, query: SQL) {
  const { from, where, texts, words, begins, exact, id, title, detail, picture, place, near } = source
  const typed = plainText(q)
  const escaped = typed.replace(/[\\%_]/g, '\\$&')
  const like = (text: SQL, pattern: string) => sql`${plain(text)} like ${pattern}`
  // Whole, at the beginning, at the beginning of a word, or only by its words.
  const rankOf = (text: SQL) => sql`case when ${plain(text)} = ${typed} then 4
    when ${like(text, `${escaped}%`)} then 3 when ${like(text, `% ${escaped}%`)} then 2
    when ${like(text, `%${escaped}%`)} then 1 else 0 end`
  const rank = sql`greatest(${sql.join(texts.map(rankOf), sql`, `)})`
  const parts = sql`${id} as id, ${title} as title, ${detail} as detail, ${picture ?? sql`null`} as picture,
    ${place ?? sql`null::text`} as place, ${rank} as rank, ${near ?? sql`0`} as near`
  const some = (condition: SQL) =>
    sql`(select ${parts} from ${from} where ${where} and ${condition} limit ${candidates})`
  const shownFirst = (all: SQL) => sql`(${all}) hits
    group by id, title, detail, picture, place
    order by max(rank) desc, max(near) desc, length(title), title, id limit ${shown}`
  if (exact) return shownFirst(some(exact))
  if (begins.length === 0) return shownFirst(some(sql`${words} @@ ${query}`))
  // Those that begin so are taken first: of thousands that merely have the words they are the ones meant.
  const first = some(
    sql`(${sql.join(
      begins.map((text) => like(text, `${escaped}%`)),
      sql` or `,
    )})`,
  )
  // A single letter begins a word nearly everywhere: it is looked for at the beginning only.
  const all = typed.trim().length === 1 ? first : sql`${first} union all ${some(sql`${words} @@ ${query}`)}`
  return shownFirst(all)
}

const toHit = ({ source, row }: Candidate): Hit => ({
  type: source.type,
  id: row.id,
  title: row.title,
  detail: row.detail ?? '',
  pictureUrl: row.picture,
  link: source.link({ id: row.id, title: row.title, place: row.place }),
})
