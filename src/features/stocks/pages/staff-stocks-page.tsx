import { createFileRoute } from '@tanstack/react-router'
import { NoPortal } from '#features/portals/pages/no-portal.tsx'
import { choosePortal } from '#features/products/pages/choose-portal.ts'
import { PortalChoice } from '#features/products/pages/portal-choice.tsx'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { productsTabs } from '#pages/products-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { useListSearch } from '#ui/list-search.ts'
import { Page } from '#ui/page.tsx'
import { withoutPicked } from '#ui/picked-search.ts'
import { Tabs } from '#ui/tabs.tsx'
import { useWished } from '#ui/use-wished.ts'
import { StocksActions } from './stocks-actions.tsx'
import { StocksList } from './stocks-list.tsx'
import { readStocksSearch, type StocksSearch } from './stocks-search.ts'

type Search = StocksSearch & { portal?: string }
const readSearch = (search: Record<string, unknown>): Search => ({
  ...readStocksSearch(search),
  ...(typeof search.portal === 'string' && isUuid(search.portal) ? { portal: search.portal } : {}),
})

/** What each portal has of its variants, for staff. */
export const Route = createFileRoute('/_app/products/stock')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => withoutPicked(search),
  loader: async ({ context: { api }, deps: { portal: wanted, ...query } }) => {
    const { portals, portal } = await choosePortal(api, wanted)
    const stocks =
      portal && (await api.stocks.listStocks({ portalId: portal.value, ...query }, { key: 'stocks' }))
    return { portals, portal, stocks }
  },
  head: () => ({ meta: [{ title: `${m['stocks.title']()} · Backline` }] }),
  component: StaffStocksPage,
})

function StaffStocksPage() {
  const { portals, portal, stocks } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const asked = useWished(Route.useSearch(), readSearch)
  const { portal: _, ...search } = asked
  const navigate = Route.useNavigate()
  const { filter, page } = useListSearch(readSearch)
  const tabs = <Tabs label={m['shell.tabs.label']()} tabs={productsTabs(session)} path="/products/stock" />
  if (!portal || stocks === undefined)
    return (
      <Page title={m['stocks.title']()}>
        {tabs}
        <NoPortal />
      </Page>
    )
  return (
    <Page
      title={m['stocks.title']()}
      lead={m['stocks.lead']({ portal: portal.label })}
      actions={
        <StocksActions
          key={portal.value}
          portalId={portal.value}
          search={search}
          editable={can(permissionsOf(session), 'products.manageproducts')}
        />
      }
    >
      {tabs}
      <StocksList
        stocks={stocks}
        search={search}
        first={
          <PortalChoice
            portals={portals}
            portal={portal}
            onChoose={(id) => navigate({ search: { portal: id } })}
          />
        }
        base={`/products/stock/${portal.value}`}
        onFilter={filter}
        onClear={() => navigate({ search: { portal: portal.value } })}
        onPage={page}
      />
    </Page>
  )
}
