import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
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

/**
 * Somebody was asked to join a team and has not answered: they reach nothing yet. One invitation may name several
 * portals, each with its role. `name` is what the inviter wrote; who the address belongs to is nobody's business.
 */
export const invitation = pgTable(
  'invitation',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    id: uuid().notNull(),
    personId: uuid()
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    invitedBy: uuid().references(() => person.id, { onDelete: 'set null' }),
    name: text().notNull(),
    role: text().$type<Role>().notNull(),
    grants: jsonb().$type<string[]>().notNull().default([]),
    denies: jsonb().$type<string[]>().notNull().default([]),
    version: integer().notNull().default(1),
    /** When it was mailed last: the newest is what a link to activate belongs to. */
    sentAt: moment().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    unique().on(t.portalId, t.personId),
    index().on(t.personId),
    ...portalTenant(t.portalId),
  ],
)
