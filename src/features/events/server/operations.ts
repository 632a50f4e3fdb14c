import { NotFound } from '#platform/errors.ts'
import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { calendarOf } from './calendar-file.ts'
import { createEvent, duplicateEvent } from './create-event.ts'
import { allEvents, getEvent, listEvents } from './queries.ts'
import { deleteEvent, eventVersion, updateEvent } from './update-event.ts'

export const operations = {
  listPortalEvents: handle(contract.listPortalEvents, ({ tx, portal }, { portalId: _, ...query }) =>
    listEvents(tx, query, [portal.id]),
  ),
  getEvent: handle(contract.getEvent, async ({ tx, portal }, { eventId }) => {
    const found = await getEvent(tx, portal.id, eventId)
    if (!found) throw new NotFound()
    return found
  }),
  createEvent: handle(contract.createEvent, ({ tx, portal }, { portalId: _, ...draft }) =>
    createEvent(tx, portal.id, draft),
  ),
  updateEvent: handle(
    contract.updateEvent,
    async ({ tx, portal, record }, { portalId: _, eventId, ...draft }) => {
      const before = await getEvent(tx, portal.id, eventId)
      const after = await updateEvent(tx, portal.id, eventId, draft)
      record({ targetId: eventId, before, after })
      return after
    },
    { versionOf: ({ tx, portal }, { eventId }) => eventVersion(tx, portal.id, eventId) },
  ),
  duplicateEvent: handle(contract.duplicateEvent, ({ tx, portal }, { eventId }) =>
    duplicateEvent(tx, portal.id, eventId),
  ),
  deleteEvent: handle(contract.deleteEvent, async ({ tx, portal, record }, { eventId }) => {
    record({ targetId: eventId, before: await deleteEvent(tx, portal.id, eventId) })
    return null
  }),
  listEvents: handle(contract.listEvents, ({ tx, view, portals }, { portal, ...query }) => {
    const seen =
      view?.kind === 'staff'
        ? undefined
        : view?.kind === 'account'
          ? portals.filter(({ accountId }) => accountId === view.accountId).map(({ id }) => id)
          : view
            ? [view.portal.id]
            : []
    // A filter may only name what the caller sees.
    return listEvents(tx, query, portal ? (seen ?? [portal]).filter((id) => id === portal) : seen)
  }),
  exportEvents: handle(
    contract.exportEvents,
    async ({ tx, portal, services, now }, { portalId: _, ...query }) => ({
      name: `${portal.code.toLowerCase()}.ics`,
      ics: calendarOf(await allEvents(tx, query, [portal.id]), new URL(services.portalsOrigin).host, now),
    }),
  ),
}
