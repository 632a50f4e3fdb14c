import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'

interface Columns {
  id: string
  name: string
  role: string
  inherited: boolean
  pending: boolean
  last_seen_at: Date | string | null
}

/** People who reach a portal: direct members and, in a label, those of its master portal. */
export async function teamOf(tx: Tx, portalId: string) {
  const found = await rows<Columns>(
    tx,
    sql`select distinct on (lower(who.name), who.id) who.id, who.name, m.role, m.portal_id <> p.id as inherited,
        who.password_hash is null as pending, who.last_seen_at
      from portal p join account a on a.id = p.account_id
      join portal o on o.account_id = p.account_id and o.deleted_at is null and (o.id = p.id or (a.type = 'master' and o.master))
      join member m on m.portal_id = o.id
      join person who on who.id = m.person_id
      where p.id = ${portalId} and who.suspended_at is null
      order by lower(who.name), who.id, m.portal_id <> p.id`,
  )
  return found.map((row) => ({
    id: row.id,
    name: row.name,
    role: row.role,
    inherited: row.inherited,
    pending: row.pending,
    lastSeenAt: row.last_seen_at ? new Date(row.last_seen_at).toISOString() : null,
  }))
}
