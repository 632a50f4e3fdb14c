import { type SQL, sql } from 'drizzle-orm'
import { startOfDaysAgo } from '#platform/within-days.ts'

/** Days of a rollup from 30 days ago to this moment: whoever tries a link out finds their click. */
export const last30Days = sql`grain = 'day' and t >= ${startOfDaysAgo(30)}`

/** Clicks of the last 30 days of one portal by what was clicked: rows of `value` (its id as text) and `clicks`. */
export const recentClicks = (portalId: string): SQL =>
  sql`(select value, sum(clicks)::int as clicks from visits_dimension
    where scope_id = ${portalId} and dimension = 'link' and ${last30Days} group by value)`

/** The same of one row: clicks of what a column `id` names, at the portal that `portalId` names. */
export const clicksOf = (portalId: SQL, id: SQL): SQL =>
  sql`(select coalesce(sum(clicks), 0)::int from visits_dimension
    where scope_id = ${portalId} and dimension = 'link' and value = ${id}::text and ${last30Days})`
