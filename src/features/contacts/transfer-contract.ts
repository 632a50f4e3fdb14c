import * as z from 'zod/mini'
import { fileOperation, operation } from '#platform/operation.ts'
import { ContactsQuery, manage } from './contract.ts'

export const importRowsMax = 5_000
/** A line of a file of contacts, with what is wrong in it. */
export const ImportRow = z.object({
  /** Line of the file; the heading is line 1. */
  row: z.number(),
  name: z.string(),
  email: z.string(),
  /** Field → what is wrong, in the reader's words. */
  errors: z.record(z.string(), z.string()),
  /** The address is known: tags, phone and organisation are added to that contact. */
  known: z.boolean(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const importContacts = operation({
  method: 'POST',
  path: '/contacts/import',
  tag: 'contacts',
  summary: 'Read contacts from a CSV: a dry run with row errors, all or none, or the valid ones',
  access: manage,
  scope: 'none',
  idempotent: true,
  input: z.object({ mode: z.enum(['check', 'all', 'valid']), file: z.file() }),
  output: z.object({
    /** The rows with errors, and the first ones without. */
    rows: z.array(ImportRow),
    good: z.number(),
    bad: z.number(),
    created: z.number(),
    updated: z.number(),
  }),
})

const { page: _page, ...exportFilters } = ContactsQuery.shape
export const exportContacts = fileOperation({
  path: '/contacts/export',
  tag: 'contacts',
  summary: 'The filters’ contacts, all of them, as CSV',
  access: manage,
  scope: 'none',
  input: z.object(exportFilters),
})
