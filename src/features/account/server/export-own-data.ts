import { desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { iso, select } from '#platform/select.ts'
import { activity } from '#platform/table.ts'
import { apiKey, person, session, subscribedCalendar } from './table.ts'

const profile = {
  id: person.id,
  name: person.name,
  email: person.email,
  locale: person.locale,
  staff: person.staff,
  permissions: person.permissions,
  picture_url: person.pictureUrl,
  color_mode: person.colorMode,
  two_factor_required: person.twoFactorRequired,
  two_factor_since: iso(person.totpConfirmedAt),
  created_at: iso(person.createdAt),
  last_seen_at: iso(person.lastSeenAt),
}
const membership = {
  portal_id: sql<string>`p.id`,
  portal: sql<string>`p.name`,
  role: sql<string>`m.role`,
  grants: sql<string[]>`m.grants`,
  denies: sql<string[]>`m.denies`,
}
const signedIn = {
  id: session.id,
  address: session.address,
  user_agent: session.userAgent,
  created_at: iso(session.createdAt),
  last_seen_at: iso(session.lastSeenAt),
  expires_at: iso(session.expiresAt),
}
const key = {
  id: apiKey.id,
  name: apiKey.name,
  permissions: apiKey.permissions,
  portal_id: apiKey.portalId,
  created_at: iso(apiKey.createdAt),
  expires_at: iso(apiKey.expiresAt),
  last_used_at: iso(apiKey.lastUsedAt),
  revoked_at: iso(apiKey.revokedAt),
}
const calendar = {
  id: subscribedCalendar.id,
  portal_id: subscribedCalendar.portalId,
  whole_account: subscribedCalendar.wholeAccount,
  created_at: iso(subscribedCalendar.createdAt),
  last_read_at: iso(subscribedCalendar.lastReadAt),
}
const act = {
  id: activity.id,
  at: iso(activity.at),
  action: activity.action,
  portal_id: activity.portalId,
  target_id: activity.targetId,
  address: activity.address,
}

/**
 * What is kept about a person, for themselves (GDPR art. 15 and 20). Nothing that would open a door is in it, nor what
 * their actions say of other people.
 */
export async function exportOwnData(tx: Tx, personId: string, now: Date) {
  const [own] = await select(tx, profile, sql`${person} where ${eq(person.id, personId)}`)
  const memberships = await select(
    tx,
    membership,
    sql`member m join portal p on p.id = m.portal_id where m.person_id = ${personId} order by p.name`,
  )
  const sessions = await select(
    tx,
    signedIn,
    sql`${session} where ${eq(session.personId, personId)} and ${session.parentHash} is null order by ${session.createdAt}`,
  )
  const apiKeys = await select(
    tx,
    key,
    sql`${apiKey} where ${eq(apiKey.personId, personId)} order by ${apiKey.createdAt}`,
  )
  const calendars = await select(
    tx,
    calendar,
    sql`${subscribedCalendar} where ${eq(subscribedCalendar.personId, personId)} order by ${subscribedCalendar.createdAt}`,
  )
  // All of them, however many years somebody works here: a copy that ends where nobody says so is none.
  const acts = await select(
    tx,
    act,
    sql`${activity} where ${eq(activity.actorId, personId)} order by ${desc(activity.at)}`,
  )
  return {
    ...{ exportedAt: now.toISOString(), profile: own ?? {} },
    ...{ memberships, sessions, apiKeys, calendars, activity: acts },
  }
}
