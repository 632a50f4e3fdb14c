import { createFileRoute } from '@tanstack/react-router'
import { portalPlace } from '#features/portals/pages/content-place.ts'
import { readEvent } from './event-data.ts'
import { EventScreen } from './event-screen.tsx'

/** An event of any portal that one reaches. */
export const Route = createFileRoute('/_app/events/$portalId/$eventId')({
  loader: async ({ context, params }) =>
    readEvent(context.api, await portalPlace(context, params.portalId, 'events.viewevents'), params.eventId),
  head: ({ loaderData }) => ({
    meta: [{ title: [loaderData?.title, 'Backline'].filter(Boolean).join(' · ') }],
  }),
  component: PortalEventPage,
})

function PortalEventPage() {
  return <EventScreen {...Route.useLoaderData()} list="/events" />
}
