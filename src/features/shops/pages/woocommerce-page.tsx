import { createFileRoute } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { portalIn, returnHead, ShopReturn } from './shop-return.tsx'

/** Where a shop of WooCommerce sends people back to: with the state as `user_id`, and whether they agreed. */
export const Route = createFileRoute('/_app/stocks/connectors/woocommerce')({
  validateSearch: ({
    success,
    user_id,
  }: Record<string, unknown>): { success?: string; user_id?: string } => ({
    ...(typeof user_id === 'string' ? { user_id } : {}),
    ...(success === undefined ? {} : { success: String(success) }),
  }),
  head: returnHead,
  component: WooCommercePage,
})

function WooCommercePage() {
  const { api } = Route.useRouteContext()
  const { success, user_id: state = '' } = Route.useSearch()
  return (
    <ShopReturn
      portalId={portalIn(state)}
      lead={m['shops.return.agreed']()}
      problem={success === '0' ? m['shops.return.denied']() : undefined}
      finish={(portalId) => api.shops.finishWooCommerce({ portalId, state })}
    />
  )
}
