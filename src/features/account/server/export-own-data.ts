import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'

type Row = Record<string, unknown>

/**
 * What is kept about a person, for themselves (GDPR art. 15 and 20). Nothing that would open a door is in it, nor what
 * their actions say of other people.
 */
export async function exportOwnData(tx: Tx, personId: string, now: Date) {
  const [profile] = await rows<Row>(
    tx,
    sql`select id, name, email, locale, staff, permissions, picture_url, color_mode, two_factor_required,
      totp_confirmed_at as two_factor_since, created_at, last_seen_at from person where id = ${personId}`,
  )
  const memberships = await rows<Row>(
    tx,
    sql`select p.id as portal_id, p.name as portal, m.role, m.grants, m.denies
      from member m join portal p on p.id = m.portal_id where m.person_id = ${personId} order by p.name`,
  )
  const sessions = await rows<Row>(
    tx,
    sql`select id, address, user_agent, created_at, last_seen_at, expires_at from session
      where person_id = ${personId} and parent_hash is null order by created_at`,
  )
  const apiKeys = await rows<Row>(
    tx,
    sql`select id, name, permissions, portal_id, created_at, expires_at, last_used_at, revoked_at from api_key
      where person_id = ${personId} order by created_at`,
  )
  const activity = await rows<Row>(
    tx,
    sql`select id, at, action, portal_id, target_id, address from activity
      where actor_id = ${personId} order by at desc limit 10000`,
  )
  return { exportedAt: now.toISOString(), profile: profile ?? {}, memberships, sessions, apiKeys, activity }
}
