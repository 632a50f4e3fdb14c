import { useRouter } from '@tanstack/react-router'
import { failureCode, isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { ErrorState } from '#ui/error-state.tsx'
import { Page, TrailLink } from '#ui/page.tsx'
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
  const router = useRouter()
  const failed = isFailure(order)
  return (
    <Page
      title={failed ? m['orders.title']() : m['orders.order']({ order: order.externalId })}
      lead={failed ? undefined : order.portal.name}
      trail={[
        <TrailLink key="orders" to={orders}>
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
        <OrderView order={order} products={products} />
      )}
    </Page>
  )
}
