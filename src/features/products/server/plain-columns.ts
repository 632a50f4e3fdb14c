import { type SQL, sql } from 'drizzle-orm'
import type { Product } from '../contract.ts'
import { mapPlain, type PlainKey, plainFields, plainKeys } from '../plain-fields.ts'

const columnOf = (key: PlainKey) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The plain fields of products `d`, days as texts. */
export const plainColumns: SQL = sql.raw(
  plainKeys
    .map((key) => [columnOf(key), plainFields[key].kind === 'day' ? '::text' : ''] as const)
    .map(([column, cast]) => `d.${column}${cast} as ${column}`)
    .join(', '),
)

/** The plain fields of a row that was read with `plainColumns`. */
export const plainOf = (row: object) =>
  mapPlain((key) => (row as Record<string, unknown>)[columnOf(key)] ?? null) as Pick<Product, PlainKey>
