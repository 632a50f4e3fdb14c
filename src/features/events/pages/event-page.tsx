import { createFileRoute } from '@tanstack/react-router'
import { dashboardPlace } from '#features/portals/pages/content-place.ts'
import { readEvent } from './event-data.ts'
import { EventScreen } from './event-screen.tsx'

export const Route = createFileRoute('/_app/dashboard/events/$eventId')({
  loader: ({ context, params }) =>
    readEvent(context.api, dashboardPlace(context, 'portal.editevents'), params.eventId),
  head: ({ loaderData }) => ({
    meta: [{ title: [loaderData?.title, 'Backline'].filter(Boolean).join(' · ') }],
  }),
  component: EventPage,
})

function EventPage() {
  return <EventScreen {...Route.useLoaderData()} list="/dashboard/events" />
}
