import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { portalsToPick } from '#features/portals/pages/portals-to-pick.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { productsTabs } from '#pages/products-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { useListSearch } from '#ui/list-search.ts'
import { Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { totalFirst } from '#ui/total.ts'
import { useWished } from '#ui/use-wished.ts'
import { staffWays } from './import-ways.ts'
import { OrdersFile } from './orders-file.tsx'
import { OrdersList } from './orders-list.tsx'
import { queryOf, readOrdersSearch } from './orders-search.ts'
import { UploadActions } from './upload-actions.tsx'

/** Orders of every portal, for staff. */
export const Route = createFileRoute('/_app/products/orders')({
  validateSearch: readOrdersSearch,
  loaderDeps: ({ search }) => queryOf(search),
  loader: async ({ context: { api }, deps }) => {
    const [orders, choices, portals] = await Promise.all([
      api.orders.listOrders(deps, { key: 'orders' }),
      api.orders.listOrderChoices({}),
      portalsToPick(api, deps.portal),
    ])
    return { orders, portals, places: isFailure(choices) ? [] : choices.places }
  },
  head: () => ({ meta: [{ title: `${m['orders.title']()} · Backline` }] }),
  component: StaffOrdersPage,
})

function StaffOrdersPage() {
  const { orders, portals, places } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readOrdersSearch)
  const { filter, page } = useListSearch(readOrdersSearch)
  const total = isFailure(orders) ? 0 : orders.total
  return (
    <Page
      title={m['orders.title']()}
      lead={total === 1 ? m['orders.leadOne']() : m['orders.lead']({ total: totalFirst(orders) })}
      actions={
        <>
          <OrdersFile search={search} />
          <UploadActions
            ways={staffWays(search.portal)}
            editable={can(permissionsOf(session), 'products.manageproducts')}
          />
        </>
      }
    >
      <Tabs label={m['shell.tabs.label']()} tabs={productsTabs(session)} path="/products/orders" />
      <OrdersList
        orders={orders}
        search={search}
        portals={portals}
        places={places}
        base="/products/orders"
        onFilter={filter}
        onPage={page}
      />
    </Page>
  )
}
