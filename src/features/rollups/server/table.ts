import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '#platform/table.ts'
import { idsIn, labelReads, memberRole, portalTenant, serviceOnly } from '#platform/tenancy.ts'

const count = () => bigint({ mode: 'number' }).notNull().default(0)
export const salesMeasures = () => ({
  orders: count(),
  units: count(),
  albums: count(),
  /** Millionths of EUR, without tax. */
  grossMicros: count(),
  discountsMicros: count(),
  refundsMicros: count(),
  netMicros: count(),
  incomeMicros: count(),
})
export const visitsMeasures = () => ({ visits: count(), visitors: count(), views: count(), clicks: count() })

/**
 * A scope is a portal's id, or the nil UUID for everything (staff). `grain` is `hour` (UTC hours), `day`, `month` or
 * `year` (of Europe/Madrid); `t` is the moment at which the bucket begins.
 */
const scoped = () => ({
  scopeId: uuid().notNull(),
  grain: text().$type<'hour' | 'day' | 'month' | 'year'>().notNull(),
  t: moment().notNull(),
})
const scopeTenant = () => {
  const column = sql.raw('scope_id')
  return [
    pgPolicy('read', {
      for: 'select',
      to: memberRole,
      using: sql`${column} in ${idsIn('app.portals')} or ${column} in ${idsIn('app.accounts')}`,
    }),
    labelReads('scope_id'),
    ...serviceOnly(),
  ]
}

/** Grains hour, day, month and year. */
export const salesTotal = pgTable('sales_total', { ...scoped(), ...salesMeasures() }, (t) => [
  primaryKey({ columns: [t.scopeId, t.grain, t.t] }),
  // Staff read the totals of all portals.
  index('sales_total_portals')
    .on(t.grain, t.t)
    .where(sql`scope_id <> '00000000-0000-0000-0000-000000000000'`),
  ...scopeTenant(),
])

/** Dimensions and what they are rolled up for: `dimensions.ts`. */
export const salesDimension = pgTable(
  'sales_dimension',
  { ...scoped(), dimension: text().notNull(), value: text().notNull(), ...salesMeasures() },
  (t) => [primaryKey({ columns: [t.scopeId, t.dimension, t.grain, t.t, t.value] }), ...scopeTenant()],
)

/**
 * SKUs by month and year, with an empty country wherever they were sold, and within each country (`??` where it is not
 * known). Each belongs to one portal: staff read the same rows.
 */
export const skuTotal = pgTable(
  'sku_total',
  {
    portalId: uuid().notNull(),
    country: text().notNull(),
    grain: text().$type<'month' | 'year'>().notNull(),
    t: moment().notNull(),
    skuId: uuid().notNull(),
    ...salesMeasures(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.country, t.grain, t.t, t.skuId] }),
    index().on(t.country, t.grain, t.t),
    ...portalTenant(t.portalId),
  ],
)

/** Grains hour (of everything only: a portal's hours are in `visit_fact`), day and month. */
export const visitsTotal = pgTable('visits_total', { ...scoped(), ...visitsMeasures() }, (t) => [
  primaryKey({ columns: [t.scopeId, t.grain, t.t] }),
  index('visits_total_portals')
    .on(t.grain, t.t)
    .where(sql`scope_id <> '00000000-0000-0000-0000-000000000000'`),
  ...scopeTenant(),
])

export const visitsDimension = pgTable(
  'visits_dimension',
  { ...scoped(), dimension: text().notNull(), value: text().notNull(), ...visitsMeasures() },
  (t) => [
    primaryKey({ columns: [t.scopeId, t.dimension, t.grain, t.t, t.value] }),
    // Staff read what only portals have rows of.
    index('visits_dimension_portals')
      .on(t.dimension, t.grain, t.t)
      .where(sql`scope_id <> '00000000-0000-0000-0000-000000000000'`),
    ...scopeTenant(),
  ],
)

/** Where facts come from in the world, once each; `id` is a hash of the three. Geography: nobody's secret. */
export const factPlace = pgTable(
  'fact_place',
  { id: bigint({ mode: 'bigint' }).primaryKey(), country: text(), province: text(), city: text() },
  () => [pgPolicy('read', { for: 'select', to: memberRole, using: sql`true` }), ...serviceOnly()],
)

/**
 * Fans who confirmed an address by the day on which they did (Europe/Madrid) and where they were then, as far as a proxy
 * tells it: empty where not. Counts alone, added to as fans confirm: nothing here leads to a fan or to what was left.
 */
