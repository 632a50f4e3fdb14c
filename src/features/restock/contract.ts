import * as z from 'zod/mini'
import { anyOf, fileOperation, operation } from '#platform/operation.ts'
import { Id, PortalId } from '#platform/shapes.ts'

const access = anyOf(['products.manageproducts', 'stocks.managestocks'])

export const countRestockAlerts = operation({
  method: 'GET',
  path: '/portal/{portalId}/product/{productId}/restockAlerts/count',
  tag: 'products',
  summary: 'How many fans wait for a product to come back, having confirmed their address',
  access,
  scope: 'portal',
  input: z.extend(PortalId, { productId: Id }),
  output: z.object({ waiting: z.number() }),
})

export const exportRestockAlerts = fileOperation({
  path: '/portal/{portalId}/restockAlerts/file',
  tag: 'products',
  summary: 'All fans who wait for something of a portal to come back and confirmed it, as CSV',
  access,
  scope: 'portal',
  apiKey: false,
  input: PortalId,
})
