import { type SQL, sql } from 'drizzle-orm'

const from = 'áàäâãéèëêíìïîóòöôõúùüûñç'
const to = 'aaaaaeeeeiiiiooooouuuunc'

/** Text as it is searched: lower case, without accents. */
export const plain = (column: SQL): SQL =>
  sql`translate(lower(${column}), ${sql.raw(`'${from}'`)}, ${sql.raw(`'${to}'`)})`

/** The same of a column, in a statement that is text. */
export const plainOf = (column: string): string => `translate(lower(${column}), '${from}', '${to}')`

/** Letters that are searched alike, in one set for each that stands for them: `a` → `[aáàäâã]`. */
const alike = new Map(
  [...new Set(to)].map((letter) => [
    letter,
    `[${letter}${[...from].filter((_, at) => to[at] === letter).join('')}]`,
  ]),
)

/**
 * True where the column contains the words, whatever their case and accents; every sign means itself. As a pattern: to write
 * the column without accents first costs each row six times as much.
 */
export const contains = (column: SQL, words: string): SQL => {
  const pattern = [...words.normalize('NFC')].map(
    (letter) => alike.get(plainText(letter)) ?? letter.replace(/[^\p{L}\p{N}\s]/u, '\\$&'),
  )
  return sql`${column} ~* ${pattern.join('')}::text`
}

/** True where a text in two languages, `{es, en}`, contains the words in either of them; without words everywhere. */
export const eitherContains = (column: SQL, words: string | undefined): SQL => {
  const q = words?.trim()
  if (!q) return sql`true`
  return sql`(${contains(sql`${column}->>'es'`, q)} or ${contains(sql`coalesce(${column}->>'en', '')`, q)})`
}

/** The same of a text that the program holds. */
export const plainText = (text: string): string =>
  [...text.normalize('NFC').toLowerCase()].map((letter) => to[from.indexOf(letter)] ?? letter).join('')
