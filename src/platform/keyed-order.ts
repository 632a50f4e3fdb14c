import { type SQL, sql } from 'drizzle-orm'
import { BadInput } from './errors.ts'
import { askedAfter, asksKeys, tellKeys } from './paging.ts'

/** How a value is written in a cursor and read back without losing any of it. */
const kinds = {
  /** Microseconds since 1970. */
  moment: {
    pattern: /^-?\d{1,16}$/,
    write: (value: SQL) => sql`(extract(epoch from ${value}) * 1000000)::bigint::text`,
    read: (text: string) => sql`(timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond')`,
  },
  integer: {
    pattern: /^-?\d{1,18}$/,
    write: (value: SQL) => sql`${value}::text`,
    read: (text: string) => sql`${text}::bigint`,
  },
  id: {
    pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
    write: (value: SQL) => sql`${value}::text`,
    read: (text: string) => sql`${text}::uuid`,
  },
  text: {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is no text to a database
    pattern: /^[^\u0000]*$/,
    write: (value: SQL) => sql`${value}`,
    read: (text: string) => sql`${text}::text`,
  },
} as const

/** What a list is put in order by; never null. */
export interface OrderPart {
  by: SQL
  as: keyof typeof kinds
  way?: 'asc' | 'desc'
}

export interface KeyedOrder {
  /** For `order by`. */
  order: SQL
  /** Leaves the rows that come after those that were answered last; true for a page that is asked for by its number. */
  after: SQL
  /** Selected beside the columns of a row: where it stands; null in an order that has no keys. */
  key: SQL<string | null>
}

/** An order that cannot be gone on in by its values: by a figure that is added up, or that changes while it is read. */
export const unkeyedOrder = (order: SQL): KeyedOrder => ({ order, after: sql`true`, key: sql`null` })

/**
 * The order of a list of which no two rows have the same place, because its last part is theirs alone. Whoever reads on by a
 * cursor goes on after the last row's values, whatever has come or gone, and at the cost of a first page where an index has
 * the order. The query is `selectPage` with `key`, or selects it and hands its rows to `withoutKeys`.
 * @throws BadInput for a cursor whose values are none.
 */
export function keyedOrder(parts: readonly OrderPart[]): KeyedOrder {
  const order = sql.join(
    parts.map(({ by, way = 'asc' }) => sql`${by} ${sql.raw(way)}`),
    sql`, `,
  )
  const key = sql<string>`json_build_array(${sql.join(
    parts.map(({ by, as }) => kinds[as].write(by)),
    sql`, `,
  )})::text`
  const values = askedAfter()
  return { order, key, after: values ? behind(parts, readValues(parts, values)) : sql`true` }
}

function readValues(parts: readonly OrderPart[], values: readonly string[]): SQL[] {
  const fits =
    values.length === parts.length && parts.every(({ as }, at) => kinds[as].pattern.test(values[at] ?? ''))
  if (!fits) throw new BadInput('invalidInput', { cursor: { code: 'validation.cursor' } })
  return parts.map(({ as }, at) => kinds[as].read(values[at] ?? ''))
}

/** `a >= x and (a > x or b > y)`: an index of the order begins at x. */
function behind([part, ...others]: readonly OrderPart[], [value, ...rest]: readonly SQL[]): SQL {
  if (!part || !value) return sql`false`
  const sign = sql.raw(part.way === 'desc' ? '<' : '>')
  if (others.length === 0) return sql`${part.by} ${sign} ${value}`
  return sql`${part.by} ${sign}= ${value} and (${part.by} ${sign} ${value} or (${behind(others, rest)}))`
}

/** Tells where the rows of a list stand, if each of them does. */
export function tellPlaces(places: readonly (string | null | undefined)[]): void {
  if (!asksKeys()) return
  const keys = places.flatMap((place) => (place ? [JSON.parse(place) as string[]] : []))
  if (keys.length === places.length) tellKeys(keys)
}

/** The rows of a list without their keys, which are told to whoever goes on after them. */
export function withoutKeys<R extends { key: string | null }>(found: readonly R[]): Omit<R, 'key'>[] {
  tellPlaces(found.map(({ key }) => key))
  return found.map(({ key: _, ...row }) => row)
}
