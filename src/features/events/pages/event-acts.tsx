import { useNavigate, useRouteContext, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isFailure } from '#client.ts'
import type { Event } from '#features/events/contract.ts'
import { m } from '#paraglide/messages.js'
import { can, type PermissionMap } from '#platform/permissions.ts'
import { useAskFirst } from '#ui/ask-first.tsx'
import { toast } from '#ui/toast.tsx'
import type { EventActions } from './event-columns.tsx'

interface Acts {
  /** What can be done with an event by whoever holds these permissions at its portal. */
  actsOf: (event: Event, permissions: PermissionMap | undefined) => EventActions
  /** The question before a deletion. */
  question: ReactNode
}

/** What a list of events does with one of them: open, copy, show or hide, delete. */
export function useEventActs(pathOf: (event: Event) => string): Acts {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const router = useRouter()
  const deletion = useAskFirst<Event>({
    question: ({ name }) => ({
      title: m['events.confirm.title']({ name }),
      text: m['events.confirm.text'](),
      verb: m['events.confirm.verb'](),
      danger: true,
    }),
    act: ({ portalId, id }) => api.events.deleteEvent({ portalId, eventId: id }),
    done: m['events.deleted'],
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
    const shown = await api.events.setPublication({ portalId, eventId, publication }, { version })
    if (isFailure(shown)) return toast(m['events.showFailed'](), { kind: 'error' })
    toast(publication === 'published' ? m['events.shown']() : m['events.hidden']())
    await router.invalidate()
  }
  return {
    actsOf: (event, permissions) => {
      const editable = can(permissions, 'events.createoreditevents')
      return {
        onEdit: editable ? () => open(event) : undefined,
        onCopy: editable ? () => copy(event) : undefined,
        onShow: can(permissions, 'portal.editevents') ? () => show(event) : undefined,
        onDelete: can(permissions, 'events.deleteevents') ? () => deletion.ask(event) : undefined,
      }
    },
    question: deletion.dialog,
  }
}
