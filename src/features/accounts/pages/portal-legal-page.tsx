import { createFileRoute } from '@tanstack/react-router'
import { permissionsAt } from '#pages/navigation.ts'
import { idsOrNotThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { EntityPage } from '#ui/entity-page.tsx'
import { LegalForm } from './legal-form.tsx'

/** The legal texts of a portal's account, for staff and for labels. */
export const Route = createFileRoute('/_app/portals/$portalId/legal')({
  beforeLoad: ({ params }) => idsOrNotThere(params),
  loader: async ({ context, params }) => ({
    texts: orNotThere(await context.api.accounts.getLegalText(params)),
  }),
  head: () => ({ meta: [{ title: `${m['accounts.legal.title']()} · Backline` }] }),
  component: PortalLegalPage,
})

function PortalLegalPage() {
  const { texts } = Route.useLoaderData()
  const { portalId } = Route.useParams()
  const { session } = Route.useRouteContext()
  return (
    <EntityPage
      entity={texts}
      failed={m['accounts.legal.loadFailed']()}
      list={{ to: `/portals/${portalId}`, title: m['portals.column.name']() }}
      title={m['accounts.legal.title']()}
      lead={({ account }) => m['accounts.legal.lead']({ account })}
    >
      {(found) => (
        <LegalForm
          key={found.version}
          portalId={portalId}
          texts={found}
          mayEdit={can(permissionsAt(session, portalId), 'portal.editconfiguration')}
        />
      )}
    </EntityPage>
  )
}
