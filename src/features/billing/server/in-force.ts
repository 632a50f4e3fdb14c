import { type SQL, sql } from 'drizzle-orm'

/** SQL: agreements in force for a NIF, of the series that it bills in; those of before name none and are of the first. */
export const inForce = (accountId: SQL, taxId: SQL, series: SQL) => sql`select g.* from billing_agreement g
  where g.account_id = ${accountId} and g.withdrawn_at is null
    and (g.tax_id = ${taxId} or (g.tax_id is null and ${series} = 1))`
