import { createFileRoute } from '@tanstack/react-router'
import { returnHead, wooCommerceAnswer } from './shop-return-address.ts'
import { WooCommerceReturn } from './woocommerce-return.tsx'

/** Where a shop of WooCommerce sends a portal's team back to. */
export const Route = createFileRoute('/_app/stocks/connectors/woocommerce')({
  validateSearch: wooCommerceAnswer,
  head: returnHead,
  component: () => <WooCommerceReturn {...Route.useSearch()} />,
})
