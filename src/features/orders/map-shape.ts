import * as z from 'zod/mini'
import { delimiters, encodings } from '#platform/constants.ts'
import { Currency } from '#platform/shapes.ts'
import { genericFields } from './choices.ts'

/** How a file is a table: what it is written in, what parts its columns, its sheet, the row that names the columns. */
export const Layout = z.strictObject({
  encoding: z.optional(z.enum(encodings)),
  delimiter: z.optional(z.enum(delimiters)),
  sheet: z.optional(z.string().check(z.maxLength(100))),
  headerRow: z.optional(z.int().check(z.minimum(1), z.maximum(200))),
})
export type Layout = z.infer<typeof Layout>

const ColumnName = z.string().check(z.minLength(1), z.maxLength(210))
const Names = z.partialRecord(z.enum(genericFields), ColumnName)

/** Which column of a table of orders is what; docs/imports.md tells of each part. */
export const GenericMap = z.strictObject({
  columns: Names,
  constants: z.optional(Names),
  /** Columns of tax beside `columns.tax`, each of another rate: what a row has in them is added up. */
  taxes: z.optional(z.array(ColumnName).check(z.minLength(1), z.maxLength(8))),
  timeZone: z.optional(z.string().check(z.maxLength(60))),
  dateFormat: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  decimal: z.optional(z.enum(['.', ','])),
  /** Amounts are whole cents. */
  cents: z.optional(z.boolean()),
  /** What the column of totals stands for: the line (unless said), or its whole order. */
  totalOf: z.optional(z.enum(['line', 'order'])),
  /** What was refunded of: the line (unless said), or its whole order. */
  refundedOf: z.optional(z.enum(['line', 'order'])),
  /** Each row's money is that of the sign beside its amount; `constants.currency` is that of amounts without one. */
  bySign: z.optional(z.boolean()),
  /** Whose «$» it is, where rows go by their signs. */
  dollar: z.optional(Currency),
  /** Of a table with a column of what sending cost: it is no part of the totals. `columns.shipping` says that it is. */
  shipping: z.optional(z.literal('apart')),
  /** An order's number, date, money and buyer stand on its first row alone. */
  carry: z.optional(z.boolean()),
  /** There is no order number: each row is an order, known by what it says. */
  orderByRow: z.optional(z.boolean()),
})
export type GenericMap = z.infer<typeof GenericMap>
