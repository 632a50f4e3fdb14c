import { type SQL, sql } from 'drizzle-orm'
import { businessTimeZone } from '#platform/constants.ts'

/**
 * SQL: agreements in force for a NIF and the series that it bills in. Each NIF that an account has had is another series, also
 * one that it goes back to: its agreement is of the one that it was given for, and of no later one. Those of before name no
 * series, and the oldest no NIF either; these are of the account's first.
 * @param before the moment of the first operation that they have to precede (RD 1619/2012, art. 5.2)
 */
export const inForce = (
  accountId: SQL,
  taxId: SQL,
  series: SQL,
  before?: SQL,
) => sql`select g.* from billing_agreement g
  where g.account_id = ${accountId} and g.withdrawn_at is null
    and (g.tax_id = ${taxId} and coalesce(g.series, ${series}) = ${series} or g.tax_id is null and ${series} = 1)
    ${before ? sql`and g.at < coalesce(${before}, 'infinity'::timestamptz)` : sql``}`

const zone = sql.raw(`'${businessTimeZone}'`)

/** SQL: the end of the month that a day is in. */
export const endOfMonth = (month: SQL) =>
  sql`((date_trunc('month', ${month}::date) + interval '1 month')::timestamp at time zone ${zone})`

/**
 * SQL: when the first of a bill's operations was done. Bills of before do not know it: theirs is the end of the first month
 * of their lines, null where they have none but an advance's, whose operations are to come.
 */
export const operationsFrom = (billId: SQL) => sql`(select coalesce(o.operations_from, (
    select ${endOfMonth(sql`min(l.month)`)} from bill_line l where l.bill_id = o.id and l.type <> 'Advance'))
  from bill o where o.id = ${billId})`
