import { sql } from 'drizzle-orm'
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
    /** Which address was last asked for its picture, and our own copy of it where there was one. */
    pictureAsked: text(),
    pictureCopy: text(),
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
    index('link_picture_waiting')
      .on(t.id)
      .where(sql`picture_url is not null and picture_asked is distinct from picture_url`),
    ...portalTenant(t.portalId),
  ],
)
