import * as z from 'zod/mini'
import { anyOf, fileOperation, operation } from '#platform/operation.ts'
import { Id } from '#platform/shapes.ts'
import { ProductsQuery } from './contract.ts'

export const importRowsMax = 2_000
export const bulkMax = 500

export const exportProducts = fileOperation({
  path: '/products/file',
  tag: 'products',
  summary: 'The products that the filters leave, one row a variant, as CSV or XLSX that importProducts reads',
  access: anyOf(['products.viewproducts', 'stocks.viewstocks']),
  scope: 'view',
  input: z.extend(z.omit(ProductsQuery, { page: true }), { as: z.enum(['csv', 'xlsx']) }),
})

const ImportRow = z.object({
  row: z.number(),
  name: z.string(),
  sku: z.string(),
  portal: z.string(),
  outcome: z.enum(['new', 'changed', 'same', 'wrong']),
  errors: z.record(z.string(), z.string()),
})
export type ImportRow = z.infer<typeof ImportRow>

export const importProducts = operation({
  method: 'POST',
  path: '/products/file',
  tag: 'products',
  summary:
    'Add and change products from CSV or XLSX, or from WooCommerce’s export: looked at first, then all rows or the good ones',
  access: 'products.manageproducts',
  scope: 'view',
  idempotent: true,
  input: z.object({
    file: z.file(),
    mode: z.enum(['check', 'all', 'valid']),
    /** What separates decimals in a file whose figures leave it open; asked for with 422 by this field. */
    decimal: z.optional(z.enum([',', '.'])),
    /** Code of the portal of rows that name none, as all of another shop's export do. */
    portal: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.maxLength(8))),
  }),
  output: z.object({
    rows: z.array(ImportRow),
    good: z.number(),
    bad: z.number(),
    created: z.number(),
    updated: z.number(),
  }),
})

export const changeProducts = operation({
  method: 'POST',
  path: '/products/bulk',
  tag: 'products',
  summary: 'Archive many products, or move their prices by per cent; `preview` changes nothing',
  access: 'products.manageproducts',
  scope: 'view',
  idempotent: true,
  undoable: true,
  input: z.object({
    ids: z.array(Id).check(z.minLength(1), z.maxLength(bulkMax)),
    archive: z.optional(z.boolean()),
    pricePct: z.optional(z.number().check(z.minimum(-90), z.maximum(500))),
    preview: z.boolean(),
  }),
  output: z.object({
    items: z.array(
      z.object({
        id: Id,
        name: z.string(),
        priceCents: z.number(),
        newPriceCents: z.number(),
        status: z.string(),
        newStatus: z.string(),
      }),
    ),
    changed: z.number(),
  }),
})
