import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { portalIn, ShopReturn } from './shop-return.tsx'

interface Answer {
  success?: string
  /** The state, by the name that the shop gives it. */
  user_id?: string
}

/** What a shop of WooCommerce sends people back with: the state, and whether they agreed. */
export const wooCommerceAnswer = ({ success, user_id }: Record<string, unknown>): Answer => ({
  ...(typeof user_id === 'string' ? { user_id } : {}),
  ...(success === undefined ? {} : { success: String(success) }),
})

/** Finishes what a shop of WooCommerce answered. */
export function WooCommerceReturn({ success, user_id: state = '' }: Answer) {
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
