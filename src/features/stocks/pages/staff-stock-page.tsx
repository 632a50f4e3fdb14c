import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { idsOrNotThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { EntityPage } from '#ui/entity-page.tsx'
import { StockView } from './stock-view.tsx'
import { stockName } from './stock-words.ts'

/** One variant of a portal, for staff. */
export const Route = createFileRoute('/_app/products/stock/$portalId/$stockId')({
  beforeLoad: ({ params }) => idsOrNotThere(params),
  loader: async ({ context: { api, session }, params }) => {
    const stock = orNotThere(await api.stocks.getStock(params))
    const editable = can(permissionsOf(session), 'products.manageproducts')
    const others = editable ? await api.stocks.listStocks({ portalId: params.portalId }) : undefined
    // The title is made here: what stands in the head is loaded by every page.
    const title = isFailure(stock) ? undefined : stockName(stock)
    return { stock, others: others && (isFailure(others) ? [] : others.items), title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${loaderData?.title ?? m['stocks.title']()} · Backline` }] }),
  component: StaffStockPage,
})

function StaffStockPage() {
  const { stock, others } = Route.useLoaderData()
  const { portalId } = Route.useParams()
  return (
    <EntityPage
      entity={stock}
      failed={m['stocks.loadFailed']()}
      list={{ to: `/products/stock?portal=${portalId}`, title: m['stocks.title']() }}
      title={stockName}
      step={({ sku }) => sku ?? m['stocks.detail']()}
      lead={({ sku }) => sku}
    >
      {(one) => <StockView portalId={portalId} stock={one} others={others} orders="/products/orders" />}
    </EntityPage>
  )
}
