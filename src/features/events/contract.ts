import * as z from 'zod/mini'
import { businessTimeZone } from '#platform/constants.ts'
import { fileOperation, operation } from '#platform/operation.ts'
import {
  FileUrl,
  Id,
  List,
  Moment,
  Nothing,
  noSignIn,
  OptionalText,
  PageNumber,
  PortalId,
  Text,
} from '#platform/shapes.ts'
import { completeWeb } from '#platform/web-address.ts'
import { eventKinds, eventOrders, eventStates, publications } from './choices.ts'

export const ticketTypes = ['tickets', 'presale', 'VIP', 'free', 'soldOut'] as const
export type EventKind = (typeof eventKinds)[number]
export type Publication = (typeof publications)[number]
export type EventState = (typeof eventStates)[number]
export type TicketType = (typeof ticketTypes)[number]

export const nameMaxLength = 120
export const placeMaxLength = 120
export const lineUpMax = 60
export const ticketsMax = 10

/** Only http and https sell tickets. */
const TicketUrl = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(2000),
  z.overwrite(completeWeb),
  z.refine((value) => /^https?:\/\/[^\s<>"]+$/i.test(value) && URL.canParse(value), { error: 'webAddress' }),
  noSignIn,
)

/** A way to get into an event, and from when it can be had. */
export const Ticket = z.object({
  type: z.enum(ticketTypes),
  /** Not needed where nothing is sold: free and sold out. */
  url: z.optional(z.nullable(TicketUrl)),
  onSaleAt: z.optional(z.nullable(Moment)),
})

const Place = z.optional(z.nullable(OptionalText(placeMaxLength)))

/** An event as it is sent. */
export const EventDraft = z.object({
  name: Text(nameMaxLength),
  kind: z.optional(z.enum(eventKinds)),
  startsAt: Moment,
  doorsAt: z.optional(z.nullable(Moment)),
  endsAt: z.optional(z.nullable(Moment)),
  /** IANA name; Europe/Madrid unless said. */
  timeZone: z._default(z.string().check(z.maxLength(60)), businessTimeZone),
  venue: Place,
  address: Place,
  city: Place,
  /** In Spain a name or an ISO 3166-2 code, elsewhere free. */
  province: Place,
  /** ISO 3166-1 code; ES unless said. */
  country: z._default(z.string().check(z.regex(/^[A-Z]{2}$/)), 'ES'),
  lineUp: z.optional(z.array(Text(80)).check(z.maxLength(lineUpMax))),
  posterUrl: z.optional(z.nullable(FileUrl)),
  tickets: z.optional(z.array(Ticket).check(z.maxLength(ticketsMax))),
  /** Draft unless said, and unless said it stays; other than that asks `portal.editevents`. */
  publication: z.optional(z.enum(publications)),
  /** When a scheduled event appears. */
  publishAt: z.optional(z.nullable(Moment)),
  state: z.optional(z.enum(eventStates)),
})
export type EventDraft = z.infer<typeof EventDraft>

/** A concert or another event of a portal; times are moments, with the zone of the place beside them. */
export const Event = z.object({
  id: Id,
  portalId: Id,
  portalName: z.string(),
  name: z.string(),
  kind: z.enum(eventKinds),
  startsAt: Moment,
  doorsAt: z.nullable(Moment),
  endsAt: z.nullable(Moment),
  timeZone: z.string(),
  /** Where a rescheduled event stood before. */
  previousStartsAt: z.nullable(Moment),
  venue: z.nullable(z.string()),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** ISO 3166-2 in Spain. */
  province: z.nullable(z.string()),
  country: z.string(),
  lineUp: z.array(z.string()),
  posterUrl: z.nullable(z.string()),
  tickets: z.array(
    z.object({ type: z.enum(ticketTypes), url: z.nullable(z.string()), onSaleAt: z.nullable(Moment) }),
  ),
  /** `scheduled` turns into `published` by itself when its moment comes. */
  publication: z.enum(publications),
  publishAt: z.nullable(Moment),
  state: z.enum(eventStates),
  /** Over: its end, or six hours after its start, has passed. */
  past: z.boolean(),
  /** Clicks on its tickets in the last 30 days. */
  clicks: z.number(),
  /** For `If-Match`. */
  version: z.number(),
  updatedAt: Moment,
})
export type Event = z.infer<typeof Event>

export const EventsQuery = z.object({
  q: z.optional(OptionalText(100)),
  when: z.optional(z.enum(['upcoming', 'past'])),
  publication: z.optional(z.enum(publications)),
  state: z.optional(z.enum(eventStates)),
  kind: z.optional(z.enum(eventKinds)),
  /** Column, with a leading `-` for descending. Upcoming first, then what is past, unless said. */
  orderBy: z.optional(z.enum(eventOrders.flatMap((column) => [column, `-${column}`] as const))),
  page: PageNumber,
})
export type EventsQuery = z.infer<typeof EventsQuery>

const EventOfPortal = z.extend(PortalId, { eventId: Id })

/** Whoever reads a portal's content, and staff who see events. */
export const eventReader = { reader: 'events.viewevents' } as const

export const listPortalEvents = operation({
  method: 'GET',
  path: '/portal/{portalId}/events',
  tag: 'events',
  summary: 'Events of a portal, 50 a page',
  access: eventReader,
  scope: 'portal',
  input: z.extend(EventsQuery, PortalId.shape),
  output: List(Event),
})

export const getEvent = operation({
  tool: {},
  method: 'GET',
  path: '/portal/{portalId}/event/{eventId}',
  tag: 'events',
  summary: 'One event',
  access: eventReader,
  scope: 'portal',
  input: EventOfPortal,
  output: Event,
})

export const createEvent = operation({
  tool: { fixed: { publication: 'draft', publishAt: null } },
  method: 'POST',
  path: '/portal/{portalId}/event',
  status: 201,
  tag: 'events',
  summary: 'Add an event to a portal',
  access: 'events.createoreditevents',
  scope: 'portal',
  idempotent: true,
  input: z.extend(EventDraft, PortalId.shape),
  output: Event,
})

export const updateEvent = operation({
  method: 'PUT',
  path: '/portal/{portalId}/event/{eventId}',
  tag: 'events',
  summary: 'Change an event',
  access: 'events.createoreditevents',
  scope: 'portal',
  versioned: true,
  undoable: true,
  input: z.extend(EventDraft, EventOfPortal.shape),
  output: Event,
})

export const duplicateEvent = operation({
  method: 'POST',
  path: '/portal/{portalId}/event/{eventId}/copy',
  status: 201,
  tag: 'events',
  summary: 'Copy an event as a draft of its own',
  access: 'events.createoreditevents',
  scope: 'portal',
  idempotent: true,
  input: EventOfPortal,
  output: Event,
})

export const setPublication = operation({
  method: 'PUT',
  path: '/portal/{portalId}/event/{eventId}/publication',
  tag: 'events',
  summary: 'Show an event on the portal, now or from a moment on, or take it off',
  access: 'portal.editevents',
  scope: 'portal',
  versioned: true,
  undoable: true,
  input: z.extend(EventOfPortal, {
    publication: z.enum(publications),
    publishAt: z.optional(z.nullable(Moment)),
  }),
  output: Event,
})

export const deleteEvent = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/event/{eventId}',
  status: 204,
  tag: 'events',
  summary: 'Delete an event',
  access: 'events.deleteevents',
  scope: 'portal',
  undoable: true,
  input: EventOfPortal,
  output: Nothing,
})

export const listEvents = operation({
  tool: {},
  method: 'GET',
  path: '/events',
  tag: 'events',
  summary: 'Events of all portals that the caller sees: staff all, a label its own',
  access: 'events.viewevents',
  scope: 'view',
  input: z.extend(EventsQuery, { portal: z.optional(Id) }),
  output: List(Event),
})

export const exportEvents = fileOperation({
  path: '/portal/{portalId}/events/calendar',
  tag: 'events',
  summary: "A portal's events as an iCalendar file",
  access: eventReader,
  scope: 'portal',
  input: z.extend(EventsQuery, PortalId.shape),
})
