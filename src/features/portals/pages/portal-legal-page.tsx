import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { LegalForm } from '#features/accounts/pages/legal-form.tsx'
import { isUuid, permissionsAt } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'

/** The legal texts of a portal's account, for staff and for labels. */
export const Route = createFileRoute('/_app/portals/$portalId/legal')({
  beforeLoad: ({ params }) => {
    if (!isUuid(params.portalId)) throw notFound({ routeId: rootRouteId })
  },
  loader: async ({ context, params }) => {
    const texts = await context.api.accounts.getLegalText(params)
    if (failureCode(texts) === 'notFound') throw notFound({ routeId: rootRouteId })
    return { texts }
  },
  head: () => ({ meta: [{ title: `${m['accounts.legal.title']()} · Backline` }] }),
  component: PortalLegalPage,
})

function PortalLegalPage() {
  const { texts } = Route.useLoaderData()
  const { portalId } = Route.useParams()
  const { session } = Route.useRouteContext()
  const router = useRouter()
  return (
    <Page
      title={m['accounts.legal.title']()}
      lead={isFailure(texts) ? undefined : m['accounts.legal.lead']({ account: texts.account })}
      trail={[
        <TrailLink key="portal" to="/portals/$portalId" params={{ portalId }}>
          {m['portals.column.name']()}
        </TrailLink>,
        m['accounts.legal.title'](),
      ]}
    >
      {isFailure(texts) ? (
        <ErrorState
          title={m['accounts.legal.loadFailed']()}
          code={failureCode(texts)}
          onRetry={() => router.invalidate()}
        />
      ) : (
        <LegalForm
          key={texts.version}
          portalId={portalId}
          texts={texts}
          mayEdit={can(permissionsAt(session, portalId), 'portal.editconfiguration')}
        />
      )}
    </Page>
  )
}
