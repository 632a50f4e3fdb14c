import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { StockView } from './stock-view.tsx'
import { stockName } from './stock-words.ts'

/** One variant of a portal, for staff. */
export const Route = createFileRoute('/_app/products/stock/$portalId/$stockId')({
  beforeLoad: ({ params }) => {
    if (!isUuid(params.portalId) || !isUuid(params.stockId)) throw notFound({ routeId: rootRouteId })
  },
  loader: async ({ context: { api, session }, params }) => {
    const stock = await api.stocks.getStock(params)
    if (failureCode(stock) === 'notFound') throw notFound({ routeId: rootRouteId })
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
  const router = useRouter()
  if (isFailure(stock))
    return (
      <Page title={m['stocks.title']()}>
        <ErrorState
          title={m['stocks.loadFailed']()}
          code={failureCode(stock)}
          onRetry={() => router.invalidate()}
        />
      </Page>
    )
  return (
    <Page
      title={stockName(stock)}
      lead={stock.sku ?? undefined}
      trail={[
        <TrailLink key="stocks" to="/products/stock" search={{ portal: portalId }}>
          {m['stocks.title']()}
        </TrailLink>,
        stock.sku ?? m['stocks.detail'](),
      ]}
    >
      <StockView portalId={portalId} stock={stock} others={others} orders="/products/orders" />
    </Page>
  )
}
