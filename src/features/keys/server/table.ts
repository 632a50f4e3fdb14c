import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { createdAt, id, moment } from '#platform/table.ts'
import { serviceOnly } from '#platform/tenancy.ts'

/** A program's way in, as its owner or less. The key itself is stored as its SHA-256 only. */
export const apiKey = pgTable(
  'api_key',
  {
    id: id(),
    personId: uuid()
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    hash: text().notNull().unique(),
    /** Its last four characters, to tell keys apart. */
    ending: text().notNull(),
    permissions: jsonb().$type<string[]>().notNull(),
    /** Only this portal; null: whatever its owner reaches. */
    portalId: uuid(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    lastUsedAt: moment(),
    revokedAt: moment(),
  },
  (t) => [index().on(t.personId), ...serviceOnly()],
)
