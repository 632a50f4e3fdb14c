import { type SQL, sql } from 'drizzle-orm'
import type { View } from '#platform/call.ts'

/** Where the actor looks: one portal, an account with all of its portals that are not deleted, or everything. */
export type Base = { portalId: string } | { accountId: string } | 'everything'

export const baseOf = (view: View): Base =>
  view.kind === 'staff'
    ? 'everything'
    : view.kind === 'account'
      ? { accountId: view.accountId }
      : { portalId: view.portal.id }

/** A condition on portals `o`. What an account has is its portals that are not deleted, whoever asks: its totals count no others. */
export const within = (base: Base): SQL =>
  base === 'everything'
    ? sql`true`
    : 'accountId' in base
      ? sql`o.account_id = ${base.accountId} and o.deleted_at is null`
      : sql`o.id = ${base.portalId}`

/** A column that has one of these values. */
export const oneOf = (column: SQL, values: readonly string[]) =>
  sql`${column} in (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
