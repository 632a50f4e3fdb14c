import { type SQL, sql } from 'drizzle-orm'

const from = 'áàäâãéèëêíìïîóòöôõúùüûñç'
const to = 'aaaaaeeeeiiiiooooouuuunc'

/** Text as it is searched: lower case, without accents. */
export const plain = (column: SQL): SQL =>
  sql`translate(lower(${column}), ${sql.raw(`'${from}'`)}, ${sql.raw(`'${to}'`)})`

/** True where the column contains the words, whatever their case and accents; `%` and `_` mean themselves. */
export const contains = (column: SQL, words: string): SQL =>
  sql`${plain(column)} like ${plain(sql`${`%${words.replace(/[\\%_]/g, '\\$&')}%`}::text`)}`

/** The same of a text that the program holds. */
export const plainText = (text: string): string =>
  [...text.normalize('NFC').toLowerCase()].map((letter) => to[from.indexOf(letter)] ?? letter).join('')
