import type { Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { EntityPage } from '#ui/entity-page.tsx'
import type { Order } from '../contract.ts'
import { OrderView } from './order-view.tsx'

interface OrderScreenProps {
  order: Result<Order>
  /** Where the list is that this order was opened from, and the products of its lines. */
  orders: '/stocks/orders' | '/products/orders'
  products: '/stocks/products' | '/products'
}

/** One order, to a portal's team and to staff alike. */
export function OrderScreen({ order, orders, products }: OrderScreenProps) {
  return (
    <EntityPage
      entity={order}
      failed={m['orders.loadFailed']()}
      list={{ to: orders, title: m['orders.title']() }}
      title={({ externalId }) => m['orders.order']({ order: externalId })}
      step={({ externalId }) => externalId}
      lead={({ portal }) => portal.name}
    >
      {(one) => <OrderView order={one} products={products} />}
    </EntityPage>
  )
}
