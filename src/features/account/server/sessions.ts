import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { sessionIdleDays } from '#platform/actor.ts'
import type { CallContext } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { session } from './table.ts'

const days = 24 * 60 * 60 * 1000
/** A session ends this long after it was opened, however much it is used. */
export const sessionLifetimeMs = 30 * days

/** 256 random bits for a cookie or a link; only `hashToken` of it is ever stored. */
export const newToken = () => randomBytes(32).toString('base64url')
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

const cookieName = (secure: boolean) => (secure ? '__Host-backline' : 'backline')

/** The SHA-256 of the session token in a Cookie header, if there is one. */
export function sessionHashFrom(
  cookieHeader: string | null | undefined,
  secure: boolean,
): string | undefined {
  const name = `${cookieName(secure)}=`
  const found = cookieHeader?.split(/;\s*/).find((part) => part.startsWith(name))
  const token = found?.slice(name.length)
  return token && /^[\w-]{43}$/.test(token) ? hashToken(token) : undefined
}

/** What every API key starts with, so that a leaked one is recognised for what it is. */
export const keyPrefix = 'blk_'

/** The SHA-256 of what an Authorization header gives as an API key, whatever it looks like: most are nobody's. */
export function keyHashFrom(authorization: string | undefined): string | undefined {
  const key = /^bearer (.*)$/i.exec(authorization ?? '')?.[1]
  return key === undefined ? undefined : hashToken(key.trim())
}

function cookie(secure: boolean, value: string, maxAgeSeconds: number) {
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`
  return `${cookieName(secure)}=${value}; ${flags}`
}

type Visitor = Pick<CallContext, 'headers' | 'services' | 'address' | 'userAgent' | 'sessionHash'>

interface NewSession {
  personId: string
  expiresAt: Date
  /** Until when the browser keeps its cookie, where that is longer than the session lasts. */
  cookieUntil?: Date
  twoFactorPending?: boolean
  parentHash?: string
  reason?: string
  currentPortalId?: string | null
}

/** Opens a session and sets its cookie; the one that the browser held before ends. */
export async function addSession(
  tx: Tx,
  visitor: Visitor,
  { cookieUntil, ...opening }: NewSession,
  now: Date,
): Promise<string> {
  const token = newToken()
  await endHeld(tx, visitor)
  await tx.insert(session).values({
    ...opening,
    tokenHash: hashToken(token),
    address: visitor.address,
    userAgent: visitor.userAgent.slice(0, 300),
  })
  const until = cookieUntil ?? opening.expiresAt
  giveCookie(visitor, token, Math.ceil((until.getTime() - now.getTime()) / 1000))
  return hashToken(token)
}

/** Sets the cookie that carries a session's token. */
export function giveCookie({ headers, services }: Visitor, token: string, maxAgeSeconds: number) {
  headers.append('Set-Cookie', cookie(services.secureCookies, token, maxAgeSeconds))
}

/** Opens an ordinary session for the person, at its full length. */
export const openSession = (tx: Tx, visitor: Visitor, personId: string, now: Date) =>
  addSession(tx, visitor, { personId, expiresAt: new Date(now.getTime() + sessionLifetimeMs) }, now)

/** How long a session may owe its second factor. */
const pendingLifetimeMs = 10 * 60 * 1000

/**
 * Opens a session for whoever has shown that a password or a mailed link is theirs: one that still owes the second
 * factor where the person has one.
 */
export function openAfterPassword(
  tx: Tx,
  visitor: Visitor,
  owner: { id: string; totpConfirmedAt: Date | null },
  now: Date,
): Promise<string> {
  if (!owner.totpConfirmedAt) return openSession(tx, visitor, owner.id, now)
  const expiresAt = new Date(now.getTime() + pendingLifetimeMs)
  return addSession(tx, visitor, { personId: owner.id, expiresAt, twoFactorPending: true }, now)
}

/** Ends one session, with the staff session behind it when it is a spy session, and takes its cookie away. */
export async function closeSession(tx: Tx, visitor: Visitor): Promise<void> {
  await endHeld(tx, visitor)
  giveCookie(visitor, '', 0)
}

/** What the browser held: behind a spy session a staff session waits under a token that nobody else has. */
async function endHeld(tx: Tx, { sessionHash }: Visitor): Promise<void> {
  if (!sessionHash) return
  const [ended] = await tx.delete(session).where(eq(session.tokenHash, sessionHash)).returning()
  if (ended?.parentHash) await tx.delete(session).where(eq(session.tokenHash, ended.parentHash))
}

/**
 * Ends every session of a person, except one if given. Of staff who see Backline as them the view is over; its row stays,
 * for it leads back to their own session.
 */
export async function closeSessionsOf(tx: Tx, personId: string, exceptHash?: string): Promise<void> {
  const theirs = and(
    eq(session.personId, personId),
    exceptHash ? ne(session.tokenHash, exceptHash) : undefined,
  )
  await tx.delete(session).where(and(theirs, isNull(session.parentHash)))
  await tx
    .update(session)
    .set({ expiresAt: sql`least(${session.expiresAt}, clock_timestamp())` })
    .where(theirs)
}

/** Takes away sessions that nobody can use any more. A view that is over leads back as long as the session behind it lasts. */
export async function dropEndedSessions(tx: Tx): Promise<void> {
  const ended = (alias: string) =>
    sql.raw(
      `(${alias}.expires_at < clock_timestamp() or ${alias}.last_seen_at < clock_timestamp() - interval '${sessionIdleDays} days')`,
    )
  await tx.execute(
    sql`delete from session s where ${ended('s')}
      and not exists (select from session p where p.token_hash = s.parent_hash and not ${ended('p')})`,
  )
}
