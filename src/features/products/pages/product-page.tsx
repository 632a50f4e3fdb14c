import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { blanksToPick } from './filter-options.ts'
import { ProductForm } from './product-form.tsx'
import { ProductState } from './product-side.tsx'
import { nameOf } from './product-words.ts'

/** One product, for staff. */
export const Route = createFileRoute('/_app/products/$portalId/$productId')({
  beforeLoad: ({ params }) => {
    if (!isUuid(params.portalId) || !isUuid(params.productId)) throw notFound({ routeId: rootRouteId })
  },
  loader: async ({ context: { api }, params }) => {
    const [product, blanks, activity] = await Promise.all([
      api.products.getProduct(params),
      blanksToPick(api),
      api.activity.listActivity({ target: params.productId }),
    ])
    if (failureCode(product) === 'notFound') throw notFound({ routeId: rootRouteId })
    // The title is made here: what stands in the head is loaded by every page.
    const title = isFailure(product) ? undefined : nameOf(product)
    return { product, blanks, activity, now: new Date(), title }
  },
  head: ({ loaderData }) => ({
    meta: [{ title: `${loaderData?.title ?? m['products.title']()} · Backline` }],
  }),
  component: ProductPage,
})

function ProductPage() {
  const { product, blanks, activity, now } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const router = useRouter()
  const editable = can(permissionsOf(session), 'products.manageproducts')
  const failed = isFailure(product)
  return (
    <Page
      title={failed ? m['products.title']() : nameOf(product)}
      lead={failed ? undefined : product.portal.name}
      trail={[
        <TrailLink key="products" to="/products">
          {m['products.title']()}
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
          blanks={blanks}
          editable={editable}
          side={
            <>
              <ProductState product={product} editable={editable} />
              <TimelineFrame activity={activity} now={now} about={product.id} />
            </>
          }
        />
      )}
    </Page>
  )
}
