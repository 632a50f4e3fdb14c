import * as z from 'zod/mini'
import { uploadMegabytes } from '#platform/constants.ts'
import { anyOf, operation } from '#platform/operation.ts'
import { Currency, Id, List, Moment, Nothing, PageNumber, PortalId } from '#platform/shapes.ts'
import { genericFields, uploadFormats } from './choices.ts'
import { GenericMap, Layout } from './map-shape.ts'

const read = anyOf(['stocks.viewstocks', 'products.viewproducts'])
const manage = anyOf(['stocks.managestocks', 'products.manageproducts'])

/** What a person says of a file; what they leave out is told from the file. */
export const Wish = z.strictObject({
  format: z.optional(z.enum(uploadFormats)),
  layout: z.optional(Layout),
  columns: z.optional(GenericMap.shape.columns),
  currency: z.optional(Currency),
  decimal: z.optional(z.enum([',', '.'])),
  /** Empty for ISO 8601. */
  dateFormat: z.optional(z.string().check(z.maxLength(40))),
  timeZone: z.optional(z.string().check(z.maxLength(60))),
  cents: z.optional(z.boolean()),
  /** Per cent of tax inside all amounts of a file without a column of it; 0 for none. */
  taxRate: z.optional(z.string().check(z.regex(/^\d{1,2}(\.\d{1,2})?$/))),
  /** Whose «$» it is, in a file that mixes signs. */
  dollar: z.optional(Currency),
  /** What sending cost is no part of the totals. */
  shipping: z.optional(z.literal('apart')),
  totalOf: z.optional(z.enum(['line', 'order'])),
  refundedOf: z.optional(z.enum(['line', 'order'])),
})
export type Wish = z.infer<typeof Wish>

const Question = z.object({
  id: z.enum([
    'decimal',
    'dateFormat',
    'currency',
    'dollar',
    'totalOf',
    'refundedOf',
    'tax',
    'shipping',
    'cents',
  ]),
  column: z.nullable(z.string()),
  /** Cells that leave it open. */
  values: z.string(),
  /** Answers that are the file's own: of a date its format and the moment that it would be. */
  options: z.array(z.object({ value: z.string(), at: z.nullable(Moment) })),
})
export type Question = z.infer<typeof Question>

const SampleLine = z.object({
  order: z.nullable(z.string()),
  at: Moment,
  sku: z.string(),
  name: z.string(),
  units: z.number(),
  currency: z.string(),
  charged: z.string(),
  net: z.string(),
  tax: z.string(),
  country: z.nullable(z.string()),
  /** What stands in the file. */
  written: z.object({ date: z.string(), amount: z.string() }),
})
const Fault = z.object({
  code: z.string(),
  column: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export const FileReading = z.object({
  format: z.enum(uploadFormats),
  layout: Layout,
  sheets: z.array(z.string()),
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  map: z.nullable(GenericMap),
  decimal: z.nullable(z.enum([',', '.'])),
  questions: z.array(Question),
  /** Fields without which nothing can be read. */
  lacks: z.array(z.enum(genericFields)),
  statuses: z.array(
    z.object({ value: z.string(), rows: z.number(), means: z.enum(['sold', 'unpaid', 'refunded']) }),
  ),
  rows: z.array(z.object({ row: z.number(), fault: z.nullable(Fault), line: z.nullable(SampleLine) })),
  /** Rows that were looked at for this. */
  examined: z.number(),
})
export type FileReading = z.infer<typeof FileReading>

const SavedFormat = z.object({ id: Id, name: z.string() })

/** How a file of sales would be read, before anything is taken in. */
export const Reading = z.extend(z.omit(FileReading, { rows: true }), {
  rows: z.array(z.object({ row: z.number(), fault: z.nullable(z.string()), line: z.nullable(SampleLine) })),
  /** The format of this shop that the file was read by. */
  saved: z.nullable(SavedFormat),
})
export type Reading = z.infer<typeof Reading>

export const readOrdersFile = operation({
  method: 'POST',
  path: '/portal/{portalId}/orders/import/reading',
  bodyMegabytes: uploadMegabytes,
  tag: 'orders',
  summary:
    'What a file of orders seems to say: its columns, its first rows, and what it leaves open; nothing comes in',
  access: manage,
  scope: 'portal',
  outside: 'import',
  silent: true,
  input: z.extend(PortalId, {
    file: z.file(),
    /** JSON of what the person says of the file. */
    wish: z.optional(z.string().check(z.maxLength(8_000))),
  }),
  output: Reading,
})

const OrderFormat = z.extend(SavedFormat, {
  format: z.enum(uploadFormats),
  columns: z.number(),
  usedAt: Moment,
})
export type OrderFormat = z.infer<typeof OrderFormat>

export const listOrderFormats = operation({
  method: 'GET',
  path: '/portal/{portalId}/order-formats',
  tag: 'orders',
  summary: 'How files of a shop are read, as they were saved with an import; the last used first',
  access: read,
  scope: 'portal',
  input: z.extend(PortalId, { page: PageNumber }),
  output: List(OrderFormat),
})

export const deleteOrderFormat = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/order-format/{formatId}',
  status: 204,
  tag: 'orders',
  summary: 'Forget how files of a shop are read; what came in stays',
  access: manage,
  scope: 'portal',
  undoable: true,
  input: z.extend(PortalId, { formatId: Id }),
  output: Nothing,
})
