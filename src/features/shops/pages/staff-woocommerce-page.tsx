import { createFileRoute } from '@tanstack/react-router'
import { returnHead, wooCommerceAnswer } from './shop-return-address.ts'
import { WooCommerceReturn } from './woocommerce-return.tsx'

/** Where a shop of WooCommerce sends staff back to. */
export const Route = createFileRoute('/_app/products/connectors/woocommerce')({
  validateSearch: wooCommerceAnswer,
  head: returnHead,
  component: () => <WooCommerceReturn {...Route.useSearch()} />,
})
