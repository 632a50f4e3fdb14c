import { createFileRoute } from '@tanstack/react-router'
import { returnHead } from './shop-return.tsx'
import { WooCommerceReturn, wooCommerceAnswer } from './woocommerce-return.tsx'

/** Where a shop of WooCommerce sends staff back to. */
export const Route = createFileRoute('/_app/products/connectors/woocommerce')({
  validateSearch: wooCommerceAnswer,
  head: returnHead,
  component: () => <WooCommerceReturn {...Route.useSearch()} />,
})
