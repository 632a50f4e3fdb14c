import { createFileRoute } from '@tanstack/react-router'
import type { PortalsQuery } from '#features/portals/contract.ts'
import { portalColumns } from '#features/portals/pages/portal-columns.tsx'
import { PortalsActions } from '#features/portals/pages/portals-actions.tsx'
import { portalsTabs } from '#pages/portals-tabs.ts'
import { m } from '#paraglide/messages.js'
import { useChosenRows } from '#ui/chosen-rows.tsx'
import { ColumnPicker } from '#ui/column-picker.tsx'
import { readColumns } from '#ui/columns.ts'
import { DataTable } from '#ui/data-table.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { FilterBar } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { totalFirst } from '#ui/total.ts'
import { useWished } from '#ui/use-wished.ts'
import { PortalsBulk } from './portals-bulk.tsx'

interface Search extends Omit<PortalsQuery, 'page'> {
  page?: number
  /** Of the list; joined by commas in the address. */
  columns?: string
}
/** The name always stands first. */
const columnIds = ['type', 'account', 'address', 'domain', 'sales', 'visits', 'updated'] as const
const orders = ['name', 'code', 'netCents', 'visits', 'updatedAt']

export const Route = createFileRoute('/_app/portals')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { columns: _, ...query } }) => query,
  loader: async ({ context, deps }) => ({
    portals: await context.api.portals.listPortals(deps, { key: 'portals' }),
  }),
  head: () => ({ meta: [{ title: `${m['portals.title']()} · Backline` }] }),
  component: PortalsPage,
})

/** What the address says, as far as it makes sense. */
function readSearch(search: Record<string, unknown>): Search {
  const found: Search = {}
  const page = Number(search.page)
  const order = String(search.orderBy ?? '')
  // A search for digits arrives as a number.
  if (search.q !== undefined && String(search.q).trim()) found.q = String(search.q).slice(0, 100)
  if (search.type === 'master' || search.type === 'simple') found.type = search.type
  if (['1', '2', '3'].includes(String(search.organisationType)))
    found.organisationType = String(search.organisationType) as '1' | '2' | '3'
  if (orders.includes(order.replace(/^-/, ''))) found.orderBy = order as NonNullable<Search['orderBy']>
  const columns = readColumns(search.columns, columnIds)
  if (columns) found.columns = columns
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}

/** The part that the list is asked with, its page aside. */
const queryOf = ({ page: _, columns: __, ...query }: Search) => query

function PortalsPage() {
  const { portals } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readSearch)
  const { filter, clear, page } = useListSearch(readSearch)
  const chosen = useChosenRows()
  const every = portalColumns()
  const wanted = search.columns?.split(',')
  const shown = wanted ? every.filter(({ id }) => id === 'name' || wanted.includes(id)) : every
  return (
    <ListPage
      title={m['portals.title']()}
      lead={(found) =>
        found.total === 1 ? m['portals.leadOne']() : m['portals.lead']({ total: totalFirst(found) })
      }
      actions={<PortalsActions search={queryOf(search)} />}
      tabs={
        session?.user.staff ? (
          <Tabs label={m['portals.title']()} tabs={portalsTabs} path="/portals" />
        ) : undefined
      }
      found={portals}
      failed={m['portals.loadFailed']()}
      filtered={Boolean(search.q || search.type || search.organisationType)}
      empty={{ title: m['portals.empty.title'](), text: m['portals.empty.text']() }}
      example={() =>
        import('#features/portals/pages/example-portals.ts').then(({ examplePortals }) => examplePortals())
      }
      noResults={{
        title: search.q ? m['portals.noResults.title']({ q: search.q }) : m['portals.noResults.filtered'](),
        text: m['portals.noResults.text'](),
      }}
      onClear={clear}
      onPage={page}
      filters={
        <FilterBar>
          <SearchBox label={m['portals.search']()} value={search.q ?? ''} onSearch={(q) => filter({ q })} />
          <FilterSelect
            label={m['portals.filter.type']()}
            all={m['portals.filter.allTypes']()}
            value={search.type}
            options={[
              { value: 'master', label: m['portals.type.master']() },
              { value: 'simple', label: m['portals.type.simple']() },
            ]}
            onChange={(type) => filter({ type })}
          />
          <FilterSelect
            label={m['portals.filter.organisation']()}
            all={m['portals.filter.allOrganisations']()}
            value={search.organisationType}
            options={[
              { value: '1', label: m['portals.organisation.1']() },
              { value: '2', label: m['portals.organisation.2']() },
              { value: '3', label: m['portals.organisation.3']() },
            ]}
            onChange={(organisationType) => filter({ organisationType })}
          />
          <ColumnPicker
            columns={every.filter(({ id }) => id !== 'name')}
            usual={columnIds}
            chosen={wanted}
            onChange={(columns) => filter({ columns: columns?.join(',') })}
          />
        </FilterBar>
      }
    >
      {({ items }) => (
        <>
          <DataTable
            label={m['portals.title']()}
            columns={[
              chosen.column({
                rows: items,
                all: m['portals.list.pickAll'](),
                one: ({ name }) => m['portals.list.pick']({ name }),
              }),
              ...shown,
            ]}
            rows={items}
            rowKey={(portal) => portal.id}
            orderBy={search.orderBy ?? 'name'}
            onSort={(orderBy) => filter({ orderBy })}
          />
          {chosen.ids.length > 0 ? <PortalsBulk chosen={chosen.ids} onClear={chosen.clear} /> : undefined}
        </>
      )}
    </ListPage>
  )
}
