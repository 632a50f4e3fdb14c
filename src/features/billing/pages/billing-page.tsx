import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { staffTabs } from '#pages/billing-tabs.ts'
import { currentPortal, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Page } from '#ui/page.tsx'
import { withoutPicked } from '#ui/picked-search.ts'
import { Tabs } from '#ui/tabs.tsx'
import { readBillsSearch } from './bills-search.ts'
import { PortalSummary } from './portal-summary.tsx'
import { StaffBills } from './staff-bills.tsx'

/** What an account is owed; for staff the bills of all accounts. */
export const Route = createFileRoute('/_app/billing')({
  validateSearch: readBillsSearch,
  loaderDeps: ({ search }) => withoutPicked(search),
  loader: async ({ context, deps }) => {
    const { session, api } = context
    if (session?.user.staff) {
      if (!can(permissionsOf(session), 'billing.viewbills')) return { byPortal: true }
      return { all: await api.billing.listAllBills(deps, { key: 'bills' }) }
    }
    const portalId = currentPortal(session)?.id ?? ''
    return { portalId, mine: await api.billing.getBilling({ portalId }, { key: 'billing' }) }
  },
  head: () => ({ meta: [{ title: `${m['billing.title']()} · Backline` }] }),
  component: BillingPage,
})

function BillingPage() {
  const data = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const permissions = permissionsOf(session)
  if ('byPortal' in data)
    return (
      <Page title={m['billing.title']()}>
        <Tabs
          label={m['billing.tabs.label']()}
          tabs={staffTabs(can(permissions, 'billing.managebills'), false)}
          path="/billing"
        />
        <Empty
          title={m['billing.byPortal.title']()}
          text={m['billing.byPortal.text']()}
          action={<ButtonLink to="/portals">{m['billing.byPortal.open']()}</ButtonLink>}
        />
      </Page>
    )
  const failed = { of: 'all' in data ? data.all : data.mine, failed: m['billing.loadFailed']() }
  if (isFailure(failed.of))
    return (
      <Page title={m['billing.title']()}>
        <Loaded {...failed}>{() => null}</Loaded>
      </Page>
    )
  if ('all' in data)
    return isFailure(data.all) ? null : (
      <StaffBills
        bills={data.all}
        search={search}
        mayManage={can(permissions, 'billing.managebills')}
        onSearch={(change) =>
          navigate({
            search: readBillsSearch({ ...search, page: undefined, ...change }),
            replace: !('page' in change),
            resetScroll: 'page' in change,
          })
        }
      />
    )
  return isFailure(data.mine) ? null : (
    <PortalSummary
      portalId={data.portalId}
      billing={data.mine}
      account={currentPortal(session)?.name ?? ''}
      permissions={permissions}
    />
  )
}
