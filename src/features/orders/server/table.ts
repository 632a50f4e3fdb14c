import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import { portal } from '#features/portals/server/table.ts'
import type { Category } from '#features/products/server/table.ts'
import { plain } from '#platform/like.ts'
import { bytea, createdAt, moment } from '#platform/table.ts'
import { portalTenant } from '#platform/tenancy.ts'
import type { uploadFormats } from '../choices.ts'
import type { Wish } from '../reading-contract.ts'

/** Millionths of a euro; see docs/decisions/0005-amounts-in-millionths.md. */
const micros = () => bigint({ mode: 'number' })

/** Which portal a source's shop belongs to, as the source names it ("artist.bandcamp.com"). */
export const orderSource = pgTable(
  'order_source',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    source: text().notNull(),
    key: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.source, t.key] }),
    uniqueIndex('order_source_key').on(t.source, t.key),
    ...portalTenant(t.portalId),
  ],
)

/** An order of a source. The buyer is a keyed hash and a place, nothing else. */
export const order = pgTable(
  'order',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    source: text().notNull(),
    externalId: text().notNull(),
    placedAt: moment().notNull(),
    currency: text().notNull(),
    country: text(),
    /** ISO 3166-2 where known ("ES-B"). */
    province: text(),
    city: text(),
    buyerHash: bytea(),
    campaign: text(),
    clickId: uuid(),
    batchId: uuid().notNull(),
    /** Kept by triggers on its lines; see the migration. */
    updatedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    uniqueIndex('order_external').on(t.portalId, t.source, t.externalId),
    // Numbers of files as people compare them; see known-lines.ts.
    index('order_number')
      .on(t.portalId, sql`lower(ltrim(${t.externalId}, '# '))`)
      .where(sql`${t.source} = 'csv'`),
    // By how numbers end, which is what people read out of one; see search/server/numbered.ts.
    index('order_number_end').on(sql`reverse(lower(${t.externalId})) text_pattern_ops`, t.portalId),
    index().on(t.portalId, t.placedAt),
    index().on(t.portalId, t.updatedAt),
    index().on(t.placedAt),
    index('order_place').on(t.country, plain(sql`${t.city}`), t.placedAt),
    index('order_portal_place').on(t.portalId, t.country, plain(sql`${t.city}`), t.placedAt),
    ...portalTenant(t.portalId),
  ],
)

/** What an order comes to now, in cents as its lines are shown, and what it sold: kept by triggers on them. */
export const orderTotal = pgTable(
  'order_total',
  {
    portalId: uuid().notNull(),
    orderId: uuid().notNull(),
    netCents: bigint({ mode: 'number' }).notNull(),
    /** Bits of the categories of its sales; see `order_fact`. */
    categories: smallint().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.orderId] }),
    index().on(t.netCents, t.orderId),
    index().on(t.portalId, t.netCents, t.orderId),
    ...portalTenant(t.portalId),
  ],
)

/**
 * Facts. A sale is a line of an order; refunds and cancellations are negative facts of their own, dated on the day they
 * happened. Amounts `…Amount` are in the order's currency, exact; `…Micros` in millionths of EUR at `currencyRate`, all
 * without tax. net = gross − discounts − refunds; income = net × (1 − commission) − production cost.
 */