export const fanPlace = pgTable(
  'fan_place',
  {
    portalId: uuid().notNull(),
    day: date().notNull(),
    country: text().notNull(),
    /** ISO 3166-2 where known. */
    province: text().notNull(),
    city: text().notNull(),
    fans: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.day, t.country, t.province, t.city] }),
    // Staff ask about everything at once.
    index().on(t.day),
    ...portalTenant(t.portalId),
  ],
)

/** Countries that a portal has had facts from: what its figures can be narrowed to. */
export const factCountry = pgTable(
  'fact_country',
  { portalId: uuid().notNull(), country: text().notNull() },
  (t) => [primaryKey({ columns: [t.portalId, t.country] }), ...portalTenant(t.portalId)],
)

/** What brought visits to a portal, once each; `id` is a hash of the rest. */
export const visitOrigin = pgTable(
  'visit_origin',
  {
    portalId: uuid().notNull(),
    id: bigint({ mode: 'bigint' }).notNull(),
    source: text(),
    medium: text(),
    campaign: text(),
    referrer: text(),
    channel: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.portalId, t.id] }), ...portalTenant(t.portalId)],
)

/**
 * Visits by hour with all of their dimensions, for one portal or a few. Only ever added to: what has the same key is
 * added up when it is read, and a correction is a negative row. Nothing here leads back to a person.
 */
export const visitFact = pgTable(
  'visit_fact',
  {
    portalId: uuid().notNull(),
    /** The beginning of a UTC hour. */
    t: moment().notNull(),
    placeId: bigint({ mode: 'bigint' }).notNull(),
    originId: bigint({ mode: 'bigint' }).notNull(),
    device: text().notNull(),
    browser: text().notNull(),
    linkId: uuid(),
    visits: integer().notNull(),
    visitors: integer().notNull(),
    views: integer().notNull(),
    clicks: integer().notNull(),
  },
  (t) => [
    // All that is asked of a portal stands in the index, in the portal's order.
    index('visit_fact_portal').on(
      t.portalId,
      t.t,
      t.placeId,
      t.originId,
      t.device,
      t.browser,
      t.visits,
      t.visitors,
      t.clicks,
    ),
    index().on(t.t),
    index('visit_fact_link').on(t.t).where(sql`link_id is not null`),
    ...portalTenant(t.portalId),
  ],
)

/** The same for sales. */
export const saleFact = pgTable(
  'sale_fact',
  {
    portalId: uuid().notNull(),
    t: moment().notNull(),
    skuId: uuid().notNull(),
    placeId: bigint({ mode: 'bigint' }).notNull(),
    category: text(),
    campaign: text(),
    orders: integer().notNull(),
    units: integer().notNull(),
    grossMicros: bigint({ mode: 'number' }).notNull(),
    discountsMicros: bigint({ mode: 'number' }).notNull(),
    refundsMicros: bigint({ mode: 'number' }).notNull(),
    netMicros: bigint({ mode: 'number' }).notNull(),
    incomeMicros: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    index('sale_fact_portal').on(
      t.portalId,
      t.t,
      t.placeId,
      t.skuId,
      t.category,
      t.orders,
      t.units,
      t.grossMicros,
      t.discountsMicros,
      t.refundsMicros,
      t.netMicros,
      t.incomeMicros,
    ),
    index().on(t.t),
    ...portalTenant(t.portalId),
  ],
)

/**
 * A month of a portal whose dimensions are rolled up as everything's are: many facts, and none added since. Who adds one
 * takes the row away, and facts tell the month until it is rolled up again.
 */
export const portalMonth = pgTable(
  'portal_month',
  {
    portalId: uuid().notNull(),
    kind: text().$type<'orders' | 'visits'>().notNull(),
    t: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.portalId, t.kind, t.t] }), ...portalTenant(t.portalId)],
)

/**
 * A row each for orders and visits: the rollups of simple portals are right while `made` is what was last `asked` for. An
 * account that changes its type, and its master portal with it, asks for them anew.
 */
export const typeRollup = pgTable(
  'type_rollup',
  {
    kind: text().$type<'orders' | 'visits'>().primaryKey(),
    asked: integer().notNull(),
    made: integer().notNull(),
  },
  () => serviceOnly(),
)

/**
 * A lot of facts written together. Facts and totals are added in the same transaction; `rolledAt` stays null until a job
 * has added the dimensions too, so that each fact counts exactly once however often the job is interrupted.
 */
export const factBatch = pgTable(
  'fact_batch',
  {
    id: id(),
    kind: text().$type<'orders' | 'visits'>().notNull(),
    createdAt: createdAt(),
    rolledAt: moment(),
  },
  (t) => [index('fact_batch_waiting').on(t.createdAt).where(sql`rolled_at is null`), ...serviceOnly()],
)
