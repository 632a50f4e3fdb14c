import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Empty, Id, List, Moment, Nothing } from '#platform/shapes.ts'

/** A portal's or a label's dates at a private address. What it shows follows the rights that its owner has when it is read. */
export const SubscribedCalendar = z.object({
  id: Id,
  /** Null once its owner no longer sees the events there: its address answers 404 then. */
  portal: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Of a label's portal: all portals of the account whose events its owner sees. */
  wholeAccount: z.boolean(),
  /** Where calendar programs read it. Whoever knows it sees what it shows. */
  address: z.url(),
  createdAt: Moment,
  lastReadAt: z.nullable(Moment),
})
export type SubscribedCalendar = z.infer<typeof SubscribedCalendar>

/** Of what a calendar to subscribe to is: one portal, or all portals of its account. */
export const CalendarDraft = z.object({ portalId: Id, wholeAccount: z.optional(z.boolean()) })
export type CalendarDraft = z.infer<typeof CalendarDraft>

export const listCalendars = operation({
  method: 'GET',
  path: '/account/calendars',
  tag: 'calendars',
  summary: "One's own subscribed calendars with their addresses, the latest first",
  access: 'signedIn',
  scope: 'none',
  spy: false,
  input: Empty,
  output: List(SubscribedCalendar),
})

export const createCalendar = operation({
  method: 'POST',
  path: '/account/calendars',
  status: 201,
  tag: 'calendars',
  summary:
    'Make a private address at which calendar programs read the events, releases and posts of a portal, or of a whole label',
  access: 'signedIn',
  scope: 'none',
  idempotent: 'secret',
  input: CalendarDraft,
  output: SubscribedCalendar,
})

const CalendarId = z.object({ calendarId: Id })

export const rotateCalendar = operation({
  method: 'POST',
  path: '/account/calendar/{calendarId}/rotation',
  status: 201,
  tag: 'calendars',
  summary: 'Give a calendar another address; the one before ends at once',
  access: 'signedIn',
  scope: 'none',
  idempotent: 'secret',
  input: CalendarId,
  output: SubscribedCalendar,
})

export const revokeCalendar = operation({
  method: 'DELETE',
  path: '/account/calendar/{calendarId}',
  status: 204,
  tag: 'calendars',
  summary: 'Take a calendar away: its address ends at once',
  access: 'signedIn',
  scope: 'none',
  input: CalendarId,
  output: Nothing,
})
