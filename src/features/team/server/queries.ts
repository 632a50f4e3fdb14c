import { sql } from 'drizzle-orm'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { memberKeys, type Role } from '#platform/permissions.ts'

/** A person who reaches a portal, by a membership of its own or by one of the label's master portal. */
export interface Reaching {
  id: string
  name: string
  email: string
  role: Role
  grants: string[]
  denies: string[]
  keys: ReadonlySet<string>
  inherited: boolean
  pending: boolean
  lastSeenAt: string | null
  version: number
}

interface Columns extends Omit<Reaching, 'keys' | 'lastSeenAt'> {
  last_seen_at: Date | string | null
}

/**
 * Who reaches a portal, by name; of a person with both, the direct membership. People belong to several accounts, so
 * they are read past row-level security: the portal id narrows.
 */
export async function teamOf(tx: Tx, portalId: string, personId?: string): Promise<Reaching[]> {
  const found = await elevated(tx, () =>
    rows<Columns>(
      tx,
      sql`select distinct on (lower(who.name), who.id) who.id, who.name, who.email, m.role, m.grants, m.denies, m.version,
          m.portal_id <> p.id as inherited, who.password_hash is null as pending, who.last_seen_at
        from portal p join account a on a.id = p.account_id
        join portal o on o.account_id = p.account_id and o.deleted_at is null
          and (o.id = p.id or (a.type = 'master' and o.master))
        join member m on m.portal_id = o.id
        join person who on who.id = m.person_id
        where p.id = ${portalId} and who.suspended_at is null ${personId ? sql`and who.id = ${personId}` : sql``}
        order by lower(who.name), who.id, m.portal_id <> p.id`,
    ),
  )
  return found.map(({ last_seen_at, ...row }) => ({
    ...row,
    keys: memberKeys(row.role, row.grants, row.denies),
    lastSeenAt: last_seen_at ? new Date(last_seen_at).toISOString() : null,
  }))
}
