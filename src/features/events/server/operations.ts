import { NotFound } from '#platform/errors.ts'
import { handle } from '#platform/handle.ts'
import { seenInView, seenPortal } from '#platform/of-portals.ts'
import * as contract from '../contract.ts'
import * as towns from '../town-contract.ts'
import * as transfer from '../transfer-contract.ts'
import { createEvent, duplicateEvent } from './create-event.ts'
import { eventDays, eventPlaces } from './event-views.ts'
import { exportCalendar, exportEventSheet } from './export-events.ts'
import { findTown } from './find-town.ts'
import { importEvents, readEventFile } from './import-events.ts'
import { getEvent, listEvents } from './queries.ts'
import type { FoundEvent } from './read-calendar.ts'
import { checkShowing, setPublication } from './show-event.ts'
import { deleteEvent, eventVersion, updateEvent } from './update-event.ts'

const fileOf = ({ id, code }: { id: string; code: string }) => ({
  name: code.toLowerCase(),
  seen: seenPortal(id),
})

export const operations = {
  findTown: handle(towns.findTown, async (_call, { name }) => findTown(name)),
  listPortalEvents: handle(contract.listPortalEvents, ({ tx, portal }, { portalId: _, ...query }) =>
    listEvents(tx, query, seenPortal(portal.id)),
  ),
  getEvent: handle(contract.getEvent, async ({ tx, portal }, { eventId }) => {
    const found = await getEvent(tx, portal.id, eventId)
    if (!found) throw new NotFound()
    return found
  }),
  createEvent: handle(contract.createEvent, ({ tx, portal }, { portalId: _, ...draft }) => {
    checkShowing(portal, draft)
    return createEvent(tx, portal.id, draft)
  }),
  updateEvent: handle(
    contract.updateEvent,
    async ({ tx, portal, record }, { portalId: _, eventId, ...draft }) => {
      const before = await getEvent(tx, portal.id, eventId)
      checkShowing(portal, draft, before)
      const after = await updateEvent(tx, portal.id, eventId, draft)
      record({ targetId: eventId, before, after })
      return after
    },
    { versionOf: ({ tx, portal }, { eventId }) => eventVersion(tx, portal.id, eventId) },
  ),
  duplicateEvent: handle(contract.duplicateEvent, ({ tx, portal }, { eventId }) =>
    duplicateEvent(tx, portal.id, eventId),
  ),
  setPublication: handle(
    contract.setPublication,
    async ({ tx, portal, record }, { eventId, publication, publishAt }) => {
      const before = await getEvent(tx, portal.id, eventId)
      const after = await setPublication(tx, portal.id, eventId, { publication, publishAt })
      record({ targetId: eventId, before, after })
      return after
    },
    { versionOf: ({ tx, portal }, { eventId }) => eventVersion(tx, portal.id, eventId) },
  ),
  deleteEvent: handle(contract.deleteEvent, async ({ tx, portal, record }, { eventId }) => {
    record({ targetId: eventId, before: await deleteEvent(tx, portal.id, eventId) })
    return null
  }),
  listEvents: handle(contract.listEvents, (call, query) => listEvents(call.tx, query, seenInView(call))),
  exportEvents: handle(contract.exportEvents, (call, { portalId: _, ...query }) =>
    exportCalendar(call, call.portal.name, { ...fileOf(call.portal), query }),
  ),
  importEvents: handle(
    transfer.importEvents,
    async (call, { mode, publication = 'draft' }, found: FoundEvent[]) => {
      checkShowing(call.portal, { publication })
      const result = await importEvents(call.tx, call.portal.id, found, {
        mode,
        publication,
        locale: call.locale,
      })
      call.record({ targetId: call.portal.id, after: { mode, created: result.created } })
      return result
    },
    { before: ({ now }, { file }) => readEventFile(file, now) },
  ),
  exportEventSheet: handle(transfer.exportEventSheet, (call, { portalId: _, ...query }) =>
    exportEventSheet(call, { ...fileOf(call.portal), query, withPortal: false }),
  ),
  exportAllEvents: handle(transfer.exportAllEvents, (call, query) =>
    exportCalendar(call, 'Backline', { name: 'backline', query, seen: seenInView(call) }),
  ),
  exportAllEventSheet: handle(transfer.exportAllEventSheet, (call, query) =>
    exportEventSheet(call, { name: 'backline', query, seen: seenInView(call), withPortal: true }),
  ),
  listEventDays: handle(transfer.listEventDays, (call, { f, t, ...query }) =>
    eventDays(call.tx, query, seenInView(call), { f, t }),
  ),
  listEventPlaces: handle(transfer.listEventPlaces, (call, query) =>
    eventPlaces(call.tx, query, seenInView(call)),
  ),
}
