import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { permissionsOf } from '#pages/navigation.ts'
import { idsOrNotThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { EntityPage, versionKey } from '#ui/entity-page.tsx'
import { blanksToPick } from './filter-options.ts'
import { ProductForm } from './product-form.tsx'
import { ProductState } from './product-side.tsx'
import { nameOf } from './product-words.ts'

/** One product, for staff. */
export const Route = createFileRoute('/_app/products/$portalId/$productId')({
  beforeLoad: ({ params }) => idsOrNotThere(params),
  loader: async ({ context: { api }, params }) => {
    const [product, blanks, activity] = await Promise.all([
      api.products.getProduct(params),
      blanksToPick(api),
      api.activity.listActivity({ target: params.productId }),
    ])
    orNotThere(product)
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
  const editable = can(permissionsOf(session), 'products.manageproducts')
  return (
    <EntityPage
      entity={product}
      failed={m['products.loadFailed']()}
      list={{ to: '/products', title: m['products.title']() }}
      title={nameOf}
      step={() => (editable ? m['products.form.editStep']() : m['ui.viewStep']())}
      lead={({ portal }) => portal.name}
    >
      {(one) => (
        <ProductForm
          key={versionKey(one)}
          product={one}
          portals={[]}
          blanks={blanks}
          editable={editable}
          side={
            <>
              <ProductState product={one} editable={editable} />
              <TimelineFrame activity={activity} now={now} about={one.id} />
            </>
          }
        />
      )}
    </EntityPage>
  )
}
