import { createFileRoute } from '@tanstack/react-router'
import { returnHead } from './shop-return.tsx'
import { WooCommerceReturn, wooCommerceAnswer } from './woocommerce-return.tsx'

/** Where a shop of WooCommerce sends a portal's team back to. */
export const Route = createFileRoute('/_app/stocks/connectors/woocommerce')({
  validateSearch: wooCommerceAnswer,
  head: returnHead,
  component: () => <WooCommerceReturn {...Route.useSearch()} />,
})
