import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'

/** As many rows as one call takes. */
export const bulkRowsMax = 1_000

const Row = z.record(z.string().check(z.maxLength(100)), z.unknown())

/** What became of each row of a bulk call. */
export const BulkAnswer = z.object({
  /** In the order of the rows; each as the call by itself would have answered. */
  rows: z.array(
    z.object({
      status: z.number(),
      /** By which the activity knows this row, and by which it is undone. */
      requestId: z.string(),
      body: z.unknown(),
    }),
  ),
  done: z.number(),
  refused: z.number(),
})

export const runBulk = operation({
  method: 'POST',
  path: '/bulk/{operation}',
  tag: 'bulk',
  summary: 'Make one call up to 1,000 times, a row each, with an answer per row',
  access: 'signedIn',
  scope: 'none',
  outside: 'bulk',
  apiKey: true,
  silent: true,
  browser: false,
  input: z.object({
    /** An `operationId`: `links.createLink`. */
    operation: z.string().check(z.regex(/^[a-zA-Z]{1,40}\.[a-zA-Z]{1,60}$/)),
    /** What the call takes, ids of its path and body side by side; `version` stands for `If-Match`. */
    rows: z.array(Row).check(z.minLength(1), z.maxLength(bulkRowsMax)),
  }),
  output: BulkAnswer,
})
