import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { useRef } from 'react'
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
  /** Versions that showing and hiding make, which the list is still to load. */
  const made = useRef(new Map<string, Promise<number>>())
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
      act: async (options) => {
        const known = Math.max(version, (await made.current.get(eventId)) ?? 0)
        const saved = api.events.setPublication(
          { portalId, eventId, publication },
          { version: known, ...options },
        )
        made.current.set(
          eventId,
          saved.then((one) => (isFailure(one) ? known : one.version)),
        )
        return saved
      },
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
