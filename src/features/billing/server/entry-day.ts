import { sql } from 'drizzle-orm'
import { businessTimeZone } from '#platform/constants.ts'

/** SQL: the day to which an entry `e` belongs: that of the bank for a payment, that of the record for everything else. */
export const entryDay = sql`coalesce(e.day, (e.at at time zone ${sql.raw(`'${businessTimeZone}'`)})::date)`
