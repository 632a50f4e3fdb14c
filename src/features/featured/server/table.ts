import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { portal } from '#features/portals/server/table.ts'
import { type BilingualText, createdAt, moment } from '#platform/table.ts'
import { portalTenant } from '#platform/tenancy.ts'
import type { FeaturedStatus, FeaturedType } from '../contract.ts'

/**
 * What a portal puts on top, in order of `position`. `startsAt` is when it appears: its duration counts from there.
 * No foreign key on the target: it may be in one of three tables, and what it points at may go.
 */
export const featured = pgTable(
  'featured',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    type: text().$type<FeaturedType>().notNull(),
    targetId: uuid(),
    mediaUrl: text(),
    url: text(),
    description: jsonb().$type<BilingualText>(),
    status: text().$type<FeaturedStatus>().notNull().default('draft'),
    startsAt: moment(),
    durationDays: integer().notNull(),
    position: integer().notNull(),
    deletedAt: moment(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    index().on(t.id),
    index().on(t.portalId, t.position),
    ...portalTenant(t.portalId),
  ],
)
