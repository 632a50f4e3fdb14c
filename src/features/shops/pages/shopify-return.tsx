import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { portalIn, ShopReturn } from './shop-return.tsx'

export const shopifyAnswer = ({ answer }: Record<string, unknown>): { answer?: string } =>
  typeof answer === 'string' ? { answer } : {}

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
