import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { ShopReturn } from './shop-return.tsx'
import { portalIn, type WooCommerceAnswer } from './shop-return-address.ts'

/** Finishes what a shop of WooCommerce answered. */
export function WooCommerceReturn({ success, user_id: state = '' }: WooCommerceAnswer) {
  const { api } = useRouteContext({ from: '__root__' })
  return (
    <ShopReturn
      portalId={portalIn(state)}
      lead={m['shops.return.agreed']()}
      problem={success === '0' ? m['shops.return.denied']() : undefined}
      finish={(portalId) => api.shops.finishWooCommerce({ portalId, state })}
    />
  )
}
