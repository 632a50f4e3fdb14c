import * as z from 'zod/mini'
import { uploadMegabytes } from '#platform/constants.ts'
import { anyOf, operation } from '#platform/operation.ts'
import { Id, List, Moment, Nothing, PageNumber, PortalId, Text } from '#platform/shapes.ts'
import { uploadFormats } from './choices.ts'

const read = anyOf(['stocks.viewstocks', 'products.viewproducts'])
const manage = anyOf(['stocks.managestocks', 'products.manageproducts'])

const MonthSum = z.object({
  /** yyyy-MM of Europe/Madrid; empty for rows whose day cannot be read. */
  month: z.string(),
  currency: z.string(),
  file: z.string(),
  unpaid: z.string(),
  counted: z.string(),
  net: z.string(),
  tax: z.string(),
})

export const uploadOrders = operation({
  method: 'POST',
  path: '/portal/{portalId}/orders/import',
  bodyMegabytes: uploadMegabytes,
  tag: 'orders',
  summary: 'Bring a file of orders in: looked at first, then all rows or only the good ones',
  access: manage,
  scope: 'portal',
  outside: 'import',
  input: z.extend(PortalId, {
    file: z.file(),
    format: z.enum(uploadFormats),
    /** Of the generic format: which column is what, as docs/imports.md says. */
    map: z.optional(z.string().check(z.maxLength(5_000))),
    /** EUR per unit of other currencies: `{"USD": "0.92"}`. */
    rates: z.optional(z.string().check(z.maxLength(2_000))),
    /** What separates decimals, for a file of the generic format whose figures leave it open. */
    decimal: z.optional(z.enum([',', '.'])),
    /** How the file is a table, where the reading of it was corrected: JSON of `encoding`, `delimiter`, `sheet`, `headerRow`. */
    layout: z.optional(z.string().check(z.maxLength(1_000))),
    /** Saves how the file was read under this name, once it is in: `wish` as `readOrdersFile` takes it. */
    saveAs: z.optional(Text(60)),
    wish: z.optional(z.string().check(z.maxLength(8_000))),
    mode: z.enum(['check', 'all', 'valid']),
  }),
  output: z.object({
    status: z.enum(['imported', 'refused', 'checked']),
    rows: z.number(),
    imported: z.number(),
    known: z.number(),
    notSales: z.number(),
    bad: z.number(),
    orders: z.number(),
    units: z.number(),
    totals: z.record(z.string(), z.string()),
    unmapped: z.number(),
    /** By which it can be undone, once it is in. */
    importId: z.nullable(Id),
    /** Of a check: what the file adds up to by itself, month by month, beside what counts. */
    months: z.array(MonthSum),
    /** Rows of the file that add up the others, beside what adding them comes to. */
    ownTotals: z.array(
      z.object({ row: z.number(), told: z.string(), added: z.string(), agrees: z.boolean() }),
    ),
    /** Of a check: currencies of rows that cannot be counted, for no rate is known; `rates` answers. */
    lacksRates: z.array(z.string()),
    errors: z.array(z.object({ row: z.number(), message: z.string() })),
  }),
})

const ImportRun = z.object({
  id: Id,
  format: z.string(),
  fileName: z.string(),
  at: Moment,
  rows: z.number(),
  imported: z.number(),
  orders: z.number(),
  person: z.nullable(z.string()),
  undoneAt: z.nullable(Moment),
  undoable: z.boolean(),
})
export type ImportRun = z.infer<typeof ImportRun>

export const listImports = operation({
  method: 'GET',
  path: '/portal/{portalId}/imports',
  tag: 'orders',
  summary: 'Files of orders that were brought in, the latest first',
  access: read,
  scope: 'portal',
  input: z.extend(PortalId, { page: PageNumber }),
  output: List(ImportRun),
})

export const undoImport = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/import/{importId}',
  status: 204,
  tag: 'orders',
  summary: 'Take back everything that a file brought, with all its figures',
  access: manage,
  scope: 'portal',
  input: z.extend(PortalId, { importId: Id }),
  output: Nothing,
})
