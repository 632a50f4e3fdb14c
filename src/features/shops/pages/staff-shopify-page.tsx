import { createFileRoute } from '@tanstack/react-router'
import { returnHead, shopifyAnswer } from './shop-return-address.ts'
import { ShopifyReturn } from './shopify-return.tsx'

/** Where a shop of Shopify sends staff back to. */
export const Route = createFileRoute('/_app/products/connectors/shopify')({
  validateSearch: shopifyAnswer,
  head: returnHead,
  component: () => <ShopifyReturn {...Route.useSearch()} />,
})
