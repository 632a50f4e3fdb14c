import { Column, type GetColumnData, is, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { rows, type Tx } from './db.ts'

/** A piece of a query whose value is made into something else on its way out of the database; null stays null. */
class Converted<T> {
  declare readonly value: T
  readonly from: Column | SQL
  readonly convert: (value: never) => unknown
  constructor(from: Column | SQL, convert: (value: never) => unknown) {
    this.from = from
    this.convert = convert
  }
}

/** What a query is asked for: columns of tables, SQL that says what it comes to, and what is made of either. */
type Field = Column | SQL | Converted<unknown>
export type Fields = Record<string, Field>
type ValueOf<F> =
  F extends Converted<infer T>
    ? T
    : F extends Column
      ? GetColumnData<F, 'query'>
      : F extends SQL<infer T>
        ? T
        : never
/** A row of what a query is asked for. */
export type RowOf<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> }

type Nullable<F, T> = null extends ValueOf<F> ? T | null : T

/** A column of a table that an outer join may find no row of. */
export const maybe = <C extends Column>(column: C): Converted<GetColumnData<C, 'query'> | null> =>
  new Converted(column, (value) => column.mapFromDriverValue(value))

/** A moment as answers tell it: ISO 8601, UTC, to the millisecond. */
export const iso = <F extends Column | SQL>(moment: F): Converted<Nullable<F, string>> =>
  new Converted(moment, (value: Date | string) => new Date(value).toISOString())

/** The same where an outer join may find none. */
export const maybeIso = (moment: Column): Converted<string | null> => iso(moment as never)

/** Sums and counts, which PostgreSQL answers as text: exact up to 2^53. */
export const number = <F extends Column | SQL>(value: F): Converted<Nullable<F, number>> =>
  new Converted(value, Number)

const plain = Column.prototype.mapFromDriverValue

function converterOf(field: Field): ((value: never) => unknown) | undefined {
  if (field instanceof Converted) return field.convert
  if (!is(field, Column) || field.mapFromDriverValue === plain) return undefined
  return (value) => field.mapFromDriverValue(value)
}

const dialect = new PgDialect({ casing: 'snake_case' })
const written = new WeakMap<Field, SQL>()

/** A field as it stands in every query, written once where it holds no values. */
function write(field: Field): SQL {
  const known = written.get(field)
  if (known) return known
  const piece = sql`${field instanceof Converted ? field.from : field}`
  const { sql: text, params } = dialect.sqlToQuery(piece)
  const made = params.length === 0 ? sql.raw(text) : piece
  written.set(field, made)
  return made
}

interface Prepared {
  list: SQL
  converters: [key: string, convert: (value: never) => unknown][]
}
const known = new WeakMap<Fields, Prepared>()

function prepare(fields: Fields): Prepared {
  const made = known.get(fields)
  if (made) return made
  const entries = Object.entries(fields)
  const list = sql.join(
    entries.map(([key, field]) => sql`${write(field)} as ${sql.identifier(key)}`),
    sql.raw(', '),
  )
  const converters = entries.flatMap(([key, field]): Prepared['converters'] => {
    const convert = converterOf(field)
    return convert ? [[key, convert]] : []
  })
  known.set(fields, { list, converters })
  return { list, converters }
}

/** Makes of rows as the driver answers them, in place, what `fields` says. */
export function convert<F extends Fields>(fields: F, found: Record<string, unknown>[]): RowOf<F>[] {
  const { converters } = prepare(fields)
  for (const row of found)
    for (const [key, made] of converters) if (row[key] !== null) row[key] = made(row[key] as never)
  return found as RowOf<F>[]
}

/** Rows of a query of any form, which holds the columns where it is given them: `with … select ${columns} from …`. */
export const ask = async <F extends Fields>(
  tx: Tx,
  fields: F,
  query: (columns: SQL) => SQL,
): Promise<RowOf<F>[]> => convert(fields, await rows(tx, query(prepare(fields).list)))

/** What `select` asks the database. */
export const selection = (fields: Fields, from: SQL): SQL => sql`select ${prepare(fields).list} from ${from}`

/** Rows of `select` these fields `from` what follows: tables and joins, conditions, order and limit, in SQL. */
export const select = async <F extends Fields>(tx: Tx, fields: F, from: SQL): Promise<RowOf<F>[]> =>
  convert(fields, await rows(tx, selection(fields, from)))
