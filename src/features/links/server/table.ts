import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { portal } from '#features/portals/server/table.ts'
import { type BilingualText, createdAt, moment } from '#platform/table.ts'
import { portalTenant } from '#platform/tenancy.ts'

/** A link of a portal's page, shown in order of `position`. */
export const link = pgTable(
  'link',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    title: jsonb().$type<BilingualText>().notNull(),
    url: text().notNull(),
    icon: text(),
    pictureUrl: text(),
    position: integer().notNull(),
    visible: boolean().notNull().default(true),
    highlight: boolean().notNull().default(false),
    startsAt: moment(),
    endsAt: moment(),
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
