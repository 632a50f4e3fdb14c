import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { currentPortal } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { stocksTabs } from '#pages/stocks-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { useListSearch } from '#ui/list-search.ts'
import { Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { totalFirst } from '#ui/total.ts'
import { useWished } from '#ui/use-wished.ts'
import { teamWays } from './import-ways.ts'
import { OrdersFile } from './orders-file.tsx'
import { OrdersList } from './orders-list.tsx'
import { queryOf, readOrdersSearch } from './orders-search.ts'
import { UploadActions } from './upload-actions.tsx'

/** Orders of the portals that one works in. */
export const Route = createFileRoute('/_app/stocks/orders')({
  validateSearch: readOrdersSearch,
  loaderDeps: ({ search }) => queryOf(search),
  loader: async ({ context: { api, session }, deps }) => {
    const portal = currentPortal(session)
    if (!portal) notThere()
    const [orders, choices] = await Promise.all([
      api.orders.listOrders(deps, { key: 'orders' }),
      api.orders.listOrderChoices({}),
    ])
    const portals = portal.label
      ? (session?.user.portals ?? []).map(({ id, name }) => ({ value: id, label: name }))
      : []
    return { portal, orders, portals, places: isFailure(choices) ? [] : choices.places }
  },
  head: () => ({ meta: [{ title: `${m['orders.title']()} · Backline` }] }),
  component: OrdersPage,
})

function OrdersPage() {
  const { portal, orders, portals, places } = Route.useLoaderData()
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
          <UploadActions ways={teamWays} editable={can(portal.permissions, 'stocks.managestocks')} />
        </>
      }
    >
      <Tabs label={m['shell.tabs.label']()} tabs={stocksTabs(session)} path="/stocks/orders" />
      <OrdersList
        orders={orders}
        search={search}
        portals={portals}
        places={places}
        base="/stocks/orders"
        onFilter={filter}
        onPage={page}
      />
    </Page>
  )
}
