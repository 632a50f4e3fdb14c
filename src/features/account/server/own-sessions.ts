import Bowser from 'bowser'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { sessionIdleDays } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import type { SessionEntry } from '../contract.ts'
import { session } from './table.ts'

/** Spy sessions are staff's; one that still owes its second factor is no sign-in yet. */
const own = (personId: string) =>
  and(eq(session.personId, personId), isNull(session.parentHash), eq(session.twoFactorPending, false))

/** Where a person is signed in, the latest first. */
export async function ownSessions(tx: Tx, personId: string, currentHash: string): Promise<SessionEntry[]> {
  const found = await tx
    .select()
    .from(session)
    .where(
      and(
        own(personId),
        gt(session.expiresAt, sql`clock_timestamp()`),
        gt(session.lastSeenAt, sql`clock_timestamp() - make_interval(days => ${sessionIdleDays})`),
      ),
    )
    .orderBy(desc(session.lastSeenAt))
  return found.map((row) => ({
    id: row.id,
    current: row.tokenHash === currentHash,
    browser: describeAgent(row.userAgent),
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }))
}

/** `Firefox, Windows` of a User-Agent header; empty when it says nothing. */
function describeAgent(userAgent: string | null): string {
  if (!userAgent) return ''
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(', ')
}

/** Ends one of a person's own sessions. @throws NotFound for anybody else's. */
export async function endOwnSession(tx: Tx, personId: string, sessionId: string): Promise<void> {
  const ended = await tx
    .delete(session)
    .where(and(eq(session.id, sessionId), own(personId)))
    .returning({ id: session.id })
  if (ended.length === 0) throw new NotFound()
}
