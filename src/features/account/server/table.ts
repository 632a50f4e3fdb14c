import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { createdAt, id, moment } from '#platform/table.ts'
import { serviceOnly } from '#platform/tenancy.ts'

/** A person with a login: staff of the provider or a member of portals. E-mail is stored in lower case. */
export const person = pgTable(
  'person',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull().unique(),
    passwordHash: text(),
    locale: text().$type<'es' | 'en'>().notNull().default('es'),
    staff: boolean().notNull().default(false),
    super: boolean().notNull().default(false),
    /** Staff only: keys `group.action` that are held. */
    permissions: jsonb().$type<string[]>().notNull().default([]),
    suspendedAt: moment(),
    lastSeenAt: moment(),
    createdAt: createdAt(),
  },
  () => serviceOnly(),
)

/** A signed-in browser. The cookie's token is stored as its SHA-256 only. */
export const session = pgTable(
  'session',
  {
    tokenHash: text().primaryKey(),
    /** What its owner calls it by; says nothing of the token. */
    id: uuid()
      .notNull()
      .unique()
      .$defaultFn(() => v7()),
    personId: uuid()
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    currentPortalId: uuid(),
    /** Of a spy session: the staff session it was opened from. */
    parentHash: text(),
    reason: text(),
    address: text(),
    userAgent: text(),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (t) => [index().on(t.personId), index().on(t.expiresAt), ...serviceOnly()],
)

/** Single-use links: activation, new password, first super person. Stored as SHA-256 only. */
export const token = pgTable(
  'token',
  {
    hash: text().primaryKey(),
    kind: text().$type<'activate' | 'reset' | 'firstSuper'>().notNull(),
    personId: uuid().references(() => person.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [index().on(t.personId), index().on(t.expiresAt), ...serviceOnly()],
)

/** Counters of the rate limits, shared by all processes. */
export const rateLimit = pgTable(
  'rate_limit',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: moment(),
  },
  () => serviceOnly(),
)
