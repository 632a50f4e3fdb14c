import { mdiDownload } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { PortalFilter } from '#features/portals/pages/portal-filter.tsx'
import { reachedPortals } from '#features/portals/pages/portals-to-pick.ts'
import { currentPortal } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { stocksTabs } from '#pages/stocks-tabs.ts'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { downloadFrom } from '#ui/download.ts'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { FilterBar } from '#ui/page.tsx'
import { pickedColumns } from '#ui/picked-columns.tsx'
import { withoutPicked } from '#ui/picked-search.ts'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import { useWished } from '#ui/use-wished.ts'
import { allStockColumns } from './stock-columns.tsx'
import classes from './stocks.module.css'
import { type AllStocksSearch, readAllStocksSearch, withinOptions } from './stocks-search.ts'

/** What all portals of a label have, and what runs out first. */
export const Route = createFileRoute('/_app/stocks/all')({
  beforeLoad: ({ context }) => {
    if (!currentPortal(context.session)?.label) notThere()
  },
  validateSearch: readAllStocksSearch,
  loaderDeps: ({ search }) => withoutPicked(search),
  loader: async ({ context: { api, session }, deps }) => {
    const [stocks, portals] = await Promise.all([
      api.stocks.listAllStocks({ orderBy: 'runsOut', ...deps }, { key: 'all-stocks' }),
      reachedPortals(api, session, deps.portal),
    ])
    return { stocks, portals }
  },
  head: () => ({ meta: [{ title: `${m['stocks.all.title']()} · Backline` }] }),
  component: AllStocksPage,
})

function AllStocksPage() {
  const { stocks, portals } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readAllStocksSearch)
  const { filter, clear, page } = useListSearch(readAllStocksSearch)
  const { q, portal, level, withinDays } = search
  const { shown, picker } = pickedColumns(allStockColumns(), search, filter)
  return (
    <ListPage
      title={m['stocks.all.title']()}
      lead={m['stocks.all.lead']()}
      actions={<Download search={search} />}
      tabs={<Tabs label={m['shell.tabs.label']()} tabs={stocksTabs(session)} path="/stocks/all" />}
      found={stocks}
      filtered={[q, portal, level, withinDays].some((one) => one !== undefined)}
      failed={m['stocks.loadFailed']()}
      empty={{ title: m['stocks.empty.title'](), text: m['stocks.all.empty']() }}
      noResults={{ title: m['stocks.noResults'](), text: m['products.noResults.text']() }}
      onClear={clear}
      onPage={page}
      filters={
        <FilterBar>
          <SearchBox
            label={m['stocks.search']()}
            value={q ?? ''}
            onSearch={(words) => filter({ q: words || undefined })}
          />
          <PortalFilter
            label={m['stocks.column.portal']()}
            all={m['products.filter.all']()}
            value={portal}
            portals={portals}
            onChange={(id) => filter({ portal: id })}
          />
          <FilterSelect
            label={m['stocks.column.state']()}
            all={m['stocks.filter.all']()}
            value={level}
            options={[
              { value: 'low', label: m['stocks.state.low']() },
              { value: 'out', label: m['stocks.state.out']() },
            ]}
            onChange={(value) => filter({ level: value })}
          />
          <FilterSelect
            label={m['stocks.all.within']()}
            all={m['stocks.all.withinAny']()}
            value={withinDays === undefined ? undefined : String(withinDays)}
            options={withinOptions()}
            onChange={(days) => filter({ withinDays: days })}
          />
          {picker}
        </FilterBar>
      }
    >
      {({ items }) => (
        <>
          <DataTable
            label={m['stocks.all.title']()}
            columns={shown}
            rows={items}
            rowKey={({ id }) => id}
            orderBy={search.orderBy ?? 'runsOut'}
            onSort={(orderBy) => filter({ orderBy })}
          />
          <p className={classes.note}>
            {m['stocks.formula']()} {m['stocks.pace.note']()}
          </p>
        </>
      )}
    </ListPage>
  )
}

function Download({ search }: { search: AllStocksSearch }) {
  const [saving, setSaving] = useState(false)
  const save = async () => {
    const { page: _, orderBy: __, withinDays, ...filters } = withoutPicked(search)
    setSaving(true)
    const fault = await downloadFrom('/api/stocks/file', {
      ...filters,
      ...(withinDays === undefined ? {} : { withinDays: String(withinDays) }),
    })
    setSaving(false)
    if (fault) toast(fault === true ? m['stocks.exportFailed']() : fault, { kind: 'error' })
  }
  return (
    <IconButton
      framed
      label={m['stocks.all.export']()}
      path={mdiDownload}
      aria-busy={saving}
      onClick={saving ? undefined : save}
    />
  )
}
