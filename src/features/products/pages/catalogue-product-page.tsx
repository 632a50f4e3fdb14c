import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { idsOrNotThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { EntityPage, versionKey } from '#ui/entity-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { AskForChange } from './ask-for-change.tsx'
import { ProductForm } from './product-form.tsx'
import { ProductState } from './product-side.tsx'
import { nameOf } from './product-words.ts'

/** One product as a portal's own people read it; those who run its goods say where fans buy it. */
export const Route = createFileRoute('/_app/stocks/products/$portalId/$productId')({
  beforeLoad: ({ params }) => idsOrNotThere(params),
  loader: async ({ context: { api }, params }) => {
    const product = orNotThere(await api.products.getProduct(params))
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
  const sells = can(permissionsOf(session), 'stocks.managestocks')
  return (
    <EntityPage
      entity={product}
      failed={m['products.loadFailed']()}
      list={{ to: '/stocks/products', title: m['products.catalogue.title']() }}
      title={nameOf}
      step={() => (sells ? m['products.form.editStep']() : m['ui.viewStep']())}
      lead={({ portal }) => portal.name}
    >
      {(one) => (
        <div className="bl-stack">
          <Notice kind="info" aside={<AskForChange product={one} />}>
            {sells ? m['products.catalogue.keptButShop']() : m['products.catalogue.kept']()}
          </Notice>
          <ProductForm
            key={versionKey(one)}
            product={one}
            portals={[]}
            blanks={one.blank ? [{ value: one.blank.id, label: one.blank.name }] : []}
            editable={false}
            onlyPurchase={sells}
            side={<ProductState product={one} editable={false} />}
          />
        </div>
      )}
    </EntityPage>
  )
}
