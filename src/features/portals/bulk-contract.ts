import * as z from 'zod/mini'
import { uploadMegabytes } from '#platform/constants.ts'
import { operation } from '#platform/operation.ts'
import { Id, OptionalText } from '#platform/shapes.ts'

/** At most this many portals in one go. */
export const bulkRowsMax = 200
/** A line of a file of portals to be made, with what is wrong in it or the portal that it became. */
export const BulkRow = z.object({
  /** Line of the file; the heading is line 1. */
  row: z.number(),
  name: z.string(),
  code: z.string(),
  customUrl: z.string(),
  /** Field → what is wrong, in the reader's words. */
  errors: z.record(z.string(), z.string()),
  portalId: z.nullable(Id),
})
export type BulkRow = z.infer<typeof BulkRow>

export const bulkPortals = operation({
  method: 'POST',
  path: '/portals/bulk',
  bodyMegabytes: uploadMegabytes,
  tag: 'portals',
  summary:
    'Create many portals from a list, an uploaded CSV or XLSX or the address of one: a dry run, all or none, or the valid ones',
  access: 'portal.manageportals',
  scope: 'none',
  outside: 'import',
  input: z.object({
    mode: z.enum(['check', 'all', 'valid']),
    list: z.optional(
      z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(bulkRowsMax)),
    ),
    file: z.optional(z.file()),
    fileUrl: z.optional(OptionalText(2_000)),
    /** Only these rows of it, so that long work can be done and shown step by step. */
    firstRow: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    lastRow: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  }),
  output: z.object({ rows: z.array(BulkRow), created: z.number() }),
})
