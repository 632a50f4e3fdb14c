import { createFileRoute } from '@tanstack/react-router'
import { idsOrNotThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { OrderScreen } from './order-screen.tsx'

/** One order. */
export const Route = createFileRoute('/_app/products/orders/$portalId/$orderId')({
  beforeLoad: ({ params }) => idsOrNotThere(params),
  loader: async ({ context: { api }, params }) => ({ order: orNotThere(await api.orders.getOrder(params)) }),
  head: () => ({ meta: [{ title: `${m['orders.title']()} · Backline` }] }),
  component: StaffOrderPage,
})

function StaffOrderPage() {
  const { order } = Route.useLoaderData()
  return <OrderScreen order={order} orders="/products/orders" products="/products" />
}
