import { useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import type { readEvent } from './event-data.ts'
import { EventForm } from './event-form.tsx'

interface EventScreenProps extends Awaited<ReturnType<typeof readEvent>> {
  /** The list that it stands in. */
  list: '/dashboard/events' | '/events'
}

/** One page for a new event and for an old one. */
export function EventScreen({ portal, editable, mayShow, event, title, list }: EventScreenProps) {
  const router = useRouter()
  const failed = event !== null && isFailure(event)
  return (
    <Page
      title={title}
      lead={list === '/events' ? portal.name : undefined}
      trail={[
        <TrailLink key="events" to={list}>
          {m['events.title']()}
        </TrailLink>,
        event === null ? m['events.form.newStep']() : m['events.form.editStep'](),
      ]}
    >
      {failed ? (
        <ErrorState
          title={m['events.loadFailed']()}
          code={failureCode(event)}
          onRetry={() => router.invalidate()}
        />
      ) : (
        // A newer version starts the form anew.
        <EventForm
          key={event ? `${event.id} ${event.version}` : 'new'}
          portalId={portal.id}
          event={event}
          list={list}
          editable={editable}
          mayShow={mayShow}
        />
      )}
    </Page>
  )
}
