import { alias } from 'drizzle-orm/pg-core'
import type { RowOf } from '#platform/select.ts'
import type { Product } from '../contract.ts'
import { mapPlain, type PlainKey } from '../plain-fields.ts'
import { product } from './table.ts'

const d = alias(product, 'd')
/** The plain fields of products `d`, days as texts. */
export const plainColumns = mapPlain((key) => d[key]) as Pick<typeof d, PlainKey>

/** The plain fields of a row that was read with `plainColumns`. */
export const plainOf = (row: RowOf<typeof plainColumns>) =>
  mapPlain((key) => row[key]) as Pick<Product, PlainKey>
