import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { stocksTabs } from '#pages/stocks-tabs.ts'
import { m } from '#paraglide/messages.js'
import { useListSearch } from '#ui/list-search.ts'
import { Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { totalFirst } from '#ui/total.ts'
import { useWished } from '#ui/use-wished.ts'
import { ProductsActions } from './products-actions.tsx'
import { ProductsList } from './products-list.tsx'
import { queryOf, readProductsSearch } from './products-search.ts'

/** The same catalogue for a portal's own people: the provider writes it, they read it. */
export const Route = createFileRoute('/_app/stocks/products')({
  validateSearch: readProductsSearch,
  loaderDeps: ({ search }) => queryOf(search),
  loader: async ({ context: { api, session }, deps }) => ({
    products: await api.products.listProducts(deps, { key: 'products' }),
    portals: (session?.user.portals ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }),
  head: () => ({ meta: [{ title: `${m['products.catalogue.title']()} · Backline` }] }),
  component: CataloguePage,
})

function CataloguePage() {
  const { products, portals } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readProductsSearch)
  const { filter, page } = useListSearch(readProductsSearch)
  const total = isFailure(products) ? 0 : products.total
  return (
    <Page
      title={m['products.catalogue.title']()}
      lead={total === 1 ? m['products.leadOne']() : m['products.lead']({ total: totalFirst(products) })}
      actions={<ProductsActions search={search} editable={false} />}
    >
      <Tabs label={m['shell.tabs.label']()} tabs={stocksTabs(session)} path="/stocks/products" />
      <ProductsList
        products={products}
        search={search}
        portals={portals}
        blanks={[]}
        base="/stocks/products"
        emptyText={m['products.catalogue.empty']()}
        onFilter={filter}
        onPage={page}
      />
    </Page>
  )
}
