import * as z from 'zod/mini'
import { fileOperation, operation } from '#platform/operation.ts'
import { Id, List, PortalId } from '#platform/shapes.ts'
import { manageShops, PrivacyRequest } from './contract.ts'

export const receivePrivacy = operation({
  method: 'POST',
  path: '/shops/shopify/privacy',
  foreignBody: 'bytes',
  tag: 'shops',
  summary:
    'Shopify’s compliance webhooks (customers/data_request, customers/redact, shop/redact), signed with X-Shopify-Hmac-Sha256',
  access: 'public',
  scope: 'none',
  outside: 'delivery',
  browser: false,
  silent: true,
  ignoresUnknown: true,
  input: z.object({}),
  output: z.object({}),
})

const ShopOfPortal = z.extend(PortalId, { connectorId: Id })
export const listPrivacyRequests = operation({
  method: 'GET',
  path: '/portal/{portalId}/shop/{connectorId}/privacy',
  tag: 'shops',
  summary: 'What a shop asked about its customers’ data, and when it was done; the latest hundred',
  access: manageShops,
  scope: 'portal',
  input: ShopOfPortal,
  output: List(PrivacyRequest),
})

export const downloadPrivacyData = fileOperation({
  path: '/portal/{portalId}/shop/{connectorId}/privacy/{requestId}/file',
  tag: 'shops',
  summary: 'What is held of the customer that a shop asked about, as CSV',
  access: manageShops,
  scope: 'portal',
  apiKey: false,
  input: z.extend(ShopOfPortal, { requestId: Id }),
})

export const finishPrivacyRequest = operation({
  method: 'PUT',
  path: '/portal/{portalId}/shop/{connectorId}/privacy/{requestId}/done',
  tag: 'shops',
  summary: 'Say that a customer’s data were handed over; the copy goes, the record stays',
  access: manageShops,
  scope: 'portal',
  input: z.extend(ShopOfPortal, { requestId: Id }),
  output: PrivacyRequest,
})
