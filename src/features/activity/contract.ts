import * as z from 'zod/mini'
import { locales } from '#platform/constants.ts'
import { anyOf, fileOperation, operation } from '#platform/operation.ts'
import { Id, List, Moment, Nothing, OptionalText, PageNumber } from '#platform/shapes.ts'

const Named = z.object({ id: z.string(), name: z.nullable(z.string()) })

/** Something that somebody did, as it is told afterwards. */
export const ActivityEntry = z.object({
  id: Id,
  at: Moment,
  /** Full name of the operation. */
  action: z.string(),
  /** What was done, in the reader's language. */
  summary: z.string(),
  /** Null: somebody who was not signed in. A name is null when the person is gone. */
  actor: z.nullable(Named),
  /** The person that staff viewed as while they did it. */
  onBehalfOf: z.nullable(Named),
  /** The API key of the program that did it in somebody's name. */
  key: z.nullable(Named),
  portal: z.nullable(Named),
  target: z.nullable(Named),
  /** Each field that differs, as people read it. */
  changes: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
    }),
  ),
  address: z.nullable(z.string()),
  /** By which the caller can still take it back. */
  undo: z.nullable(Id),
  /** What was written since and stands against taking it back, as people read it: `Title, Address`; empty where nothing does. */
  changedSince: z.string(),
  /** An edit that did not say which version it began with: what somebody else wrote meanwhile was not looked for. */
  uncompared: z.boolean(),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

const filters = {
  /** Who did it, or for whom it was done. */
  person: z.optional(Id),
  portal: z.optional(Id),
  action: z.optional(z.string().check(z.maxLength(80))),
  /** Days in Europe/Madrid, both included. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  /** The row that it was done to. */
  target: z.optional(z.string().check(z.maxLength(80))),
  /** Everything that this person did or that was done to them: a timeline. */
  about: z.optional(Id),
  /** Only what can still be put back. */
  restorable: z.optional(z.literal('1')),
  /** Only what was deleted and can still be put back. */
  deleted: z.optional(z.literal('1')),
}
export const ActivityQuery = z.object({ ...filters, page: PageNumber })
export type ActivityQuery = z.infer<typeof ActivityQuery>

const readers = anyOf(['staff.viewstaff', 'portal.manageportals'])

export const listActivity = operation({
  tool: {},
  method: 'GET',
  path: '/activity',
  tag: 'activity',
  summary:
    'What was changed, newest first, 50 a page: members see the portals that they manage, staff with staff.viewstaff all, other staff their own doings',
  access: readers,
  scope: 'none',
  input: ActivityQuery,
  output: List(ActivityEntry),
})

const Choice = z.object({ value: z.string(), label: z.string() })
export const listActivityChoices = operation({
  method: 'GET',
  path: '/activity/choices',
  tag: 'activity',
  summary:
    'What the activity can be filtered by: actions by name, people and portals that the caller may know of',
  access: readers,
  scope: 'none',
  input: z.object({
    /** Only people and portals with this in their name; fifty of each at most, by name. */
    q: z.optional(OptionalText(100)),
    /** Chosen ones, which are there in any case. */
    person: z.optional(Id),
    portal: z.optional(Id),
  }),
  output: z.object({ actions: z.array(Choice), people: z.array(Choice), portals: z.array(Choice) }),
})

export const exportActivity = fileOperation({
  path: '/activity/export',
  tag: 'activity',
  summary: 'The same rows, all of them, as CSV',
  access: readers,
  scope: 'none',
  input: z.object({ ...filters, locale: z.optional(z.enum(locales)) }),
})
export const undoChange = operation({
  method: 'POST',
  path: '/undo/{requestId}',
  status: 204,
  tag: 'activity',
  summary:
    'Take a deletion, an edit, a new order or a change of many things back, by the X-Request-Id of its answer, for 30 days',
  access: 'signedIn',
  scope: 'none',
  outside: 'undo',
  spy: true,
  input: z.object({ requestId: Id }),
  output: Nothing,
})
export type ActivityFilters = Omit<ActivityQuery, 'page'>
