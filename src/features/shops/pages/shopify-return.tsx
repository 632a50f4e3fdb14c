import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { ShopReturn } from './shop-return.tsx'
import { portalIn } from './shop-return-address.ts'

/** Finishes what a shop of Shopify answered. */
export function ShopifyReturn({ answer = '' }: { answer?: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const told = new URLSearchParams(answer)
  return (
    <ShopReturn
      portalId={portalIn(told.get('state') ?? '')}
      lead={m['shops.return.lead']({ shop: told.get('shop') ?? '' })}
      finish={(portalId) => api.shops.finishShopify({ portalId, answer })}
    />
  )
}
