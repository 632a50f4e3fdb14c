import { type SQL, sql } from 'drizzle-orm'
import { businessTimeZone } from '#platform/constants.ts'

/**
 * SQL: agreements in force for a NIF, of the series that it bills in; those of before name none and are of the first.
 * @param month first day of the month whose operations they have to precede: accepted by its end, as sales are supplied
 * and accrue by the month (RD 1619/2012, art. 5.2; Ley 37/1992, art. 75.Uno.7º)
 */
export const inForce = (
  accountId: SQL,
  taxId: SQL,
  series: SQL,
  month?: SQL,
) => sql`select g.* from billing_agreement g
  where g.account_id = ${accountId} and g.withdrawn_at is null
    and (g.tax_id = ${taxId} or (g.tax_id is null and ${series} = 1))
    ${
      month
        ? sql`and (g.at at time zone ${sql.raw(`'${businessTimeZone}'`)})::date < coalesce(${month}, 'infinity'::date) + interval '1 month'`
        : sql``
    }`

/** SQL: the first month of a bill's lines. */
export const firstMonth = (billId: SQL) =>
  sql`(select min(l.month) from bill_line l where l.bill_id = ${billId} and l.type <> 'Advance')`
