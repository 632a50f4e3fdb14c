import * as z from 'zod/mini'
import { fileOperation, operation } from '#platform/operation.ts'
import { Id, Moment, PortalId } from '#platform/shapes.ts'
import { eventStates, publications } from './choices.ts'
import { EventsQuery, eventReader } from './contract.ts'

/** Events going in and out as files, and the two views of them that are no list. */

/** At most this many events in one file. */
export const importRowsMax = 500
/** A row of a file of events, with what is wrong in it or the event that it became. */
export const ImportRow = z.object({
  /** Line of a CSV, row of a sheet, or place in a calendar. */
  row: z.number(),
  name: z.string(),
  startsAt: z.nullable(Moment),
  timeZone: z.string(),
  where: z.string(),
  /** Field → what is wrong, in the reader's words. */
  errors: z.record(z.string(), z.string()),
  eventId: z.nullable(Id),
})
export type ImportRow = z.infer<typeof ImportRow>

export const importEvents = operation({
  method: 'POST',
  path: '/portal/{portalId}/events/import',
  tag: 'events',
  summary:
    'Add the events of an iCalendar, CSV or XLSX file: a dry run, all or none, or the valid ones. The same file twice adds nothing',
  access: 'events.createoreditevents',
  scope: 'portal',
  idempotent: true,
  input: z.extend(PortalId, {
    mode: z.enum(['check', 'all', 'valid']),
    file: z.file(),
    publication: z.optional(z.enum(['draft', 'published'])),
  }),
  output: z.object({ rows: z.array(ImportRow), created: z.number() }),
})

export const exportEventSheet = fileOperation({
  path: '/portal/{portalId}/events/file',
  tag: 'events',
  summary: "A portal's events as CSV, with the columns that an import takes",
  access: eventReader,
  scope: 'portal',
  input: z.extend(EventsQuery, PortalId.shape),
})

const SeenQuery = z.extend(EventsQuery, { portal: z.optional(Id) })

export const exportAllEvents = fileOperation({
  path: '/events/calendar',
  tag: 'events',
  summary: 'Events of all portals that the caller sees, as an iCalendar file',
  access: 'events.viewevents',
  scope: 'view',
  input: SeenQuery,
})

export const exportAllEventSheet = fileOperation({
  path: '/events/file',
  tag: 'events',
  summary: 'The same as CSV',
  access: 'events.viewevents',
  scope: 'view',
  input: SeenQuery,
})

const Day = z.iso.date()

export const listEventDays = operation({
  method: 'GET',
  path: '/events/days',
  tag: 'events',
  summary: 'Events between two days of Europe/Madrid, both included, for a calendar',
  access: 'events.viewevents',
  scope: 'view',
  input: z.extend(SeenQuery, { f: Day, t: Day }),
  output: z.object({
    items: z.array(
      z.object({
        id: Id,
        portalId: Id,
        portalName: z.string(),
        name: z.string(),
        startsAt: Moment,
        timeZone: z.string(),
        city: z.nullable(z.string()),
        state: z.enum(eventStates),
        publication: z.enum(publications),
        past: z.boolean(),
      }),
    ),
    /** How many there are; a calendar of more than a thousand shows the first. */
    total: z.number(),
  }),
})

export const listEventPlaces = operation({
  method: 'GET',
  path: '/events/places',
  tag: 'events',
  summary: 'How many events there are by city, the most first',
  access: 'events.viewevents',
  scope: 'view',
  input: SeenQuery,
  output: z.object({
    items: z.array(
      z.object({
        country: z.string(),
        /** ISO 3166-2 in Spain. */
        province: z.nullable(z.string()),
        city: z.nullable(z.string()),
        events: z.number(),
        portals: z.number(),
        nextAt: z.nullable(Moment),
      }),
    ),
    total: z.number(),
  }),
})
