import { and, eq, sql } from 'drizzle-orm'
import type { PortalScope } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { AppError, BadInput, NotFound } from '#platform/errors.ts'
import type { EventDraft } from '../contract.ts'
import { getEvent } from './queries.ts'
import { event } from './table.ts'

type Showing = Pick<EventDraft, 'publication' | 'publishAt'>

/**
 * Making and changing events is one thing, showing them to fans another.
 * @throws AppError 403 `events.showingKey` when the draft shows or hides what whoever calls may only write.
 */
export function checkShowing(
  { keys }: Pick<PortalScope, 'keys'>,
  { publication, publishAt }: Showing,
  before: Showing = { publication: 'draft' },
): void {
  if (keys.has('portal.editevents') || publication === undefined) return
  const sameMoment =
    publication !== 'scheduled' || Date.parse(publishAt ?? '') === Date.parse(before.publishAt ?? '')
  if (publication === before.publication && sameMoment) return
  const code = 'events.showingKey'
  throw new AppError(403, code, { fields: { publication: { code } } })
}

/** Shows an event, at once or from a moment on, or takes it off. @throws NotFound, BadInput. */
export async function setPublication(tx: Tx, portalId: string, eventId: string, showing: Showing) {
  const { publication, publishAt } = showing
  if (publication === 'scheduled' && !publishAt)
    throw new BadInput('invalidInput', { publishAt: { code: 'validation.required' } })
  await tx
    .update(event)
    .set({
      publication,
      publishAt: publication === 'scheduled' && publishAt ? new Date(publishAt) : null,
      version: sql`${event.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(and(eq(event.portalId, portalId), eq(event.id, eventId)))
  const shown = await getEvent(tx, portalId, eventId)
  if (!shown) throw new NotFound()
  return shown
}
