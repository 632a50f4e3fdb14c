import { createHash, randomBytes } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import type { CallContext } from '#platform/handle.ts'
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

function cookie(secure: boolean, value: string, maxAgeSeconds: number) {
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`
  return `${cookieName(secure)}=${value}; ${flags}`
}

type Visitor = Pick<CallContext, 'headers' | 'services' | 'address' | 'userAgent' | 'sessionHash'>

/** Opens a session for the person and sets its cookie; the session that the browser held before ends. */
export async function openSession(tx: Tx, visitor: Visitor, personId: string, now: Date): Promise<string> {
  const token = newToken()
  if (visitor.sessionHash) await tx.delete(session).where(eq(session.tokenHash, visitor.sessionHash))
  await tx.insert(session).values({
    tokenHash: hashToken(token),
    personId,
    address: visitor.address,
    userAgent: visitor.userAgent.slice(0, 300),
    expiresAt: new Date(now.getTime() + sessionLifetimeMs),
  })
  visitor.headers.append(
    'Set-Cookie',
    cookie(visitor.services.secureCookies, token, sessionLifetimeMs / 1000),
  )
  return hashToken(token)
}

/** Ends one session and takes its cookie away. */
export async function closeSession(tx: Tx, visitor: Visitor): Promise<void> {
  if (visitor.sessionHash) await tx.delete(session).where(eq(session.tokenHash, visitor.sessionHash))
  visitor.headers.append('Set-Cookie', cookie(visitor.services.secureCookies, '', 0))
}

/** Ends every session of a person, except one if given. */
export async function closeSessionsOf(tx: Tx, personId: string, exceptHash?: string): Promise<void> {
  await tx
    .delete(session)
    .where(and(eq(session.personId, personId), exceptHash ? ne(session.tokenHash, exceptHash) : undefined))
}
