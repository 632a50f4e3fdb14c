import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, pgPolicy, pgRole } from 'drizzle-orm/pg-core'

/**
 * Row-level security, the second lock behind the filters of every query.
 *
 * An operation's transaction runs as one of two database roles that cannot bypass policies: `member`
 * for people of the customers' side, who reach only the portals and accounts named in the transaction's settings,
 * and `service` for staff, sign-in, jobs and imports, who reach every row.
 */
export const memberRole = pgRole('backline_member').existing()
export const serviceRole = pgRole('backline_service').existing()

/**
 * The ids of a transaction's setting, read and hashed once a query. Not as an array: the planner would take it for an index
 * condition that leaves next to nothing, and look for rows by it alone.
 */
export const idsIn = (setting: 'app.portals' | 'app.accounts'): SQL =>
  sql.raw(`(select unnest(string_to_array(nullif(current_setting('${setting}', true), ''), ',')::uuid[]))`)

/** The person of a member's transaction. */
export const ownPerson = sql.raw(`(select nullif(current_setting('app.person', true), '')::uuid)`)

const tenant = (column: AnyPgColumn, setting: 'app.portals' | 'app.accounts') => {
  // The table's casing is applied to columns, not to names inside a policy.
  const name = column.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const own = sql`${sql.identifier(name)} in ${idsIn(setting)}`
  return [
    pgPolicy('tenant', { for: 'all', to: memberRole, using: own, withCheck: own }),
    pgPolicy('service', { for: 'all', to: serviceRole, using: sql`true`, withCheck: sql`true` }),
  ]
}

/** Policies of a table whose rows belong to one portal. */
export const portalTenant = (portalId: AnyPgColumn) => tenant(portalId, 'app.portals')

/** Policies of a table whose rows belong to one account. */
export const accountTenant = (accountId: AnyPgColumn) => tenant(accountId, 'app.accounts')

/** Policies of a table that members never reach: sign-in, tokens, outbox. */
export const serviceOnly = () => [
  pgPolicy('service', { for: 'all', to: serviceRole, using: sql`true`, withCheck: sql`true` }),
]
