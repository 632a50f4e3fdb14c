import { createFileRoute, useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import { MapDialog } from '#features/orders/pages/map-dialog-on-demand.ts'
import { SkuFilters, skuWords } from '#features/orders/pages/sku-filters.tsx'
import { readSkusSearch, type SkusSearch } from '#features/orders/pages/skus-search.ts'
import { staffSkuColumns } from '#features/orders/pages/staff-sku-columns.tsx'
import type { StaffSku } from '#features/orders/sku-contract.ts'
import { PortalFilter } from '#features/portals/pages/portal-filter.tsx'
import { portalsToPick } from '#features/portals/pages/portals-to-pick.ts'
import { OpenQuestions } from '#features/shops/pages/open-questions.tsx'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { productsTabs } from '#pages/products-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { DataTable } from '#ui/data-table.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import { useWished } from '#ui/use-wished.ts'

type Search = SkusSearch<'mapped'> & { portal?: string }

const readSearch = (search: Record<string, unknown>): Search => ({
  ...readSkusSearch(search, ['mapped']),
  ...(typeof search.portal === 'string' && isUuid(search.portal) ? { portal: search.portal } : {}),
})

/** What was sold under a SKU that no product is known for, of every portal; for staff. */
export const Route = createFileRoute('/_app/products/skus')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, session }, deps }) => {
    const manages = can(permissionsOf(session), 'products.manageproducts')
    const [skus, portals, questions] = await Promise.all([
      api.orders.listAllSkus(deps, { key: 'all-skus' }),
      portalsToPick(api, deps.portal),
      manages ? api.shops.listOpenQuestions({}) : undefined,
    ])
    return { skus, portals, questions: questions && !isFailure(questions) ? questions : undefined }
  },
  head: () => ({ meta: [{ title: `${m['orders.skus.title']()} · Backline` }] }),
  component: StaffSkusPage,
})

function StaffSkusPage() {
  const { skus, portals, questions } = Route.useLoaderData()
  const { session, api } = Route.useRouteContext()
  const router = useRouter()
  const search = useWished(Route.useSearch(), readSearch)
  const [mapping, setMapping] = useState<StaffSku>()
  const editable = can(permissionsOf(session), 'products.manageproducts')
  const answer = async ({ id, portal }: StaffSku, value: string) => {
    const [productId = '', variantId] = value.split('/')
    const mapped = await api.orders.mapSkus({
      portalId: portal.id,
      skus: [{ id, productId, ...(variantId ? { variantId } : {}) }],
    })
    if (isFailure(mapped)) return toast(m['orders.skus.failed'](), { kind: 'error' })
    toast(m['orders.skus.assigned']())
    await router.invalidate()
  }
  const { filter, clear, page } = useListSearch(readSearch)
  return (
    <ListPage
      {...skuWords()}
      lead={m['orders.skus.leadStaff']()}
      tabs={<Tabs label={m['shell.tabs.label']()} tabs={productsTabs(session)} path="/products/skus" />}
      found={skus}
      filtered={search.q !== undefined || search.portal !== undefined}
      filtersStay
      empty={{ title: m['orders.skus.allMapped.title'](), text: m['orders.skus.allMapped.text']() }}
      example={() =>
        import('#features/orders/pages/example-skus.ts').then(({ exampleStaffSkus }) => exampleStaffSkus())
      }
      onClear={clear}
      onPage={page}
      above={questions ? <OpenQuestions questions={questions} several /> : undefined}
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
          columns={staffSkuColumns(
            editable ? setMapping : undefined,
            (sku, value) => void answer(sku, value),
          )}
          rows={items}
          rowKey={({ id }) => id}
        />
      )}
    </ListPage>
  )
}
