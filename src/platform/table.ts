import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { idsIn, labelReads, memberRole, portalTenant, serviceOnly, serviceRole } from './tenancy.ts'
import type { KeptTable } from './undo.ts'

/** Primary key: a UUIDv7, made by the program so that rows sort by time of creation. */
export const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => v7())
/** A moment in time; read and written as a Date, stored with its zone. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => moment().notNull().default(sql`clock_timestamp()`)
/** Integer cents. Safe as a number up to 90 billion euros. */
export const cents = () => bigint({ mode: 'number' })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** A text in both languages of the product; Spanish always there. */
export interface BilingualText {
  es: string
  en?: string | undefined
}

/** The audit log. Append-only: the application's roles may insert and read, nothing else. */
export const activity = pgTable(
  'activity',
  {
    id: id(),
    at: createdAt(),
    actorId: uuid(),
    onBehalfOf: uuid(),
    /** Of what a program did in somebody's name: the API key that it came with. */
    keyId: uuid(),
    portalId: uuid(),
    accountId: uuid(),
    action: text().notNull(),
    targetId: text(),
    before: jsonb(),
    after: jsonb(),
    address: text(),
    requestId: text(),
    /** Of an edit: whether the version that it began with was held against the row's; null for everything else. */
    compared: boolean(),
  },
  (t) => [
    index().on(t.at),
    index().on(t.portalId, t.at),
    index().on(t.targetId, t.at),
    index().on(t.actorId, t.at),
    index().on(t.onBehalfOf, t.at),
    index().on(t.action, t.at),
    // What can be put back is looked for by what was kept of it, which is little beside the log.
    index().on(t.requestId).where(sql`request_id is not null`),
    pgPolicy('read', {
      for: 'select',
      to: memberRole,
      using: sql`portal_id in ${idsIn('app.portals')}`,
    }),
    labelReads('portal_id'),
    pgPolicy('append', { for: 'insert', to: memberRole, withCheck: sql`true` }),
    pgPolicy('service_read', { for: 'select', to: serviceRole, using: sql`true` }),
    pgPolicy('service_append', { for: 'insert', to: serviceRole, withCheck: sql`true` }),
  ],
)

/**
 * What rows were before a change that can be taken back, and what it made of them; written by triggers alone, one row for
 * each change of a row. @see undo.ts
 */
export const keptRow = pgTable(
  'kept_row',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    requestId: uuid().notNull(),
    action: text().notNull(),
    actorId: uuid().notNull(),
    portalId: uuid(),
    inTable: text().$type<KeptTable>().notNull(),
    was: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Null: deleted. */
    became: jsonb().$type<Record<string, unknown>>(),
    at: createdAt(),
    undoneAt: moment(),
  },
  (t) => [index().on(t.requestId), index().on(t.at), ...serviceOnly()],
)

/** Answers already given to a request with an `Idempotency-Key`, kept 24 hours. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    actorId: uuid().notNull(),
    operation: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    answer: jsonb(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.actorId, t.operation, t.key] }),
    index().on(t.createdAt),
    pgPolicy('own', {
      for: 'all',
      to: memberRole,
      using: sql`actor_id = (select nullif(current_setting('app.person', true), '')::uuid)`,
      withCheck: sql`actor_id = (select nullif(current_setting('app.person', true), '')::uuid)`,
    }),
    ...serviceOnly(),
  ],
)

/** Mail to be sent; written in the transaction of what it tells of, sent by a job. */
export const mail = pgTable(
  'mail',
  {
    id: id(),
    to: text().notNull(),
    /** Whose name stands before the provider's address as its sender. */
    fromName: text(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    locale: text().notNull(),
    kind: text().notNull(),
    state: text().$type<'waiting' | 'sending' | 'sent' | 'kept' | 'failed'>().notNull().default('waiting'),
    tries: integer().notNull().default(0),
    error: text(),
    /** The process died with it in flight: it went out again, with the same Message-ID, and may have arrived twice. */
    uncertain: boolean().notNull().default(false),
    /** Where a reader or their mail program takes it off (RFC 8058). */
    unsubscribeUrl: text(),
    /** SHA-256 of the single-use link in it: once that is spent, it is taken out of the text. */
    linkHash: text(),
    createdAt: createdAt(),
    sentAt: moment(),
  },
  (t) => [index().on(t.state, t.createdAt), index().on(t.linkHash), ...serviceOnly()],
)

/** A stored file; the bytes live in the file store under `key`. */
export const file = pgTable(
  'file',
  {
    id: id(),
    portalId: uuid(),
    key: text().notNull().unique(),
    type: text().notNull(),
    bytes: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.portalId), ...portalTenant(t.portalId)],
)

/** Values that all processes of one installation share, such as the key of its keyed hashes. */
export const setting = pgTable('setting', { key: text().primaryKey(), value: text().notNull() }, () =>
  serviceOnly(),
)
