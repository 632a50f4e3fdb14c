import * as z from 'zod/mini'
import { detailKinds, reportPaces } from '#features/analytics/choices.ts'
import { operation } from '#platform/operation.ts'
import { Id, List, Nothing, Text } from '#platform/shapes.ts'

/** A saved view: a page of analytics with its filters, kept by name. */
export const SavedViewDraft = z.object({
  name: Text(80),
  page: z.enum(detailKinds),
  /** The query part of the page's address, without "?". */
  query: z.string().check(z.maxLength(10_000), z.regex(/^[\x20-\x7e]*$/)),
  /** Seen by everyone of the account who may see analytics (staff: by all staff who may). */
  shared: z.boolean(),
  /** A report by mail to whoever made it: every Monday, or on the first of each month. */
  report: z.enum(reportPaces),
})
export type SavedViewDraft = z.infer<typeof SavedViewDraft>

/** Filters, columns and order of a list that somebody kept under a name. */
export const SavedView = z.extend(SavedViewDraft, {
  id: Id,
  version: z.number(),
  /** Who made it; only they may change it. */
  owner: z.object({ id: Id, name: z.string() }),
  own: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

const shared = { access: 'analytics.viewanalytics', scope: 'view', tag: 'analytics' } as const
const One = z.object({ viewId: Id })

export const listViews = operation({
  method: 'GET',
  path: '/analytics/views',
  ...shared,
  summary: 'Saved views: your own and those that are shared with you',
  input: z.object({}),
  output: List(SavedView),
})
export const createView = operation({
  method: 'POST',
  path: '/analytics/views',
  status: 201,
  ...shared,
  idempotent: true,
  summary: 'Save a view of analytics by name',
  input: SavedViewDraft,
  output: SavedView,
})
export const updateView = operation({
  method: 'PUT',
  path: '/analytics/views/{viewId}',
  ...shared,
  summary: 'Change a saved view of your own',
  input: z.extend(SavedViewDraft, One.shape),
  output: SavedView,
})
export const deleteView = operation({
  method: 'DELETE',
  path: '/analytics/views/{viewId}',
  status: 204,
  ...shared,
  summary: 'Delete a saved view of your own',
  undoable: true,
  input: One,
  output: Nothing,
})
