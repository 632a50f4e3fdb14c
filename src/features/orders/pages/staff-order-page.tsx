import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router'
import { failureCode } from '#client.ts'
import { isUuid } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { OrderScreen } from './order-screen.tsx'

/** One order. */
export const Route = createFileRoute('/_app/products/orders/$portalId/$orderId')({
  beforeLoad: ({ params }) => {
    if (!isUuid(params.portalId) || !isUuid(params.orderId)) throw notFound({ routeId: rootRouteId })
  },
  loader: async ({ context: { api }, params }) => {
    const order = await api.orders.getOrder(params)
    if (failureCode(order) === 'notFound') throw notFound({ routeId: rootRouteId })
    return { order }
  },
  head: () => ({ meta: [{ title: `${m['orders.title']()} · Backline` }] }),
  component: StaffOrderPage,
})

function StaffOrderPage() {
  const { order } = Route.useLoaderData()
  return <OrderScreen order={order} orders="/products/orders" products="/products" />
}
