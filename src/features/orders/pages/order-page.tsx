import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { isUuid } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
import { OrderView } from './order-view.tsx'

/** One order. */
export const Route = createFileRoute('/_app/stocks/orders/$portalId/$orderId')({
  beforeLoad: ({ params }) => {
    if (!isUuid(params.portalId) || !isUuid(params.orderId)) throw notFound({ routeId: rootRouteId })
  },
  loader: async ({ context: { api }, params }) => {
    const order = await api.orders.getOrder(params)
    if (failureCode(order) === 'notFound') throw notFound({ routeId: rootRouteId })
    return { order }
  },
  head: () => ({ meta: [{ title: `${m['orders.title']()} · Backline` }] }),
  component: OrderPage,
})

function OrderPage() {
  const { order } = Route.useLoaderData()
  const router = useRouter()
  const failed = isFailure(order)
  return (
    <Page
      title={failed ? m['orders.title']() : m['orders.order']({ order: order.externalId })}
      lead={failed ? undefined : order.portal.name}
      trail={[
        <TrailLink key="orders" to="/stocks/orders">
          {m['orders.title']()}
        </TrailLink>,
        failed ? '' : order.externalId,
      ]}
    >
      {failed ? (
        <ErrorState
          title={m['orders.loadFailed']()}
          code={failureCode(order)}
          onRetry={() => router.invalidate()}
        />
      ) : (
        <OrderView order={order} products="/stocks/products" />
      )}
    </Page>
  )
}
