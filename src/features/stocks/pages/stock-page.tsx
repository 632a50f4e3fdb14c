import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { currentPortal } from '#pages/navigation.ts'
import { idsOrNotThere, notThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { EntityPage } from '#ui/entity-page.tsx'
import { StockView } from './stock-view.tsx'
import { stockName } from './stock-words.ts'

/** One variant: how many there are, what happened to them, and what can be written down. */
export const Route = createFileRoute('/_app/stocks/$stockId')({
  beforeLoad: ({ params, context }) => {
    const portal = currentPortal(context.session)
    if (!portal) notThere()
    idsOrNotThere(params)
    return { portal }
  },
  loader: async ({ context: { api, portal }, params }) => {
    const stock = orNotThere(await api.stocks.getStock({ portalId: portal.id, stockId: params.stockId }))
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
  return (
    <EntityPage
      entity={stock}
      failed={m['stocks.loadFailed']()}
      list={{ to: '/stocks', title: m['stocks.title']() }}
      title={stockName}
      step={({ sku }) => sku ?? m['stocks.detail']()}
      lead={({ sku }) => sku}
    >
      {(one) => <StockView portalId={portal.id} stock={one} others={others} orders="/stocks/orders" />}
    </EntityPage>
  )
}
