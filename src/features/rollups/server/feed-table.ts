import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#platform/table.ts'
import { serviceOnly } from '#platform/tenancy.ts'

/**
 * At most one row: facts are handed on to ClickHouse too. `copying`: what is older is on its way there; `fed`: all of it has
 * arrived; `used`: analytics is answered from there.
 */
export const factFeed = pgTable(
  'fact_feed',
  {
    one: boolean().primaryKey().default(true),
    state: text().$type<'copying' | 'fed' | 'used'>().notNull(),
    since: createdAt(),
  },
  (t) => [check('fact_feed_one', sql`${t.one}`), ...serviceOnly()],
)

/**
 * Facts on their way to ClickHouse, written in the transaction that made them, some thousands a row at most. Rows with the
 * same `token` are sent together, by whoever has leased them, and are gone once they have arrived.
 */
export const factOutbox = pgTable(
  'fact_outbox',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<'orders' | 'visits'>().notNull(),
    /** Facts as arrays of their columns in the order of `fact-columns.ts`. */
    facts: json().$type<unknown[][]>().notNull(),
    rows: integer().notNull(),
    /** The transaction that wrote it: what a copy has already seen is not sent again. */
    xid: text().notNull().default(sql`pg_current_xact_id()::text`),
    token: uuid(),
    leasedAt: moment(),
    createdAt: createdAt(),
  },
  (t) => [index('fact_outbox_token').on(t.token).where(sql`token is not null`), ...serviceOnly()],
)

/** Months (UTC) whose facts have been copied to ClickHouse, and what the copy saw: a snapshot as PostgreSQL writes it. */
export const factCopy = pgTable(
  'fact_copy',
  {
    kind: text().$type<'orders' | 'visits'>().notNull(),
    /** yyyyMM. */
    month: integer().notNull(),
    snapshot: text().notNull(),
    rows: bigint({ mode: 'number' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.month] }), ...serviceOnly()],
)
