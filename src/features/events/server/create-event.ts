import { v7 } from 'uuid'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import type { EventDraft } from '../contract.ts'
import { getEvent } from './queries.ts'
import { event } from './table.ts'
import { eventValues } from './values.ts'

/** Adds an event to a portal. @throws BadInput by the fields that disagree. */
export async function createEvent(tx: Tx, portalId: string, draft: EventDraft) {
  const id = v7()
  await tx.insert(event).values({ ...eventValues(draft), portalId, id })
  return found(tx, portalId, id)
}

/** Copies an event as a draft, without what belongs to its one date: its old one and its state. @throws NotFound. */
export async function duplicateEvent(tx: Tx, portalId: string, eventId: string) {
  const {
    state: _state,
    publication: _publication,
    publishAt: _publishAt,
    ...rest
  } = await found(tx, portalId, eventId)
  return createEvent(tx, portalId, rest)
}

async function found(tx: Tx, portalId: string, id: string) {
  const one = await getEvent(tx, portalId, id)
  if (!one) throw new NotFound()
  return one
}
