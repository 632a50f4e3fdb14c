import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { select } from '#platform/select.ts'

/** Shorter words resemble too many others. */
const shortestGuess = 3
const guessesMax = 6
/** Of `similarity`: what is taken from the index; how far it really is from the typed word decides then. */
const similarEnough = 0.2
const candidates = 60

/** A typed word and what may be looked for in its place. */
export interface Meant {
  word: string
  /** Something is called exactly so. */
  whole: boolean
  /** Words that something is called by and that are a typing error away; only of unknown words, unless asked for all. */
  guesses: string[]
}

/** Shorter parts stand inside of too many words. */
const shortestPart = 4
/** Of the words that hold a part, these: the shortest, which have least besides it. */
const holdersMax = 12

const held = { part: sql<string>`w.part`, word: sql<string>`w.word` }

/**
 * The same words, each with those that hold it in their middle; undefined when no word that is called by holds one.
 * Looked for in the list of words, which is short, where names are many.
 */
export async function partsOf(tx: Tx, meant: readonly Meant[]): Promise<Meant[] | undefined> {
  const asked = meant.filter(({ word }) => word.length >= shortestPart && !/\p{N}/u.test(word))
  if (asked.length === 0) return undefined
  const holders = ({ word }: Meant) =>
    sql`(select ${word}::text as part, word from search_word where word like ${`_%${word}%`}
      order by length(word), word limit ${holdersMax})`
  const found = await select(tx, held, sql`(${sql.join(asked.map(holders), sql` union all `)}) w`)
  if (found.length === 0) return undefined
  return meant.map((one) => ({
    ...one,
    guesses: [
      ...new Set([...one.guesses, ...found.filter(({ part }) => part === one.word).map(({ word }) => word)]),
    ],
  }))
}

const placed = { place: sql<number>`w.place`, word: sql<string>`w.word` }

/** What each word may mean. Runs past row-level security: no word of it is ever shown. */
export async function meaningsOf(tx: Tx, words: readonly string[], all: boolean): Promise<Meant[]> {
  const begins = (word: string, place: number) =>
    sql`(select ${place}::int as place, word from search_word where word like ${`${word}%`} order by word using ~<~ limit 1)`
  const known = new Map(
    (await select(tx, placed, sql`(${sql.join(words.map(begins), sql` union all `)}) w`)).map(
      ({ place, word }) => [place, word],
    ),
  )
  const asked = words.flatMap((word, place) =>
    word.length >= shortestGuess && !/\p{N}/u.test(word) && (all || !known.has(place))
      ? [{ word, place }]
      : [],
  )
  const near = asked.length > 0 && (await knowsTrigrams(tx)) ? await nearWords(tx, asked) : []
  return words.map((word, place) => ({
    word,
    whole: known.get(place) === word,
    guesses: near
      .filter((each) => each.place === place)
      .map((each) => ({ word: each.word, distance: distance(word, each.word) }))
      .filter((each) => each.distance > 0 && each.distance <= (word.length < 6 ? 1 : 2))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, guessesMax)
      .map((each) => each.word),
  }))
}

async function knowsTrigrams(tx: Tx): Promise<boolean> {
  const found = await rows(tx, sql`select 1 from pg_extension where extname = 'pg_trgm'`)
  return found.length > 0
}

async function nearWords(tx: Tx, asked: readonly { word: string; place: number }[]) {
  await tx.execute(sql`select set_config('pg_trgm.similarity_threshold', ${String(similarEnough)}, true)`)
  const near = ({ word, place }: { word: string; place: number }) =>
    sql`(select ${place}::int as place, word from search_word
      where word % ${word} order by similarity(word, ${word}) desc limit ${candidates})`
  return select(tx, placed, sql`(${sql.join(asked.map(near), sql` union all `)}) w`)
}

/**
 * How many letters were typed wrongly, left out, added or turned, when `typed` was to be `word` or its beginning
 * (optimal string alignment).
 */
export function distance(typed: string, word: string): number {
  const [a, b] = [[...typed], [...word]]
  let [before, last]: [number[], number[]] = [[], b.map((_, at) => at + 1)]
  last.unshift(0)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row[j] = least
    }
    ;[before, last] = [last, row]
  }
  return Math.min(...last)
}

/** The words as a `tsquery`: all of them, each but the last whole where something is called so. */
export function queryOf(meant: readonly Meant[]): SQL {
  const each = meant.map(({ word, whole, guesses }, place) => {
    const typed = whole && place < meant.length - 1 ? word : `${word}:*`
    return guesses.length > 0 ? `(${[typed, ...guesses].join('|')})` : typed
  })
  return sql`${each.join('&')}::tsquery`
}
