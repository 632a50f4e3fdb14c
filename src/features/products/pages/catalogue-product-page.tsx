import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { ProductForm } from './product-form.tsx'
import { ProductState } from './product-side.tsx'
import { nameOf } from './product-words.ts'

/** One product as a portal's own people read it; those who run its goods say where fans buy it. */
export const Route = createFileRoute('/_app/stocks/products/$portalId/$productId')({
  beforeLoad: ({ params }) => {
    if (!isUuid(params.portalId) || !isUuid(params.productId)) throw notFound({ routeId: rootRouteId })
  },
  loader: async ({ context: { api }, params }) => {
    const product = await api.products.getProduct(params)
    if (failureCode(product) === 'notFound') throw notFound({ routeId: rootRouteId })
    // The title is made here: what stands in the head is loaded by every page.
    const title = isFailure(product) ? undefined : nameOf(product)
    return { product, title }
  },
  head: ({ loaderData }) => ({
    meta: [{ title: `${loaderData?.title ?? m['products.title']()} · Backline` }],
  }),
  component: CatalogueProductPage,
})

function CatalogueProductPage() {
  const { product } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const router = useRouter()
  const failed = isFailure(product)
  return (
    <Page
      title={failed ? m['products.title']() : nameOf(product)}
      lead={failed ? undefined : product.portal.name}
      trail={[
        <TrailLink key="products" to="/stocks/products">
          {m['products.catalogue.title']()}
        </TrailLink>,
        m['products.form.editStep'](),
      ]}
    >
      {failed ? (
        <ErrorState
          title={m['products.loadFailed']()}
          code={failureCode(product)}
          onRetry={() => router.invalidate()}
        />
      ) : (
        <ProductForm
          key={`${product.id} ${product.version}`}
          product={product}
          portals={[]}
          blanks={product.blank ? [{ value: product.blank.id, label: product.blank.name }] : []}
          editable={false}
          onlyPurchase={can(permissionsOf(session), 'stocks.managestocks')}
          side={<ProductState product={product} editable={false} />}
        />
      )}
    </Page>
  )
}
