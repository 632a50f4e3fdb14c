import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, pgPolicy, pgRole } from 'drizzle-orm/pg-core'

/**
 * Row-level security, the second lock behind the filters of every query.
 *
 * An operation's transaction runs as one of three database roles that cannot bypass policies: `member`
 * for people of the customers' side, who reach only the portals and accounts named in the transaction's settings,
 * `label` for those who reach all portals of an account beside them, and `service` for staff, sign-in, jobs and imports, who
 * reach every row.
 */
export const memberRole = pgRole('backline_member').existing()
/** Belongs to `member`: its policies only add to those. */
export const labelRole = pgRole('backline_label').existing()
export const serviceRole = pgRole('backline_service').existing()

/**
 * The ids of a transaction's setting, read and hashed once a query. Not as an array: the planner would take it for an index
 * condition that leaves next to nothing, and look for rows by it alone.
 */
export const idsIn = (setting: 'app.portals' | 'app.accounts'): SQL =>
  sql.raw(`(select unnest(string_to_array(nullif(current_setting('${setting}', true), ''), ',')::uuid[]))`)

/**
 * The portals of the accounts in `app.labels`, which may be thousands: told by an index, and below the policies of the portals
 * themselves. Fifteen hundred ids in a setting cost each table of a query a millisecond, half of it while it was planned.
 */
const ofLabel = sql.raw('(select id from label_portal)')

/**
 * The portals' own rows by their account, deleted ones too: every query leaves those out, as it does for staff, and an index
 * that need not tell it is read alone.
 */
const ofOwnLabel = sql.raw(
  `account_id = any((select string_to_array(nullif(current_setting('app.labels', true), ''), ',')::uuid[])::uuid[])`,
)
/** Policies of the table of portals. */
export const portalsTenant = (id: AnyPgColumn) => [
  ...tenant(id, 'app.portals'),
  pgPolicy('label', { for: 'all', to: labelRole, using: ofOwnLabel, withCheck: ofOwnLabel }),
]

/** The person of a member's transaction. */
export const ownPerson = sql.raw(`(select nullif(current_setting('app.person', true), '')::uuid)`)

// The table's casing is applied to columns, not to names inside a policy.
const inPolicy = (column: AnyPgColumn) =>
  sql.identifier(column.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

const tenant = (column: AnyPgColumn, setting: 'app.portals' | 'app.accounts') => {
  const own = sql`${inPolicy(column)} in ${idsIn(setting)}`
  return [
    pgPolicy('tenant', { for: 'all', to: memberRole, using: own, withCheck: own }),
    pgPolicy('service', { for: 'all', to: serviceRole, using: sql`true`, withCheck: sql`true` }),
  ]
}

/** Policies of a table whose rows belong to one portal. */
export const portalTenant = (portalId: AnyPgColumn) => {
  const own = sql`${inPolicy(portalId)} in ${ofLabel}`
  return [
    ...tenant(portalId, 'app.portals'),
    pgPolicy('label', { for: 'all', to: labelRole, using: own, withCheck: own }),
  ]
}

/** What a label's people may read beside a table's own policies: rows of its portals. */
export const labelReads = (portalId: string) =>
  pgPolicy('label_read', {
    for: 'select',
    to: labelRole,
    using: sql`${sql.identifier(portalId)} in ${ofLabel}`,
  })
/** The same for what they add. */
export const labelAppends = (portalId: string) =>
  pgPolicy('label_append', {
    for: 'insert',
    to: labelRole,
    withCheck: sql`${sql.identifier(portalId)} in ${ofLabel}`,
  })

/** Policies of a table whose rows belong to one account. */
export const accountTenant = (accountId: AnyPgColumn) => tenant(accountId, 'app.accounts')

/** Policies of a table that members never reach: sign-in, tokens, outbox. */
export const serviceOnly = () => [
  pgPolicy('service', { for: 'all', to: serviceRole, using: sql`true`, withCheck: sql`true` }),
]
