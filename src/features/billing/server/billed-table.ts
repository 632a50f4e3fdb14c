import {
  customType,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { cents } from '#platform/table.ts'
import { serviceOnly } from '#platform/tenancy.ts'

/** Spans of time, as PostgreSQL writes them: `{(,"2026-11-06 05:11:00+00"]}`. */
export const moments = customType<{ data: string }>({ dataType: () => 'tstzmultirange' })

const at = () => timestamp({ withTimezone: true }).notNull()
const micros = () => cents().notNull()

/**
 * Order lines as they were when a bill held them, before they were told otherwise or taken back. Written by triggers, for
 * months that were billed; rows are only ever added.
 */
export const orderLinePast = pgTable(
  'order_line_past',
  {
    portalId: uuid().notNull(),
    orderId: uuid().notNull(),
    kind: text().notNull(),
    ordinal: integer().notNull(),
    at: at(),
    skuId: uuid().notNull(),
    units: integer().notNull(),
    grossMicros: micros(),
    netMicros: micros(),
    incomeMicros: micros(),
    commissionPct: numeric().notNull(),
    toldAt: timestamp({ withTimezone: true }),
    goneAt: at(),
    owedAt: timestamp({ withTimezone: true }),
    splitId: uuid(),
    rateOf: text().$type<'portal' | 'product'>(),
    rateUnits: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.orderId, t.kind, t.ordinal, t.goneAt] }),
    index().on(t.portalId, t.at),
    ...serviceOnly(),
  ],
)
