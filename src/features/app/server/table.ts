import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { type BilingualText, createdAt, id, moment } from '#platform/table.ts'
import { serviceOnly } from '#platform/tenancy.ts'

/** An entry of the changelog that staff write for everybody who signs in; without a moment it is a draft. */
export const appUpdate = pgTable(
  'app_update',
  {
    id: id(),
    title: jsonb().$type<BilingualText>().notNull(),
    body: jsonb().$type<BilingualText>().notNull(),
    publishedAt: moment(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  () => serviceOnly(),
)

/** Up to which moment a person has seen the changelog. */
export const appUpdateSeen = pgTable(
  'app_update_seen',
  {
    personId: uuid()
      .primaryKey()
      .references(() => person.id, { onDelete: 'cascade' }),
    until: moment().notNull(),
  },
  () => serviceOnly(),
)

/** Where an address of Backline leads instead, for everybody. */
export const redirect = pgTable(
  'redirect',
  {
    id: id(),
    /** Without language, in lower case, without a slash at its end. */
    path: text().notNull().unique(),
    to: text().notNull(),
    reason: text().notNull(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  () => serviceOnly(),
)
