import { createFileRoute } from '@tanstack/react-router'
import { currentPortal } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { stocksTabs } from '#pages/stocks-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { useListSearch } from '#ui/list-search.ts'
import { Page } from '#ui/page.tsx'
import { withoutPicked } from '#ui/picked-search.ts'
import { Tabs } from '#ui/tabs.tsx'
import { useWished } from '#ui/use-wished.ts'
import { StocksActions } from './stocks-actions.tsx'
import { StocksList } from './stocks-list.tsx'
import { readStocksSearch } from './stocks-search.ts'

/** What the current portal has of each variant. */
export const Route = createFileRoute('/_app/stocks')({
  validateSearch: readStocksSearch,
  loaderDeps: ({ search }) => withoutPicked(search),
  loader: async ({ context, deps }) => {
    const portal = currentPortal(context.session)
    if (!portal) notThere()
    const stocks = await context.api.stocks.listStocks({ portalId: portal.id, ...deps }, { key: 'stocks' })
    return { portal, stocks }
  },
  head: () => ({ meta: [{ title: `${m['shell.menu.stocks']()} · Backline` }] }),
  component: StocksPage,
})

function StocksPage() {
  const { portal, stocks } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readStocksSearch)
  const { filter, clear, page } = useListSearch(readStocksSearch)
  return (
    <Page
      title={m['shell.menu.stocks']()}
      lead={m['stocks.lead']({ portal: portal.name })}
      actions={
        <StocksActions
          portalId={portal.id}
          search={search}
          editable={can(portal.permissions, 'stocks.managestocks')}
        />
      }
    >
      <Tabs label={m['shell.tabs.label']()} tabs={stocksTabs(session)} path="/stocks" />
      <StocksList
        stocks={stocks}
        search={search}
        base="/stocks"
        onFilter={filter}
        onClear={clear}
        onPage={page}
      />
    </Page>
  )
}
