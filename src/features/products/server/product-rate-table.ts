import { sql } from 'drizzle-orm'
import { check, date, integer, numeric, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { portal } from '#features/portals/server/table.ts'
import { createdAt } from '#platform/table.ts'
import { portalTenant } from '#platform/tenancy.ts'

/**
 * A product's own commission, before its portal's from its day on: one row for each step, the first from no unit sold on.
 * Rows of one day are one version. Without a rate, the portal's holds again.
 */
export const productRate = pgTable(
  'product_rate',
  {
    portalId: uuid()
      .notNull()
      .references(() => portal.id),
    productId: uuid().notNull(),
    validFrom: date().notNull(),
    /** How many units of the product were sold before the step is reached. */
    fromUnits: integer().notNull(),
    pct: numeric(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.portalId, t.productId, t.validFrom, t.fromUnits] }),
    check('of_units', sql`from_units >= 0`),
    ...portalTenant(t.portalId),
  ],
)
