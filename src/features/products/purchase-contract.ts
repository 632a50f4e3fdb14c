import * as z from 'zod/mini'
import { anyOf, operation } from '#platform/operation.ts'
import { Id } from '#platform/shapes.ts'
import { Product, ProductOf, variantsMax } from './contract.ts'
import { PurchaseAddressDrafts } from './purchase-shapes.ts'

export const updatePurchaseAddresses = operation({
  method: 'PUT',
  path: '/portal/{portalId}/product/{productId}/purchaseAddresses',
  tag: 'products',
  summary:
    'Say where fans buy a product: one https address a shop, and of single variants where the shop has one',
  access: anyOf(['products.manageproducts', 'stocks.managestocks']),
  scope: 'portal',
  versioned: true,
  input: z.extend(ProductOf, {
    purchaseAddresses: PurchaseAddressDrafts,
    /** Variants that are left out have none of their own. */
    variants: z.optional(
      z.array(z.object({ id: Id, purchaseAddresses: PurchaseAddressDrafts })).check(z.maxLength(variantsMax)),
    ),
  }),
  output: Product,
})
