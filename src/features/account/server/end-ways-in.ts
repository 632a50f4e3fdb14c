import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { closeSessionsOf } from './sessions.ts'
import { apiKey, subscribedCalendar } from './table.ts'
import { spendAllTokens } from './tokens.ts'

/**
 * Another password or another address ends what the old one may have given away: every session, every link that was
 * mailed, and where the person asks for it the keys of programs and the addresses of calendars (they would all have to be
 * set up anew).
 */
export async function endWaysIn(
  tx: Tx,
  personId: string,
  now: Date,
  { endKeys }: { endKeys?: boolean | undefined },
): Promise<void> {
  await closeSessionsOf(tx, personId)
  await spendAllTokens(tx, personId, now)
  if (!endKeys) return
  await tx
    .update(apiKey)
    .set({ revokedAt: now })
    .where(and(eq(apiKey.personId, personId), isNull(apiKey.revokedAt)))
  await tx.delete(subscribedCalendar).where(eq(subscribedCalendar.personId, personId))
}
