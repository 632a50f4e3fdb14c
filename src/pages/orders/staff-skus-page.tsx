import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import { PortalFilter } from '#features/portals/pages/portal-filter.tsx'
import { portalsToPick } from '#features/portals/pages/portals-to-pick.ts'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { productsTabs } from '#pages/products-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { DataTable } from '#ui/data-table.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { Tabs } from '#ui/tabs.tsx'
import type { StaffSku } from '../sku-contract.ts'
import { MapDialog } from './map-dialog-on-demand.ts'
import { readSkusSearch, SkuFilters, type SkusSearch, skuWords } from './sku-filters.tsx'
import { staffSkuColumns } from './staff-sku-columns.tsx'

type Search = SkusSearch<'mapped'> & { portal?: string }

const readSearch = (search: Record<string, unknown>): Search => ({
  ...readSkusSearch(search, ['mapped']),
  ...(typeof search.portal === 'string' && isUuid(search.portal) ? { portal: search.portal } : {}),
})

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
  const [mapping, setMapping] = useState<StaffSku>()
  const editable = can(permissionsOf(session), 'products.manageproducts')
  const { filter, clear, page } = useListSearch(search, readSearch)
  return (
    <ListPage
      {...skuWords()}
      lead={m['orders.skus.leadStaff']()}
      tabs={<Tabs label={m['shell.tabs.label']()} tabs={productsTabs(session)} path="/products/skus" />}
      found={skus}
      filtered={search.q !== undefined || search.portal !== undefined}
      filtersStay
      empty={{ title: m['orders.skus.allMapped.title'](), text: m['orders.skus.allMapped.text']() }}
      onClear={clear}
      onPage={page}
      filters={
        <SkuFilters
          search={search}
          all={m['orders.skus.unmapped']({ count: isFailure(skus) ? 0 : skus.unmapped })}
          states={[{ value: 'mapped', label: m['orders.skus.mapped']() }]}
          onFilter={filter}
        >
          <PortalFilter
            label={m['products.column.portal']()}
            all={m['products.filter.all']()}
            value={search.portal}
            portals={portals}
            onChange={(portal) => filter({ portal })}
          />
        </SkuFilters>
      }
      below={
        <Suspense>
          {mapping ? <MapDialog sku={mapping} onClose={() => setMapping(undefined)} /> : undefined}
        </Suspense>
      }
    >
      {({ items }) => (
        <DataTable
          label={m['orders.skus.title']()}
          columns={staffSkuColumns(editable ? setMapping : undefined)}
          rows={items}
          rowKey={({ id }) => id}
        />
      )}
    </ListPage>
  )
}
