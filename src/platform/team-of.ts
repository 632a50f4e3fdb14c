import { sql } from 'drizzle-orm'
import { elevated, type Tx } from './db.ts'
import { memberKeys, type Role } from './permissions.ts'
import { iso, select } from './select.ts'

/** A person who reaches a portal, by a membership of its own or by one of the label's master portal, or is asked to. */
export interface Reaching {
  /** The person's, or the invitation's: whose login an address is remains unsaid until they come. */
  id: string
  /** Never told. */
  personId: string
  name: string
  email: string
  role: Role
  grants: string[]
  denies: string[]
  keys: ReadonlySet<string>
  inherited: boolean
  /** Asked, and has not accepted. */
  pending: boolean
  lastSeenAt: string | null
  version: number
}

const columns = {
  id: sql<string>`r.id`,
  personId: sql<string>`r.person_id`,
  name: sql<string>`r.name`,
  email: sql<string>`r.email`,
  role: sql<Role>`r.role`,
  grants: sql<string[]>`r.grants`,
  denies: sql<string[]>`r.denies`,
  version: sql<number>`r.version`,
  inherited: sql<boolean>`r.inherited`,
  pending: sql<boolean>`r.pending`,
  lastSeenAt: iso(sql<Date | null>`r.last_seen_at`),
}

/**
 * Who reaches a portal or is asked to, by name; of a person with both memberships, the direct one. People belong to
 * several accounts, so they are read past row-level security: the portal id narrows.
 */
export async function teamOf(tx: Tx, portalId: string, memberId?: string): Promise<Reaching[]> {
  const found = await elevated(tx, 'people', () =>
    select(
      tx,
      columns,
      sql`(select * from (
          select distinct on (who.id) who.id, who.id as person_id, who.name, who.email, m.role, m.grants, m.denies,
            m.version, m.portal_id <> p.id as inherited, false as pending, who.last_seen_at
          from portal p join account a on a.id = p.account_id
          join portal o on o.account_id = p.account_id and o.deleted_at is null
            and (o.id = p.id or (a.type = 'master' and o.master))
          join member m on m.portal_id = o.id
          join person who on who.id = m.person_id
          where p.id = ${portalId} and who.suspended_at is null
          order by who.id, m.portal_id <> p.id
        ) reaching
        union all
        select i.id, i.person_id, i.name, who.email, i.role, i.grants, i.denies, i.version, false, true, null
        from invitation i join person who on who.id = i.person_id where i.portal_id = ${portalId}) r`,
    ),
  )
  return found
    .filter(({ id }) => memberId === undefined || id === memberId)
    .map((row) => ({ ...row, keys: memberKeys(row.role, row.grants, row.denies) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'es') || a.id.localeCompare(b.id))
}
