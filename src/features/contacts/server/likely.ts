import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { contains, plain, plainText } from '#platform/like.ts'

/** What stands between the digits of a phone number, which everybody parts their own way. */
const digits = sql.raw(`translate(c.phone, E' \\t\\u00a0().-', '')`)
const numberOf = (q: string): string | undefined => /^\+?\d+$/.exec(q.replace(/[\s().-]/g, ''))?.[0]

/** A phone number by its digits; none has letters. */
export function phoneWith(q: string): SQL[] {
  const number = numberOf(q)
  return number ? [sql`strpos(${digits}, ${number}) > 0`] : []
}

/** More are sooner looked into one after the other. */
const likelyMax = 4_000

/**
 * Ids of all contacts that may hold what was typed, by the indexes of three signs in a row; the list looks into them itself.
 * Undefined where these narrow nothing: of shorter words, or of what thousands have.
 */
export async function likelyOf(tx: Tx, q: string): Promise<string[] | undefined> {
  if (!/[\p{L}\p{N}]{3}/u.test(q)) return undefined
  const pattern = `%${plainText(q).replace(/[\\%_]/g, '\\$&')}%`
  const holds = (column: string) => sql`${plain(sql.raw(column))} like ${pattern}`
  const number = numberOf(q)
  const parts = [
    ...['c.name', 'c.email', 'c.organisation'].map((column) => sql`contact c where ${holds(column)}`),
    ...['p.name', 'p.email'].map(
      (column) => sql`person p join contact c on c.person_id = p.id where ${holds(column)}`,
    ),
    sql`contact c where c.account_id in (select o.id from account o where ${contains(sql`o.name`, q)})`,
    ...(number ? [sql`contact c where ${digits} like ${`%${number}%`}`] : []),
  ]
  const each = parts.map((part) => sql`(select c.id from ${part} limit ${likelyMax + 1})`)
  const found = await rows<{ id: string }>(tx, sql.join(each, sql` union `))
  return found.length > likelyMax ? undefined : found.map(({ id }) => id)
}
