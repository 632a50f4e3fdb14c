import { createFileRoute, redirect } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { DeletedLately } from '#features/activity/pages/deleted-lately.tsx'
import { portalsToPick } from '#features/portals/pages/portals-to-pick.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { productsTabs } from '#pages/products-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { useListSearch } from '#ui/list-search.ts'
import { Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { totalFirst } from '#ui/total.ts'
import { useWished } from '#ui/use-wished.ts'
import { blanksToPick } from './filter-options.ts'
import { ProductsActions } from './products-actions.tsx'
import { ProductsBulk } from './products-bulk.tsx'
import { ProductsList } from './products-list.tsx'
import { queryOf, readProductsSearch } from './products-search.ts'

/** Products of every portal, for staff. */
export const Route = createFileRoute('/_app/products')({
  validateSearch: readProductsSearch,
  loaderDeps: ({ search }) => queryOf(search),
  // Who may see only what things are printed on starts there.
  beforeLoad: ({ context }) => {
    const permissions = permissionsOf(context.session)
    if (!can(permissions, 'products.viewproducts') && can(permissions, 'products.viewblanks'))
      throw redirect({ to: '/products/blanks', replace: true })
  },
  loader: async ({ context: { api, session }, deps }) => {
    // Who sees blanks alone starts with them.
    if (!can(permissionsOf(session), 'products.viewproducts')) throw redirect({ to: '/products/blanks' })
    const [products, portals, blanks] = await Promise.all([
      api.products.listProducts(deps, { key: 'products' }),
      portalsToPick(api, deps.portal),
      blanksToPick(api, deps.blank),
    ])
    return { products, portals, blanks }
  },
  head: () => ({ meta: [{ title: `${m['products.title']()} · Backline` }] }),
  component: ProductsPage,
})

function ProductsPage() {
  const { products, portals, blanks } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readProductsSearch)
  const { filter, page } = useListSearch(readProductsSearch)
  const editable = can(permissionsOf(session), 'products.manageproducts')
  const total = isFailure(products) ? 0 : products.total
  return (
    <Page
      title={m['products.title']()}
      lead={total === 1 ? m['products.leadOne']() : m['products.lead']({ total: totalFirst(products) })}
      actions={<ProductsActions search={search} editable={editable} />}
    >
      <Tabs label={m['shell.tabs.label']()} tabs={productsTabs(session)} path="/products" />
      <ProductsList
        products={products}
        search={search}
        portals={portals}
        blanks={blanks}
        base="/products"
        emptyText={m['products.empty.text']()}
        onFilter={filter}
        onPage={page}
        {...(editable ? { bulk: (chosen, clear) => <ProductsBulk chosen={chosen} onClear={clear} /> } : {})}
      />
      <DeletedLately />
    </Page>
  )
}
