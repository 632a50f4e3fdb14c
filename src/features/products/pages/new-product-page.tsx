import { createFileRoute } from '@tanstack/react-router'
import { NoPortal } from '#features/portals/pages/no-portal.tsx'
import { portalsToPick } from '#features/portals/pages/portals-to-pick.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Page, TrailLink } from '#ui/page.tsx'
import { blanksToPick } from './filter-options.ts'
import { ProductForm } from './product-form.tsx'

/** A new product, as a draft of one portal. */
export const Route = createFileRoute('/_app/products/new')({
  beforeLoad: ({ context }) => {
    if (!can(permissionsOf(context.session), 'products.manageproducts')) notThere()
  },
  loader: async ({ context: { api } }) => {
    const [portals, blanks] = await Promise.all([portalsToPick(api, undefined), blanksToPick(api)])
    return { portals, blanks }
  },
  head: () => ({ meta: [{ title: `${m['products.new']()} · Backline` }] }),
  component: NewProductPage,
})

function NewProductPage() {
  const { portals, blanks } = Route.useLoaderData()
  return (
    <Page
      title={m['products.new']()}
      trail={[
        <TrailLink key="products" to="/products">
          {m['products.title']()}
        </TrailLink>,
        m['products.form.newStep'](),
      ]}
    >
      {portals.length > 0 ? (
        <ProductForm product={null} portals={portals} blanks={blanks} editable />
      ) : (
        <NoPortal />
      )}
    </Page>
  )
}
