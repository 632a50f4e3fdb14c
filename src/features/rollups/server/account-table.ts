import { sql } from 'drizzle-orm'
import { pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#platform/table.ts'
import { idsIn, memberRole, serviceOnly } from '#platform/tenancy.ts'
import { salesMeasures, visitsMeasures } from './table.ts'

/** What all portals of an account come to together that are not deleted: triggers of 0090 keep it with their totals. */
const ofAccount = () => ({
  accountId: uuid().notNull(),
  grain: text().$type<'hour' | 'day' | 'month' | 'year'>().notNull(),
  t: moment().notNull(),
})
/** Only who reaches an account's master portal sees what all its portals come to. */
const accountReader = () => [
  pgPolicy('read', {
    for: 'select',
    to: memberRole,
    using: sql`account_id in (select p.account_id from portal p
      where p.account_id in ${idsIn('app.accounts')} and p.master and p.deleted_at is null)`,
  }),
  ...serviceOnly(),
]

/** Grains hour, day, month and year. */
export const accountSalesTotal = pgTable(
  'account_sales_total',
  { ...ofAccount(), ...salesMeasures() },
  (t) => [primaryKey({ columns: [t.accountId, t.grain, t.t] }), ...accountReader()],
)

/** Grains day and month. */
export const accountVisitsTotal = pgTable(
  'account_visits_total',
  { ...ofAccount(), ...visitsMeasures() },
  (t) => [primaryKey({ columns: [t.accountId, t.grain, t.t] }), ...accountReader()],
)
