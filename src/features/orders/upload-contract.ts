import * as z from 'zod/mini'
import { uploadMegabytes } from '#platform/constants.ts'
import { anyOf, operation } from '#platform/operation.ts'
import { Id, List, Moment, Nothing, PageNumber, PortalId } from '#platform/shapes.ts'
import { uploadFormats } from './choices.ts'

const read = anyOf(['stocks.viewstocks', 'products.viewproducts'])
const manage = anyOf(['stocks.managestocks', 'products.manageproducts'])

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
