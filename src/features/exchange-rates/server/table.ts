import { sql } from 'drizzle-orm'
import { date, index, numeric, pgPolicy, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { memberRole, serviceOnly } from '#platform/tenancy.ts'

/** Reference rates as the European Central Bank publishes them: units of the currency for one euro. */
export const exchangeRate = pgTable(
  'exchange_rate',
  {
    currency: text().notNull(),
    day: date().notNull(),
    perEuro: numeric().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.currency, t.day] }),
    index().on(t.day),
    // Public figures; a member's own orders are counted at them.
    pgPolicy('read', { for: 'select', to: memberRole, using: sql`true` }),
    ...serviceOnly(),
  ],
)
