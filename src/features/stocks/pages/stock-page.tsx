import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { currentPortal, isUuid } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { StockView } from './stock-view.tsx'
import { stockName } from './stock-words.ts'

/** One variant: how many there are, what happened to them, and what can be written down. */
export const Route = createFileRoute('/_app/stocks/$stockId')({
  beforeLoad: ({ params, context }) => {
    const portal = currentPortal(context.session)
    if (!portal || !isUuid(params.stockId)) throw notFound({ routeId: rootRouteId })
    return { portal }
  },
  loader: async ({ context: { api, portal }, params }) => {
    const stock = await api.stocks.getStock({ portalId: portal.id, stockId: params.stockId })
    if (failureCode(stock) === 'notFound') throw notFound({ routeId: rootRouteId })
    const editable = can(portal.permissions, 'stocks.managestocks')
    const others = editable ? await api.stocks.listStocks({ portalId: portal.id }) : undefined
    // The title is made here: what stands in the head is loaded by every page.
    const title = isFailure(stock) ? undefined : stockName(stock)
    return { portal, stock, others: others && (isFailure(others) ? [] : others.items), title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${loaderData?.title ?? m['stocks.title']()} · Backline` }] }),
  component: StockPage,
})

function StockPage() {
  const { portal, stock, others } = Route.useLoaderData()
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
        <TrailLink key="stocks" to="/stocks">
          {m['stocks.title']()}
        </TrailLink>,
        stock.sku ?? m['stocks.detail'](),
      ]}
    >
      <StockView portalId={portal.id} stock={stock} others={others} orders="/stocks/orders" />
    </Page>
  )
}
