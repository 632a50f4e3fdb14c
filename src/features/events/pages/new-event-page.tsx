import { createFileRoute } from '@tanstack/react-router'
import { NoPortal } from '#features/portals/pages/no-portal.tsx'
import { PortalField } from '#features/portals/pages/portal-field.tsx'
import { reachedPortals } from '#features/portals/pages/portals-to-pick.ts'
import { permissionsAt, permissionsOf } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Frame, Page, TrailLink } from '#ui/page.tsx'

/** Whose event it will be; its form is a page of that portal. */
export const Route = createFileRoute('/_app/events/new')({
  loader: async ({ context: { api, session } }) => {
    if (!can(permissionsOf(session), 'events.createoreditevents')) notThere()
    const portals = await reachedPortals(api, session)
    return {
      portals: portals.filter(({ value }) => can(permissionsAt(session, value), 'events.createoreditevents')),
    }
  },
  head: () => ({ meta: [{ title: `${m['events.form.newTitle']()} · Backline` }] }),
  component: NewEventPage,
})

function NewEventPage() {
  const { portals } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  return (
    <Page
      title={m['events.form.newTitle']()}
      trail={[
        <TrailLink key="events" to="/events">
          {m['events.title']()}
        </TrailLink>,
        m['events.form.newStep'](),
      ]}
    >
      {portals.length > 0 ? (
        <Frame title={m['events.all.whose']()}>
          <PortalField
            value=""
            portals={portals}
            onChange={(portalId) =>
              portalId &&
              navigate({
                to: '/events/$portalId/$eventId',
                params: { portalId, eventId: 'new' },
                replace: true,
              })
            }
          />
        </Frame>
      ) : (
        <NoPortal />
      )}
    </Page>
  )
}
