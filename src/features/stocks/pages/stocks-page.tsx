import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { currentPortal } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { FilterBar, Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { stockColumns } from './stock-columns.tsx'
import classes from './stocks.module.css'
import { StocksActions } from './stocks-actions.tsx'
import { readStocksSearch, type StocksSearch } from './stocks-search.ts'
import { stocksTabs } from './stocks-tabs.ts'

/** What the current portal has of each variant. */
export const Route = createFileRoute('/_app/stocks')({
  validateSearch: readStocksSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const portal = currentPortal(context.session)
    if (!portal) throw notFound({ routeId: rootRouteId })
    const stocks = await context.api.stocks.listStocks({ portalId: portal.id, ...deps }, { key: 'stocks' })
    return { portal, stocks }
  },
  head: () => ({ meta: [{ title: `${m['stocks.title']()} · Backline` }] }),
  component: StocksPage,
})

function StocksPage() {
  const { portal, stocks } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const filtered = search.q !== undefined || search.level !== undefined
  const filter = (change: Partial<Record<keyof StocksSearch, string | undefined>>) =>
    navigate({
      search: readStocksSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Page
      title={m['stocks.title']()}
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
      {isFailure(stocks) ? (
        <ErrorState
          title={m['stocks.loadFailed']()}
          code={failureCode(stocks)}
          onRetry={() => router.invalidate()}
        />
      ) : stocks.total === 0 && !filtered ? (
        <Empty title={m['stocks.empty.title']()} text={m['stocks.empty.text']()} />
      ) : (
        <>
          <FilterBar>
            <SearchBox
              label={m['stocks.search']()}
              value={search.q ?? ''}
              onSearch={(q) => filter({ q: q || undefined })}
            />
            <FilterSelect
              label={m['stocks.column.state']()}
              all={m['stocks.filter.all']()}
              value={search.level}
              options={[
                { value: 'low', label: m['stocks.state.low']() },
                { value: 'out', label: m['stocks.state.out']() },
              ]}
              onChange={(level) => filter({ level })}
            />
          </FilterBar>
          {stocks.total === 0 ? (
            <Empty
              drawing={false}
              title={m['stocks.noResults']()}
              text={m['products.noResults.text']()}
              action={<Button onClick={() => navigate({ search: {} })}>{m['ui.clearFilters']()}</Button>}
            />
          ) : (
            <>
              <DataTable
                label={m['stocks.title']()}
                columns={stockColumns()}
                rows={stocks.items}
                rowKey={({ id }) => id}
                orderBy={search.orderBy ?? 'name'}
                onSort={(orderBy) => filter({ orderBy })}
              />
              <p className={classes.note}>{m['stocks.formula']()}</p>
              <Pager
                page={stocks.page}
                pageSize={stocks.pageSize}
                total={stocks.total}
                onPage={(page) => navigate({ search: readStocksSearch({ ...search, page }) })}
              />
            </>
          )}
        </>
      )}
    </Page>
  )
}
