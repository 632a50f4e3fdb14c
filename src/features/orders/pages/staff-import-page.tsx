import { createFileRoute } from '@tanstack/react-router'
import { NoPortal } from '#features/portals/pages/no-portal.tsx'
import { choosePortal } from '#features/products/pages/choose-portal.ts'
import { PortalChoice } from '#features/products/pages/portal-choice.tsx'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { FilterBar, Page } from '#ui/page.tsx'
import { ImportScreen } from './import-screen.tsx'
import { staffWays } from './import-ways.ts'

/** A file of orders that staff bring into a portal. */
export const Route = createFileRoute('/_app/products/imports/new')({
  validateSearch: ({ portal }: Record<string, unknown>): { portal?: string } =>
    typeof portal === 'string' && isUuid(portal) ? { portal } : {},
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, session }, deps }) => {
    if (!can(permissionsOf(session), 'products.manageproducts')) notThere()
    return choosePortal(api, deps.portal)
  },
  head: () => ({ meta: [{ title: `${m['orders.upload.title']()} · Backline` }] }),
  component: StaffImportPage,
})

function StaffImportPage() {
  const { portals, portal } = Route.useLoaderData()
  const { api } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  if (!portal)
    return (
      <Page title={m['orders.upload.title']()}>
        <NoPortal />
      </Page>
    )
  return (
    <ImportScreen
      key={portal.value}
      {...{ api, portalId: portal.value, ways: staffWays(portal.value) }}
      above={
        <FilterBar>
          <PortalChoice {...{ portals, portal }} onChoose={(id) => navigate({ search: { portal: id } })} />
        </FilterBar>
      }
    />
  )
}
