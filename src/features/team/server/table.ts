import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { person } from '#features/account/server/table.ts'
import { portal } from '#features/portals/server/table.ts'
import type { Role } from '#platform/permissions.ts'
import { createdAt, moment } from '#platform/table.ts'
import { portalTenant } from '#platform/tenancy.ts'

/** A person's membership of one portal. Effective permissions = (role ∪ grants) − denies. */
export const member = pgTable(
  'member',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    personId: uuid()
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    role: text().$type<Role>().notNull(),
    grants: jsonb().$type<string[]>().notNull().default([]),
    denies: jsonb().$type<string[]>().notNull().default([]),
    version: integer().notNull().default(1),
    lastSeenAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.personId] }),
    index().on(t.personId),
    ...portalTenant(t.portalId),
  ],
)
