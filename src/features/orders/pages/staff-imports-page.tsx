import { createFileRoute } from '@tanstack/react-router'
import { NoPortal } from '#features/portals/pages/no-portal.tsx'
import { choosePortal } from '#features/products/pages/choose-portal.ts'
import { PortalChoice } from '#features/products/pages/portal-choice.tsx'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { FilterBar, Page } from '#ui/page.tsx'
import { staffWays } from './import-ways.ts'
import { ImportsList, loadImports } from './imports-list.tsx'
import { pageIn } from './imports-search.ts'

/** Files of orders that came into each portal, for staff. */
export const Route = createFileRoute('/_app/products/imports')({
  validateSearch: (search: Record<string, unknown>): { portal?: string; page?: number } => ({
    ...pageIn(search),
    ...(typeof search.portal === 'string' && isUuid(search.portal) ? { portal: search.portal } : {}),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, session }, deps: { portal: wanted, ...page } }) => {
    if (!can(permissionsOf(session), 'products.viewproducts')) notThere()
    const { portals, portal } = await choosePortal(api, wanted)
    return { portals, portal, found: portal && (await loadImports(api, portal.value, page)) }
  },
  head: () => ({ meta: [{ title: `${m['orders.imports.title']()} · Backline` }] }),
  component: StaffImportsPage,
})

function StaffImportsPage() {
  const { portals, portal, found } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  if (!portal || !found)
    return (
      <Page title={m['orders.imports.title']()}>
        <NoPortal />
      </Page>
    )
  return (
    <ImportsList
      key={portal.value}
      portalId={portal.value}
      {...found}
      ways={staffWays(portal.value)}
      editable={can(permissionsOf(session), 'products.manageproducts')}
      onPage={(page) => navigate({ search: { portal: portal.value, page } })}
      above={
        <FilterBar>
          <PortalChoice {...{ portals, portal }} onChoose={(id) => navigate({ search: { portal: id } })} />
        </FilterBar>
      }
    />
  )
}
