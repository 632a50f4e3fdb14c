import { bigint, index, integer, pgTable, smallint, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#platform/table.ts'
import { portalTenant } from '#platform/tenancy.ts'

/**
 * Orders by hour, place and what they sold, for figures of some categories: an order counts in each that it sold of, once.
 * Like other facts only ever added to; triggers of 0097 keep it with the lines of orders.
 */
export const orderFact = pgTable(
  'order_fact',
  {
    portalId: uuid().notNull(),
    /** The beginning of a UTC hour. */
    t: moment().notNull(),
    placeId: bigint({ mode: 'bigint' }).notNull(),
    /** Bits of all categories that the order sold of: `category_bit` of 0097. */
    categories: smallint().notNull(),
    orders: integer().notNull(),
  },
  (t) => [
    // All that is asked of a portal stands in the index.
    index('order_fact_portal').on(t.portalId, t.t, t.placeId, t.categories, t.orders),
    index().on(t.t),
    ...portalTenant(t.portalId),
  ],
)
