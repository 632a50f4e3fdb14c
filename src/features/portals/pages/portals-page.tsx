import { createFileRoute, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { accountsTabs } from '#features/accounts/pages/account-words.ts'
import type { PortalsQuery } from '#features/portals/contract.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { FilterBar, Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { totalFirst } from '#ui/total.ts'
import { portalColumns } from './portal-columns.tsx'
import { PortalsActions } from './portals-actions.tsx'

type Search = Omit<PortalsQuery, 'page'> & { page?: number }
const orders = ['name', 'code', 'netCents', 'visits', 'updatedAt']

export const Route = createFileRoute('/_app/portals')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
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
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}

function PortalsPage() {
  const { portals } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  // A new filter starts again at the first page.
  const filter = (change: Partial<Record<keyof Search, string | undefined>>) =>
    navigate({
      search: readSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })

  const failed = isFailure(portals)
  const total = failed ? 0 : portals.total
  const lead = failed
    ? undefined
    : total === 1
      ? m['portals.leadOne']()
      : m['portals.lead']({ total: totalFirst(portals) })
  return (
    <Page title={m['portals.title']()} lead={lead} actions={<PortalsActions />}>
      {session?.user.staff ? (
        <Tabs label={m['portals.title']()} tabs={accountsTabs} path="/portals" />
      ) : undefined}
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
      </FilterBar>
      {failed ? (
        <ErrorState
          title={m['portals.loadFailed']()}
          code={failureCode(portals)}
          onRetry={() => router.invalidate()}
        />
      ) : total === 0 ? (
        <NoPortals search={search} onClear={() => navigate({ search: {} })} />
      ) : (
        <>
          <DataTable
            label={m['portals.title']()}
            columns={portalColumns()}
            rows={portals.items}
            rowKey={(portal) => portal.id}
            orderBy={search.orderBy ?? 'name'}
            onSort={(orderBy) => filter({ orderBy })}
          />
          <Pager found={portals} onPage={(page) => navigate({ search: readSearch({ ...search, page }) })} />
        </>
      )}
    </Page>
  )
}

function NoPortals({ search, onClear }: { search: Search; onClear: () => void }) {
  if (!search.q && !search.type && !search.organisationType)
    return <Empty title={m['portals.empty.title']()} text={m['portals.empty.text']()} />
  return (
    <Empty
      drawing={false}
      title={search.q ? m['portals.noResults.title']({ q: search.q }) : m['portals.noResults.filtered']()}
      text={m['portals.noResults.text']()}
      action={<Button onClick={onClear}>{m['ui.clearFilters']()}</Button>}
    />
  )
}
