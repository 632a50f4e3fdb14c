import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import type { Event } from '#features/events/contract.ts'
import { currentPortal, isUuid } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { EventForm } from './event-form.tsx'

/** One page for a new event and for an old one: `eventId` is `new` or an event's id. */
export const Route = createFileRoute('/_app/dashboard/events/$eventId')({
  beforeLoad: ({ params, context }) => {
    const portal = currentPortal(context.session)
    if (!portal || (params.eventId !== 'new' && !isUuid(params.eventId)))
      throw notFound({ routeId: rootRouteId })
    if (!can(portal.permissions, 'portal.editevents')) throw notFound({ routeId: rootRouteId })
    return { portal, editable: can(portal.permissions, 'events.createoreditevents') }
  },
  loader: async ({ context, params }) => {
    const { portal, editable } = context
    if (params.eventId === 'new') {
      if (!editable) throw notFound({ routeId: rootRouteId })
      return { portal, editable, event: null }
    }
    const event = await context.api.events.getEvent({ portalId: portal.id, eventId: params.eventId })
    if (failureCode(event) === 'notFound') throw notFound({ routeId: rootRouteId })
    return { portal, editable, event }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${nameOf(loaderData?.event)} · Backline` }] }),
  component: EventPage,
})

const nameOf = (event: Event | { error: unknown } | null | undefined) => {
  if (event === null) return m['events.form.newTitle']()
  return event && 'id' in event ? event.name : m['events.title']()
}

function EventPage() {
  const { portal, editable, event } = Route.useLoaderData()
  const router = useRouter()
  const failed = event !== null && isFailure(event)
  return (
    <Page
      title={nameOf(event)}
      trail={[
        <TrailLink key="events" to="/dashboard/events">
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
          editable={editable}
          mayShow
        />
      )}
    </Page>
  )
}
