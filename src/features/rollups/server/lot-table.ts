import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytea, createdAt, moment } from '#platform/table.ts'
import { portalTenant, serviceOnly } from '#platform/tenancy.ts'
import { visitsMeasures } from './table.ts'

/**
 * Views on their way to ClickHouse past PostgreSQL's facts: some seconds of one process, hashed. They are gone once their lot is
 * done; that they were here `fact_batch` remembers.
 */
export const visitBatch = pgTable(
  'visit_batch',
  {
    /** A UUIDv7: in this order they become facts. */
    id: uuid().primaryKey(),
    /** Rows of `viewRow` as JSON, compressed by zstd. */
    views: bytea().notNull(),
    rows: integer().notNull(),
    /** The lot that it belongs to; null while it waits for one. */
    lot: bigint({ mode: 'number' }),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.lot, t.id), ...serviceOnly()],
)

/**
 * Batches that one process makes facts of together, in the order of `number`, each exactly once: what a lot holds is written down
 * first, ClickHouse takes its facts under `id`, then totals and `doneAt` are written together.
 */
export const visitLot = pgTable(
  'visit_lot',
  {
    number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid().notNull().defaultRandom(),
    doneAt: moment(),
    /** Who was seen when (`visitor-memory.ts`), once it is done: what is remembered of visitors is made of this again. */
    visitors: bytea(),
  },
  (t) => [index('visit_lot_open').on(t.number).where(sql`done_at is null`), ...serviceOnly()],
)

/** At most one row: the process that makes lots, until when; whoever commits one holds the row. */
export const visitCollector = pgTable(
  'visit_collector',
  {
    one: boolean().primaryKey().default(true),
    holder: uuid().notNull(),
    until: moment().notNull(),
  },
  (t) => [check('visit_collector_one', sql`${t.one}`), ...serviceOnly()],
)

/** Visits of which only ClickHouse has facts, by the day (UTC) of these: what has to come back before PostgreSQL can answer. */
export const visitAlone = pgTable(
  'visit_alone',
  { portalId: uuid().notNull(), day: date().notNull(), ...visitsMeasures() },
  (t) => [primaryKey({ columns: [t.portalId, t.day] }), index().on(t.day), ...portalTenant(t.portalId)],
)
