import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Nothing, Text } from '#platform/shapes.ts'
import { askForChangeMax } from './choices.ts'
import { manage, Product, ProductOf } from './contract.ts'

export const activateProduct = operation({
  method: 'PUT',
  path: '/portal/{portalId}/product/{productId}/activation',
  tag: 'products',
  summary: 'Put a draft on sale; what it lacks is said by the field',
  access: manage,
  scope: 'portal',
  undoable: true,
  input: ProductOf,
  output: Product,
})

export const redraftProduct = operation({
  method: 'PUT',
  path: '/portal/{portalId}/product/{productId}/draft',
  tag: 'products',
  summary: 'Take a product off sale, or out of the archive',
  access: manage,
  scope: 'portal',
  undoable: true,
  input: ProductOf,
  output: Product,
})

export const archiveProduct = operation({
  method: 'PUT',
  path: '/portal/{portalId}/product/{productId}/archive',
  tag: 'products',
  summary: 'Put a product away; its sales stay',
  access: manage,
  scope: 'portal',
  undoable: true,
  input: ProductOf,
  output: Product,
})

export const duplicateProduct = operation({
  method: 'POST',
  path: '/portal/{portalId}/product/{productId}/copy',
  status: 201,
  tag: 'products',
  summary: 'Copy a product as a draft without SKUs',
  access: manage,
  scope: 'portal',
  idempotent: true,
  input: ProductOf,
  output: Product,
})

export const deleteProduct = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/product/{productId}',
  status: 204,
  tag: 'products',
  summary: 'Delete a draft that was never sold and has no stock',
  access: manage,
  scope: 'portal',
  undoable: true,
  input: ProductOf,
  output: Nothing,
})

export const askForChange = operation({
  method: 'POST',
  path: '/portal/{portalId}/product/{productId}/askedChange',
  status: 204,
  tag: 'products',
  summary:
    "Ask the provider's people for a change to a product, by mail and in their inbox; once a day for each",
  access: 'stocks.viewstocks',
  scope: 'portal',
  outside: 'limited',
  input: z.extend(ProductOf, {
    /** What should change, in words. */
    text: Text(askForChangeMax),
  }),
  output: Nothing,
})
