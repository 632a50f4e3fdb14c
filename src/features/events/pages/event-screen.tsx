import { m } from '#paraglide/messages.js'
import { EntityPage, versionKey } from '#ui/entity-page.tsx'
import type { readEvent } from './event-data.ts'
import { EventForm } from './event-form.tsx'

interface EventScreenProps extends Awaited<ReturnType<typeof readEvent>> {
  /** The list that it stands in. */
  list: '/dashboard/events' | '/events'
}

/** One page for a new event and for an old one. */
export function EventScreen({ portal, editable, mayShow, event, title, list }: EventScreenProps) {
  return (
    <EntityPage
      entity={event}
      failed={m['events.loadFailed']()}
      list={{ to: list, title: m['events.title']() }}
      title={title}
      step={(one) =>
        !one ? m['events.form.newStep']() : editable ? m['events.form.editStep']() : m['ui.viewStep']()
      }
      lead={() => (list === '/events' ? portal.name : undefined)}
    >
      {(one) => (
        <EventForm
          key={versionKey(one)}
          portalId={portal.id}
          event={one}
          list={list}
          editable={editable}
          mayShow={mayShow}
        />
      )}
    </EntityPage>
  )
}
