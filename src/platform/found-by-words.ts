import { type SQL, sql } from 'drizzle-orm'
import { countMax } from './constants.ts'
import { elevated, rows, type Tx } from './db.ts'
import { plainText } from './like.ts'

/** Words beyond these narrow nothing any more. */
const wordsMax = 8
/** The word list has no shorter ones. */
const shortest = 3
/** A part that stands in more words than these narrows little. */
const holdersMax = 200

/** What was typed, as words of the index: lower case, without accents. */
export const wordsOf = (q: string): string[] =>
  [
    ...new Set(
      plainText(q)
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    ),
  ].slice(0, wordsMax)

/** Rows with an index of their words: `from` and `where` name them, `words` is the expression of the index. */
export interface Worded {
  from: SQL
  id: SQL
  words: SQL
  where: SQL
}

/**
 * Ids of the rows whose texts hold what was typed: looked for by the index of their words, where looking into every text
 * would take a second among a hundred thousand. `where` has to look into the texts itself, and to narrow to what the
 * caller sees. Undefined where the index cannot tell: too many have it, or nothing begins with a number that may stand
 * inside another.
 */
export async function idsByWords(
  tx: Tx,
  q: string,
  sources: readonly Worded[],
): Promise<string[] | undefined> {
  const typed = wordsOf(q)
  if (typed.length === 0) return undefined
  // The index is of no use below row-level security, which the query of the list runs under.
  return elevated(tx, 'index', async () => {
    const { query, exact } = await queryFor(tx, typed)
    if (!query) return undefined
    const each = sources.map(
      ({ from, id, words, where }) =>
        sql`(select ${id} as id from ${from} where ${words} @@ ${query}::tsquery and ${where} limit ${countMax + 1})`,
    )
    const found = await rows<{ id: string }>(tx, sql.join(each, sql` union `))
    if (found.length > countMax || (found.length === 0 && !exact)) return undefined
    return found.map(({ id }) => id)
  })
}

/** Every word of the list that holds what was typed, so that nothing is missed which a look into the texts would find. */
async function queryFor(tx: Tx, typed: readonly string[]) {
  const isListed = (word: string) => word.length >= shortest && !/\p{N}/u.test(word)
  const holders = (word: string) =>
    sql`(select ${word}::text as part, word from search_word where word like ${`%${word}%`} limit ${holdersMax + 1})`
  const listed = typed.filter(isListed)
  const found =
    listed.length > 0
      ? await rows<{ part: string; word: string }>(tx, sql.join(listed.map(holders), sql` union all `))
      : []
  const parts = typed.flatMap((part) => {
    const held = found.filter((one) => one.part === part).map(({ word }) => word)
    // A word too long for the list may begin with it too.
    return held.length > holdersMax ? [] : [`(${[`${part}:*`, ...held].join('|')})`]
  })
  return { query: parts.length > 0 ? parts.join('&') : undefined, exact: typed.every(isListed) }
}
