import { mdiScaleBalance, mdiWebhook } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { currentPortal, dashboardTabs } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { versionKey } from '#ui/entity-page.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Frame, Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { LegalFrame } from './legal-frame.tsx'
import { PortalForm } from './portal-form.tsx'
import classes from './portal-page.module.css'

/** The current portal's data and settings, for whoever has no list of portals in their menu. */
export const Route = createFileRoute('/_app/dashboard/portal')({
  loader: async ({ context }) => {
    const mine = currentPortal(context.session)
    if (!mine || !can(mine.permissions, 'portal.editconfiguration')) notThere()
    return { portal: await context.api.portals.getPortal({ portalId: mine.id }) }
  },
  head: () => ({ meta: [{ title: `${m['portals.settings.title']()} · Backline` }] }),
  component: SettingsPage,
})

function SettingsPage() {
  const { portal } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  return (
    <Page title={m['portals.settings.title']()} lead={m['portals.settings.lead']()}>
      <Tabs label={m['shell.tabs.label']()} tabs={dashboardTabs(session)} path="/dashboard/portal" />
      <Loaded of={portal} failed={m['portals.one.loadFailed']()}>
        {(one) => (
          <PortalForm
            key={versionKey(one)}
            portal={one}
            side={
              <>
                <Frame title={m['webhooks.title']()}>
                  <p className={classes.quiet}>{m['webhooks.why']()}</p>
                  <p className={classes.go}>
                    <ButtonLink size="sm" icon={mdiWebhook} to="/dashboard/webhooks">
                      {m['webhooks.open']()}
                    </ButtonLink>
                  </p>
                </Frame>
                <LegalFrame portal={one} opensMaster={false}>
                  <ButtonLink size="sm" icon={mdiScaleBalance} to="/dashboard/portal/legal">
                    {m['accounts.legal.open']()}
                  </ButtonLink>
                </LegalFrame>
              </>
            }
          />
        )}
      </Loaded>
    </Page>
  )
}
