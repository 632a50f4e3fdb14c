import { sql } from 'drizzle-orm'
import { bigint, index, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '#platform/table.ts'
import { idsIn, memberRole, serviceOnly } from '#platform/tenancy.ts'

const count = () => bigint({ mode: 'number' }).notNull().default(0)
const salesMeasures = () => ({
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
const visitsMeasures = () => ({ visits: count(), visitors: count(), views: count(), clicks: count() })

/**
 * A scope is a portal's id, an account's id, or the nil UUID for everything (staff): each has rows of its own, so that
 * an answer never adds up portals. `grain` is `hour` (UTC hours), `day` or `month` (of Europe/Madrid); `t` is the
 * moment at which the bucket begins.
 */
const scoped = () => ({
  scopeId: uuid().notNull(),
  grain: text().$type<'hour' | 'day' | 'month'>().notNull(),
  t: moment().notNull(),
})
const scopeTenant = () => {
  const column = sql.raw('scope_id')
  return [
    pgPolicy('read', {
      for: 'select',
      to: memberRole,
      using: sql`${column} = any(${idsIn('app.portals')}) or ${column} = any(${idsIn('app.accounts')})`,
    }),
    ...serviceOnly(),
  ]
}

export const salesTotal = pgTable('sales_total', { ...scoped(), ...salesMeasures() }, (t) => [
  primaryKey({ columns: [t.scopeId, t.grain, t.t] }),
  ...scopeTenant(),
])

/** `dimension`: sku, category, country, province, city, source, campaign, portal. Grains day and month only. */
export const salesDimension = pgTable(
  'sales_dimension',
  { ...scoped(), dimension: text().notNull(), value: text().notNull(), ...salesMeasures() },
  (t) => [
    primaryKey({ columns: [t.scopeId, t.dimension, t.grain, t.t, t.value] }),
    // Staff read the SKUs of all portals: each belongs to one portal, so there is no row for everything.
    index('sales_dimension_sku').on(t.grain, t.t).where(sql`dimension = 'sku'`),
    ...scopeTenant(),
  ],
)

export const visitsTotal = pgTable('visits_total', { ...scoped(), ...visitsMeasures() }, (t) => [
  primaryKey({ columns: [t.scopeId, t.grain, t.t] }),
  ...scopeTenant(),
])

/**
 * `dimension`: source, medium, campaign, referrer, channel, country, province, city, device, browser, link, portal.
 * Grains day and month only.
 */
export const visitsDimension = pgTable(
  'visits_dimension',
  { ...scoped(), dimension: text().notNull(), value: text().notNull(), ...visitsMeasures() },
  (t) => [primaryKey({ columns: [t.scopeId, t.dimension, t.grain, t.t, t.value] }), ...scopeTenant()],
)

/**
 * A lot of facts written together. Totals are added in the same transaction; `rolledAt` stays null until a job has
 * added the dimensions too, so that each fact counts exactly once however often the job is interrupted.
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