export const orderLine = pgTable(
  'order_line',
  {
    portalId: uuid().notNull(),
    orderId: uuid().notNull(),
    kind: text().$type<'sale' | 'refund' | 'cancellation'>().notNull(),
    ordinal: integer().notNull(),
    at: moment().notNull(),
    skuId: uuid().notNull(),
    productId: uuid(),
    variantId: uuid(),
    category: text().$type<Category>(),
    units: integer().notNull(),
    /** 1 on the first sale of an order, −1 on the first line of its cancellation, else 0: orders = Σ orders. */
    orders: smallint().notNull(),
    grossAmount: numeric().notNull(),
    netAmount: numeric().notNull(),
    taxAmount: numeric().notNull(),
    currency: text().notNull(),
    currencyRate: numeric().notNull(),
    grossMicros: micros().notNull(),
    discountsMicros: micros().notNull(),
    refundsMicros: micros().notNull(),
    netMicros: micros().notNull(),
    taxMicros: micros().notNull(),
    incomeMicros: micros().notNull(),
    /** The commission in per cent that the line was made with. */
    commissionPct: numeric().notNull(),
    /** Whose rate that was: null for the one of all portals. */
    rateOf: text().$type<'portal' | 'product'>(),
    /** Of a product's own: from how many units sold on. */
    rateUnits: integer(),
    batchId: uuid().notNull(),
    /** When it was told; null for what was there before this was kept. */
    toldAt: moment().default(sql`now()`),
    /** When it is owed, where that is not when it happened: at the release of a presave, `infinity` for what a shop sold before. */
    owedAt: moment(),
    /** The split that what it earned is shared by: of the day on which its order was placed. */
    splitId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.orderId, t.kind, t.ordinal] }),
    foreignKey({ columns: [t.portalId, t.orderId], foreignColumns: [order.portalId, order.id] }),
    index().on(t.portalId, t.at),
    // With all that a SKU's sales are told by, so that its lines are not fetched from everywhere.
    index('order_line_sku').on(t.portalId, t.skuId, t.at, t.units, t.netMicros),
    index('order_line_owed').on(t.portalId, t.owedAt).where(sql`owed_at is not null`),
    // With all that is held back by, so that a shop's past is counted without being fetched.
    index('order_line_owed_later')
      .on(t.portalId, t.at, t.owedAt, t.incomeMicros)
      .where(sql`owed_at is not null`),
    // With its kind, so that lists of what was paid back or called off fetch no line to know which it was.
    index('order_line_reversed').on(t.portalId, t.orderId, t.kind).where(sql`kind <> 'sale'`),
    // What came back in some days, without every sale of these days.
    index('order_line_reversed_at').on(t.portalId, t.at).where(sql`kind <> 'sale'`),
    index('order_line_unmapped').on(t.portalId, t.orderId).where(sql`product_id is null and kind = 'sale'`),
    index().on(t.batchId),
    // Lines come in about in the order of their days: a few kB say where those of some days of all portals stand.
    index('order_line_days').using('brin', t.at),
    ...portalTenant(t.portalId),
  ],
)

/** The day from which a source's sales are owed; a source without one owes all of them. See owed-from.ts. */
export const owedFrom = pgTable(
  'owed_from',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    source: text().notNull(),
    day: date().notNull(),
  },
  (t) => [primaryKey({ columns: [t.portalId, t.source] }), ...portalTenant(t.portalId)],
)

/** History of imports. `portalId` is null when a file spreads over several portals. */
export const importRun = pgTable(
  'import_run',
  {
    id: uuid()
      .primaryKey()
      .$defaultFn(() => v7()),
    portalId: uuid(),
    kind: text().$type<'orders' | 'visits'>().notNull(),
    format: text().notNull(),
    fileName: text().notNull(),
    actorId: uuid(),
    /** Of its facts; null for visits. */
    batchId: uuid(),
    undoneAt: moment(),
    report: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.portalId, t.createdAt), ...portalTenant(t.portalId)],
)

/** How a shop's files are read, saved with an import of one: the next with the same columns needs no answers. */
export const orderFormat = pgTable(
  'order_format',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    id: uuid()
      .notNull()
      .$defaultFn(() => v7()),
    name: text().notNull(),
    /** Of the names of its columns, by which its files are known: SHA-256. */
    signature: text().notNull(),
    columns: integer().notNull(),
    format: text().$type<(typeof uploadFormats)[number]>().notNull(),
    wish: jsonb().$type<Wish>().notNull(),
    createdAt: createdAt(),
    usedAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.id] }),
    uniqueIndex('order_format_signature').on(t.portalId, t.signature),
    ...portalTenant(t.portalId),
  ],
)

/**
 * An order as its shop last told it. `state` is the newest that came, `firsts` the first moment at which each thing that
 * carries no date of its own was seen: together they are the same in whatever order deliveries come.
 */
export const orderState = pgTable(
  'order_state',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    source: text().notNull(),
    externalId: text().notNull(),
    toldAt: moment().notNull(),
    state: jsonb().$type<Record<string, unknown>>().notNull(),
    firsts: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** What it was counted at in each currency; empty for what was told before this was kept. */
    rates: jsonb().$type<Record<string, string>>().notNull().default({}),
    updatedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.portalId, t.source, t.externalId] }), ...portalTenant(t.portalId)],
)
