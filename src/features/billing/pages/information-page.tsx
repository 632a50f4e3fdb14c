import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { portalTabs } from '#pages/billing-tabs.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { todayPlus } from '#platform/windows.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { InformationForm } from './information-form.tsx'
import { portalFor, readPortal } from './which-portal.ts'

/** Who is paid, and where. */
export const Route = createFileRoute('/_app/billing/information')({
  validateSearch: readPortal,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const portalId = portalFor(context.session, deps.portal, 'billing.viewbillinginformation')
    return {
      portalId,
      thisYear: Number(todayPlus(new Date()).slice(0, 4)),
      information: await context.api.billing.getBillingInformation({ portalId }),
    }
  },
  head: () => ({ meta: [{ title: `${m['billing.information.title']()} · Backline` }] }),
  component: InformationPage,
})

function InformationPage() {
  const { portalId, information, thisYear } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const permissions = permissionsOf(session)
  return (
    <Page
      title={m['billing.information.title']()}
      lead={m['billing.information.lead']()}
      {...(session?.user.staff && !isFailure(information)
        ? {
            trail: [
              <TrailLink key="billing" to="/billing">
                {m['billing.title']()}
              </TrailLink>,
              information.account,
            ],
          }
        : {})}
    >
      {session?.user.staff ? undefined : (
        <Tabs label={m['billing.tabs.label']()} tabs={portalTabs(permissions)} path="/billing/information" />
      )}
      <Loaded of={information} failed={m['billing.information.loadFailed']()}>
        {(found) => (
          <InformationForm
            key={found.version}
            portalId={portalId}
            information={found}
            thisYear={thisYear}
            confirms={
              found.taxIdShared && session?.user.staff === true && can(permissions, 'billing.managebills')
            }
            mayEdit={can(permissions, 'billing.editbillinginformation') && session?.user.spy !== true}
          />
        )}
      </Loaded>
    </Page>
  )
}
