import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { portal } from '#features/portals/server/table.ts'
import { plain } from '#platform/like.ts'
import { createdAt, moment } from '#platform/table.ts'
import { portalTenant } from '#platform/tenancy.ts'
import type { EventKind, EventState, Publication, TicketType } from '../contract.ts'

export interface StoredTicket {
  type: TicketType
  url: string | null
  onSaleAt: string | null
}

/** A concert, festival, signing or online event of a portal. */
export const event = pgTable(
  'event',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    name: text().notNull(),
    kind: text().$type<EventKind>().notNull().default('concert'),
    startsAt: moment().notNull(),
    doorsAt: moment(),
    endsAt: moment(),
    timeZone: text().notNull(),
    previousStartsAt: moment(),
    venue: text(),
    address: text(),
    city: text(),
    province: text(),
    country: text().notNull().default('ES'),
    lineUp: jsonb().$type<string[]>().notNull().default([]),
    posterUrl: text(),
    tickets: jsonb().$type<StoredTicket[]>().notNull().default([]),
    publication: text().$type<Publication>().notNull().default('draft'),
    publishAt: moment(),
    state: text().$type<EventState>().notNull().default('scheduled'),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    index().on(t.id),
    index().on(t.portalId, t.startsAt),
    index().on(t.startsAt),
    index('event_ends').on(t.endsAt).where(sql`ends_at is not null`),
    index('event_by_name').on(plain(sql`name`), t.id),
    index('event_by_city').on(plain(sql`coalesce(city, '')`), t.id),
    ...portalTenant(t.portalId),
  ],
)
