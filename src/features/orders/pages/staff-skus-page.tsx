import { createFileRoute, useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { failureCode, isFailure } from '#client.ts'
import { PortalFilter } from '#features/portals/pages/portal-filter.tsx'
import { portalsToPick } from '#features/portals/pages/portals-to-pick.ts'
import { productsTabs } from '#features/products/pages/products-tabs.ts'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
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
import type { StaffSku } from '../sku-contract.ts'
import { MapDialog } from './map-dialog-on-demand.ts'
import { staffSkuColumns } from './staff-sku-columns.tsx'

interface Search {
  q?: string
  portal?: string
  state?: 'mapped'
  page?: number
}

function readSearch(search: Record<string, unknown>): Search {
  const found: Search = {}
  const page = Number(search.page)
  if (search.q !== undefined && String(search.q).trim()) found.q = String(search.q).slice(0, 100)
  if (typeof search.portal === 'string' && isUuid(search.portal)) found.portal = search.portal
  if (search.state === 'mapped') found.state = 'mapped'
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}

/** What was sold under a SKU that no product is known for, of every portal; for staff. */
export const Route = createFileRoute('/_app/products/skus')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api }, deps }) => {
    const [skus, portals] = await Promise.all([
      api.orders.listAllSkus(deps, { key: 'all-skus' }),
      portalsToPick(api, deps.portal),
    ])
    return { skus, portals }
  },
  head: () => ({ meta: [{ title: `${m['orders.skus.title']()} · Backline` }] }),
  component: StaffSkusPage,
})

function StaffSkusPage() {
  const { skus, portals } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const [mapping, setMapping] = useState<StaffSku>()
  const editable = can(permissionsOf(session), 'products.manageproducts')
  const filter = (change: Partial<Record<keyof Search, string | undefined>>) =>
    navigate({
      search: readSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const failed = isFailure(skus)
  const filtered = search.q !== undefined || search.portal !== undefined
  return (
    <Page title={m['orders.skus.title']()} lead={m['orders.skus.leadStaff']()}>
      <Tabs label={m['shell.tabs.label']()} tabs={productsTabs(session)} path="/products/skus" />
      <FilterBar>
        <SearchBox
          label={m['orders.skus.search']()}
          value={search.q ?? ''}
          onSearch={(q) => filter({ q: q || undefined })}
        />
        <FilterSelect
          label={m['orders.column.state']()}
          all={m['orders.skus.unmapped']({ count: failed ? 0 : skus.unmapped })}
          value={search.state}
          options={[{ value: 'mapped', label: m['orders.skus.mapped']() }]}
          onChange={(state) => filter({ state })}
        />
        <PortalFilter
          label={m['products.column.portal']()}
          all={m['products.filter.all']()}
          value={search.portal}
          portals={portals}
          onChange={(portal) => filter({ portal })}
        />
      </FilterBar>
      {failed ? (
        <ErrorState
          title={m['orders.skus.loadFailed']()}
          code={failureCode(skus)}
          onRetry={() => router.invalidate()}
        />
      ) : skus.total === 0 && filtered ? (
        <Empty
          drawing={false}
          title={m['orders.skus.none']()}
          text={m['products.noResults.text']()}
          action={<Button onClick={() => navigate({ search: {} })}>{m['ui.clearFilters']()}</Button>}
        />
      ) : skus.total === 0 ? (
        <Empty title={m['orders.skus.allMapped.title']()} text={m['orders.skus.allMapped.text']()} />
      ) : (
        <>
          <DataTable
            label={m['orders.skus.title']()}
            columns={staffSkuColumns(editable ? setMapping : undefined)}
            rows={skus.items}
            rowKey={({ id }) => id}
          />
          <Pager found={skus} onPage={(page) => navigate({ search: readSearch({ ...search, page }) })} />
        </>
      )}
      <Suspense>
        {mapping ? <MapDialog sku={mapping} onClose={() => setMapping(undefined)} /> : undefined}
      </Suspense>
    </Page>
  )
}
