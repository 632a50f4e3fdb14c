import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { currentPortal, permissionsAt } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { LegalForm } from './legal-form.tsx'

/** The legal texts of the current portal's account. */
export const Route = createFileRoute('/_app/dashboard/portal/legal')({
  loader: async ({ context }) => {
    const mine = currentPortal(context.session)
    if (!mine || !can(mine.permissions, 'portal.editconfiguration')) throw notFound({ routeId: rootRouteId })
    return { portalId: mine.id, texts: await context.api.accounts.getLegalText({ portalId: mine.id }) }
  },
  head: () => ({ meta: [{ title: `${m['accounts.legal.title']()} · Backline` }] }),
  component: LegalPage,
})

function LegalPage() {
  const { portalId, texts } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const router = useRouter()
  return (
    <Page
      title={m['accounts.legal.title']()}
      lead={isFailure(texts) ? undefined : m['accounts.legal.lead']({ account: texts.account })}
      trail={[
        <TrailLink key="portal" to="/dashboard/portal">
          {m['portals.settings.title']()}
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
