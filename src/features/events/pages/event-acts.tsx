import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import type { Event } from '#features/events/contract.ts'
import { m } from '#paraglide/messages.js'
import { can, type PermissionMap } from '#platform/permissions.ts'
import { toast } from '#ui/toast.tsx'
import { useUndoable } from '#ui/use-undoable.ts'
import type { EventActions } from './event-columns.tsx'

/** What a list of events does with one of them for whoever holds these permissions at its portal: open, copy, show or hide, delete. */
export function useEventActs(
  pathOf: (event: Event) => string,
): (event: Event, permissions: PermissionMap | undefined) => EventActions {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const undoable = useUndoable()
  const remove = ({ portalId, id: eventId }: Event) =>
    undoable({
      act: (options) => api.events.deleteEvent({ portalId, eventId }, options),
      done: m['events.deleted'](),
      failed: m['events.deleteFailed'],
    })
  const open = (event: Event) => navigate({ to: pathOf(event) as '/events' })

  const copy = async ({ portalId, id: eventId }: Event) => {
    const made = await api.events.duplicateEvent({ portalId, eventId })
    if (isFailure(made)) return toast(m['events.copyFailed'](), { kind: 'error' })
    toast(m['events.copied']())
    await open(made)
  }
  const show = async ({ portalId, id: eventId, publication: now, version }: Event) => {
    const publication = now === 'draft' ? 'published' : 'draft'
    await undoable({
      act: (options) =>
        api.events.setPublication({ portalId, eventId, publication }, { version, ...options }),
      done: publication === 'published' ? m['events.shown']() : m['events.hidden'](),
      failed: m['events.showFailed'],
    })
  }
  return (event, permissions) => {
    const editable = can(permissions, 'events.createoreditevents')
    return {
      onEdit: editable ? () => open(event) : undefined,
      onCopy: editable ? () => copy(event) : undefined,
      onShow: can(permissions, 'portal.editevents') ? () => show(event) : undefined,
      onDelete: can(permissions, 'events.deleteevents') ? () => void remove(event) : undefined,
    }
  }
}
