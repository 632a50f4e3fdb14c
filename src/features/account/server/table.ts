import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { plain } from '#platform/like.ts'
import { createdAt, id, moment } from '#platform/table.ts'
import { memberRole, ownPerson, serviceOnly } from '#platform/tenancy.ts'

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
    pictureUrl: text(),
    /** `auto`: by the hour of the reader's clock. */
    colorMode: text().$type<'auto' | 'light' | 'dark'>().notNull().default('auto'),
    /** Sealed with the installation's key; without `totpConfirmedAt` it is still being set up. */
    totpSeed: text(),
    totpConfirmedAt: moment(),
    /** The 30-second step of the last code taken: none is taken twice. */
    totpStep: integer(),
    /** Set by whoever manages staff: without a second factor the person gets no further than setting it up. */
    twoFactorRequired: boolean().notNull().default(false),
    /** Made with the demo world and its known password: of its staff no second factor is demanded. */
    demo: boolean().notNull().default(false),
    suspendedAt: moment(),
    /** When they went through the first-run tour, or closed it. */
    tourEndedAt: moment(),
    /** When they put away the list of what to do first. */
    firstHourEndedAt: moment(),
    lastSeenAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [
    index('person_by_name').on(plain(sql`name`), t.id),
    index('person_staff').on(t.id).where(sql`staff`),
    pgPolicy('own', { for: 'select', to: memberRole, using: sql`id = ${ownPerson}` }),
    ...serviceOnly(),
  ],
)

/** Ways in when the phone is gone, each good once. Stored as keyed hashes only. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    personId: uuid()
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    usedAt: moment(),
  },
  (t) => [primaryKey({ columns: [t.personId, t.hash] }), ...serviceOnly()],
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
    /** The password was right and the second factor is still asked: opens nothing but that step. */
    twoFactorPending: boolean().notNull().default(false),
    address: text(),
    userAgent: text(),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  (t) => [index().on(t.personId), index().on(t.parentHash), index().on(t.expiresAt), ...serviceOnly()],
)

/** Single-use links: activation, new password, new address, first super person. Stored as SHA-256 only. */
export const token = pgTable(
  'token',
  {
    hash: text().primaryKey(),
    kind: text().$type<'activate' | 'reset' | 'firstSuper' | 'email'>().notNull(),
    /** Of kind `email`: the address that the link proves. */
    email: text(),
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
    /** With which of its permissions it changes things; null: of before there were such keys, it tells of orders alone. */
    writes: jsonb().$type<string[]>(),
    /** Only this portal; null: whatever its owner reaches. */
    portalId: uuid(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    lastUsedAt: moment(),
    revokedAt: moment(),
    /** Another key goes on in its place: it is replaced once. */
    replacedAt: moment(),
  },
  (t) => [index().on(t.personId), ...serviceOnly()],
)

/** A portal's or a label's dates at a secret address of one person's, for calendar programs. */
export const subscribedCalendar = pgTable(
  'subscribed_calendar',
  {
    id: id(),
    personId: uuid()
      .notNull()
      .references(() => person.id, { onDelete: 'cascade' }),
    portalId: uuid().notNull(),
    /** Of a label's portal: all portals of the account that the person sees. */
    wholeAccount: boolean().notNull().default(false),
    /** SHA-256 of what stands in the address, by which it is found. */
    hash: text().notNull().unique(),
    /** The same sealed with the installation's key, to show it again to whoever made it. */
    sealed: text().notNull(),
    createdAt: createdAt(),
    lastReadAt: moment(),
  },
  (t) => [index().on(t.personId), ...serviceOnly()],
)
