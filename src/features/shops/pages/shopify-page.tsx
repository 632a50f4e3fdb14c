import { createFileRoute } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { portalIn, returnHead, ShopReturn } from './shop-return.tsx'

/** Where a shop of Shopify sends people back to. */
export const Route = createFileRoute('/_app/stocks/connectors/shopify')({
  validateSearch: ({ answer }: Record<string, unknown>): { answer?: string } =>
    typeof answer === 'string' ? { answer } : {},
  head: returnHead,
  component: ShopifyPage,
})

function ShopifyPage() {
  const { api } = Route.useRouteContext()
  const { answer = '' } = Route.useSearch()
  const told = new URLSearchParams(answer)
  return (
    <ShopReturn
      portalId={portalIn(told.get('state') ?? '')}
      lead={m['shops.return.lead']({ shop: told.get('shop') ?? '' })}
      finish={(portalId) => api.shops.finishShopify({ portalId, answer })}
    />
  )
}
