import { createFileRoute } from '@tanstack/react-router'
import { currentPortal, permissionsAt } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { EntityPage } from '#ui/entity-page.tsx'
import { LegalForm } from './legal-form.tsx'

/** The legal texts of the current portal's account. */
export const Route = createFileRoute('/_app/dashboard/portal/legal')({
  loader: async ({ context }) => {
    const mine = currentPortal(context.session)
    if (!mine || !can(mine.permissions, 'portal.editconfiguration')) notThere()
    return { portalId: mine.id, texts: await context.api.accounts.getLegalText({ portalId: mine.id }) }
  },
  head: () => ({ meta: [{ title: `${m['accounts.legal.title']()} · Backline` }] }),
  component: LegalPage,
})

function LegalPage() {
  const { portalId, texts } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  return (
    <EntityPage
      entity={texts}
      failed={m['accounts.legal.loadFailed']()}
      list={{ to: '/dashboard/portal', title: m['portals.settings.title']() }}
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
