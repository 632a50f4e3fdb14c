import { mdiScaleBalance } from '@mdi/js'
import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { currentPortal, dashboardTabs } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Frame, Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { PortalForm } from './portal-form.tsx'
import classes from './portal-page.module.css'

/** The current portal's data and settings, for whoever has no list of portals in their menu. */
export const Route = createFileRoute('/_app/dashboard/portal')({
  loader: async ({ context }) => {
    const mine = currentPortal(context.session)
    if (!mine || !can(mine.permissions, 'portal.editconfiguration')) throw notFound({ routeId: rootRouteId })
    return { portal: await context.api.portals.getPortal({ portalId: mine.id }) }
  },
  head: () => ({ meta: [{ title: `${m['portals.settings.title']()} · Backline` }] }),
  component: SettingsPage,
})

function SettingsPage() {
  const { portal } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const router = useRouter()
  return (
    <Page title={m['portals.settings.title']()} lead={m['portals.settings.lead']()}>
      <Tabs label={m['shell.tabs.label']()} tabs={dashboardTabs(session)} path="/dashboard/portal" />
      {isFailure(portal) ? (
        <ErrorState
          title={m['portals.one.loadFailed']()}
          code={failureCode(portal)}
          onRetry={() => router.invalidate()}
        />
      ) : (
        <PortalForm
          key={portal.id}
          portal={portal}
          side={
            <Frame title={m['accounts.legal.title']()}>
              <p className={classes.quiet}>{m['accounts.legal.why']({ account: portal.account.name })}</p>
              <p className={classes.go}>
                <ButtonLink size="sm" icon={mdiScaleBalance} to="/dashboard/portal/legal">
                  {m['accounts.legal.open']()}
                </ButtonLink>
              </p>
            </Frame>
          }
        />
      )}
    </Page>
  )
}
