import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import type { EventDraft } from '../contract.ts'
import { getEvent } from './queries.ts'
import { event } from './table.ts'
import { eventValues } from './values.ts'

const one = (portalId: string, eventId: string) => and(eq(event.portalId, portalId), eq(event.id, eventId))

/** Locks an event and answers its version. */
export async function eventVersion(tx: Tx, portalId: string, eventId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ version: event.version })
    .from(event)
    .where(one(portalId, eventId))
    .for('update')
  return row?.version
}

/**
 * Replaces an event by the draft; one that does not say whether fans see it leaves that as it is. A rescheduled event
 * remembers when it should have been. @throws NotFound, BadInput.
 */
export async function updateEvent(tx: Tx, portalId: string, eventId: string, draft: EventDraft) {
  const [before] = await tx.select().from(event).where(one(portalId, eventId))
  if (!before) throw new NotFound()
  const shown = { publication: before.publication, publishAt: before.publishAt?.toISOString() ?? null }
  const values = eventValues(draft.publication ? draft : { ...draft, ...shown })
  const moved = before.startsAt.getTime() !== values.startsAt.getTime()
  const previousStartsAt =
    values.state !== 'rescheduled' ? null : moved ? before.startsAt : before.previousStartsAt
  await tx
    .update(event)
    .set({
      ...values,
      previousStartsAt,
      version: sql`${event.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(one(portalId, eventId))
  const updated = await getEvent(tx, portalId, eventId)
  if (!updated) throw new NotFound()
  return updated
}

/** Deletes an event and answers what it was. @throws NotFound. */
export async function deleteEvent(tx: Tx, portalId: string, eventId: string) {
  const [deleted] = await tx.delete(event).where(one(portalId, eventId)).returning()
  if (!deleted) throw new NotFound()
  return deleted
}
