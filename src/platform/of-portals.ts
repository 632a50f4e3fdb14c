import { type SQL, sql } from 'drizzle-orm'
import type { Person, PortalScope } from './actor.ts'
import { labelsOf } from './actor-portals.ts'
import type { Scoped } from './call.ts'

/** Whose rows a list shows: these portals', and those of all portals of these accounts. Undefined shows everybody's. */
export interface Seen {
  portals: readonly string[]
  accounts: readonly string[]
}

export const seenPortal = (id: string): Seen => ({ portals: [id], accounts: [] })

/** Whose rows the caller's view shows. */
export const seenInView = ({ view }: Pick<Scoped, 'view'>): Seen | undefined =>
  view?.kind === 'staff'
    ? undefined
    : view?.kind === 'account'
      ? { portals: [], accounts: [view.accountId] }
      : { portals: view ? [view.portal.id] : [], accounts: [] }

/** Whose rows a member sees wherever they belong. */
export const seenAnywhere = (memberships: readonly PortalScope[], person: Person): Seen => ({
  portals: memberships.map(({ id }) => id),
  accounts: labelsOf(memberships, person),
})

/**
 * Rows of the portals seen; of one by its key, so that an index in the list's order serves. A label's are asked for in a
 * way that only filters: as a join, or as an array of unknown length, it would be what the rows are looked for by.
 */
export function ofPortals(column: SQL, seen: Seen | undefined): SQL {
  if (!seen) return sql`true`
  const { portals, accounts } = seen
  const named =
    portals.length === 1
      ? sql`${column} = ${portals[0]}`
      : sql`${column} = any(${sql.param(`{${portals.join(',')}}`)}::uuid[])`
  if (accounts.length === 0) return named
  const own = sql`(${column} in (select own.id from portal own
    where own.account_id = any(${sql.param(`{${accounts.join(',')}}`)}::uuid[]) and own.deleted_at is null)) is true`
  return portals.length === 0 ? own : sql`(${own} or ${named})`
}

/** Rows of portals that have not been deleted. Those that have been are few, and rows in order need no join to know. */
export const ofLivePortals = (column: SQL): SQL =>
  sql`${column} not in (select gone.id from portal gone where gone.deleted_at is not null)`
