import * as z from 'zod/mini'
import { connectorKinds } from '#features/connectors/choices.ts'
import { anyOf, operation } from '#platform/operation.ts'
import { Id, List, Moment, PortalId, Text } from '#platform/shapes.ts'
import { shopStates, syncFaults, syncKinds, syncStates, syncSteps } from './choices.ts'

const manage = anyOf(['stocks.managestocks', 'products.manageproducts'])

const Run = z.object({
  kind: z.enum(syncKinds),
  state: z.enum(syncStates),
  step: z.enum(syncSteps),
  /** What has been looked at by now; `total` where the shop says how much there is. */
  steps: z.array(z.object({ step: z.enum(syncSteps), done: z.number(), total: z.nullable(z.number()) })),
  /** Orders that no webhook had told. */
  found: z.number(),
  fault: z.nullable(z.enum(syncFaults)),
  startedAt: Moment,
  finishedAt: z.nullable(Moment),
})
export type Run = z.infer<typeof Run>

export const Shop = z.object({
  /** Of its connector. */
  id: Id,
  kind: z.enum(connectorKinds),
  name: z.string(),
  domain: z.string(),
  state: z.enum(shopStates),
  /** Whether the shop hands over orders of any age, or of the last 60 days alone. */
  allOrders: z.boolean(),
  /** The one that brings everything in, and the last that looked for what webhooks had lost. */
  first: z.nullable(Run),
  reconcile: z.nullable(Run),
})
export type Shop = z.infer<typeof Shop>

export const listShops = operation({
  method: 'GET',
  path: '/portal/{portalId}/shops',
  tag: 'shops',
  summary: 'Shops that were connected with their consent, and how far what they hold has come in',
  access: manage,
  scope: 'portal',
  input: PortalId,
  output: z.extend(List(Shop), {
    /** Kinds that can be connected with a consent here: those whose app the settings name. */
    kinds: z.array(z.enum(connectorKinds)),
  }),
})

/** `name`, `name.myshopify.com` or its address, as people paste it; kept as the domain. Nothing else is ever asked. */
const ShopifyDomain = z.string().check(
  z.trim(),
  z.maxLength(120),
  z.overwrite((text) => {
    const bare = text
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/.*$/, '')
    return /^[a-z0-9][a-z0-9-]*$/.test(bare) ? `${bare}.myshopify.com` : bare
  }),
  z.regex(/^[a-z0-9][a-z0-9-]{0,60}\.myshopify\.com$/, { error: 'shopifyDomain' }),
)

export const startShopify = operation({
  method: 'POST',
  path: '/portal/{portalId}/shop/shopify/wish',
  status: 201,
  tag: 'shops',
  summary: 'Where to go to allow Backline into a shop of Shopify; also to renew what has expired',
  access: manage,
  scope: 'portal',
  spy: false,
  input: z.extend(PortalId, { domain: ShopifyDomain, name: Text(40) }),
  output: z.object({ url: z.string() }),
})

export const finishShopify = operation({
  method: 'POST',
  path: '/portal/{portalId}/shop/shopify',
  status: 201,
  tag: 'shops',
  summary: 'Connect the shop of Shopify that has just allowed it, with all that its address came back with',
  access: manage,
  scope: 'portal',
  spy: false,
  /** As Shopify wrote it behind the question mark: its HMAC is of that. */
  input: z.extend(PortalId, { answer: z.string().check(z.minLength(1), z.maxLength(2_000)) }),
  output: Shop,
})

export const syncShop = operation({
  method: 'POST',
  path: '/portal/{portalId}/shop/{connectorId}/run',
  tag: 'shops',
  summary: 'Look now for what a shop’s webhooks may have lost, or try again what waits',
  access: manage,
  scope: 'portal',
  input: z.extend(PortalId, { connectorId: Id }),
  output: Shop,
})
