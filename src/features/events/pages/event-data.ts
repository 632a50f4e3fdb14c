import type { Api } from '#client.ts'
import type { Event } from '#features/events/contract.ts'
import type { ContentPlace } from '#features/portals/pages/content-place.ts'
import { idOrNew, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'

/** What the page of an event shows; `eventId` is `new` or an event's id. @throws notFound */
export async function readEvent(api: Api, { portal }: ContentPlace, eventId: string) {
  const editable = can(portal.permissions, 'events.createoreditevents')
  const mayShow = can(portal.permissions, 'portal.editevents')
  idOrNew(eventId, editable)
  const event = eventId === 'new' ? null : await api.events.getEvent({ portalId: portal.id, eventId })
  orNotThere(event)
  return { portal, editable, mayShow, event, title: nameOf(event) }
}

const nameOf = (event: Event | { error: unknown } | null | undefined) => {
  if (event === null) return m['events.form.newTitle']()
  return event && 'id' in event ? event.name : m['events.title']()
}
