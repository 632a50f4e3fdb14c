import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { permissionsAt } from '#pages/navigation.ts'
import { idsOrNotThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { EntityPage } from '#ui/entity-page.tsx'
import { StockView } from './stock-view.tsx'
import { stockName } from './stock-words.ts'

/** One variant of any of a label's portals. */
export const Route = createFileRoute('/_app/stocks/all/$portalId/$stockId')({
  beforeLoad: ({ params }) => idsOrNotThere(params),
  loader: async ({ context: { api, session }, params }) => {
    const { portalId } = params
    const stock = orNotThere(await api.stocks.getStock(params))
    const editable = can(permissionsAt(session, portalId), 'stocks.managestocks')
    const others = editable ? await api.stocks.listStocks({ portalId }) : undefined
    // The title is made here: what stands in the head is loaded by every page.
    const title = isFailure(stock) ? undefined : stockName(stock)
    return { stock, others: others && (isFailure(others) ? [] : others.items), title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${loaderData?.title ?? m['stocks.title']()} · Backline` }] }),
  component: AllStockPage,
})

function AllStockPage() {
  const { stock, others } = Route.useLoaderData()
  const { portalId } = Route.useParams()
  return (
    <EntityPage
      entity={stock}
      failed={m['stocks.loadFailed']()}
      list={{ to: '/stocks/all', title: m['stocks.all.tab']() }}
      title={stockName}
      step={({ sku }) => sku ?? m['stocks.detail']()}
      lead={({ sku }) => sku}
    >
      {(one) => <StockView portalId={portalId} stock={one} others={others} orders="/stocks/orders" />}
    </EntityPage>
  )
}
