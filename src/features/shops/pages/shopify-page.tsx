import { createFileRoute } from '@tanstack/react-router'
import { returnHead, shopifyAnswer } from './shop-return-address.ts'
import { ShopifyReturn } from './shopify-return.tsx'

/** Where a shop of Shopify sends a portal's team back to. */
export const Route = createFileRoute('/_app/stocks/connectors/shopify')({
  validateSearch: shopifyAnswer,
  head: returnHead,
  component: () => <ShopifyReturn {...Route.useSearch()} />,
})
