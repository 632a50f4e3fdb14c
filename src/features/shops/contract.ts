import * as z from 'zod/mini'
import { connectorKinds, ruleKinds } from '#features/connectors/choices.ts'
import { anyOf, operation } from '#platform/operation.ts'
import { Id, List, Moment, PortalId, Text } from '#platform/shapes.ts'
import { shopStates, syncFaults, syncKinds, syncStates, syncSteps } from './choices.ts'

/** Rules of one shop, at most. */
export const rulesMax = 100

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

const RuleDraft = z.object({
  kind: z.enum(ruleKinds),
  value: Text(120),
  /** Whose it is: a portal of the same account. */
  targetId: Id,
})

export const Shop = z.object({
  /** Of its connector. */
  id: Id,
  kind: z.enum(connectorKinds),
  name: z.string(),
  domain: z.string(),
  state: z.enum(shopStates),
  /** Whether the shop hands over orders of any age, or of the last 60 days alone. */
  allOrders: z.boolean(),
  /** What of it belongs to which portal; the first that fits counts, and the rest is this portal's. */
  rules: z.array(RuleDraft),
  /** The one that brings everything in; null until it is said what is whose. Then and the last that looked for what webhooks had lost. */
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
  siblings: true,
  input: PortalId,
  output: z.extend(List(Shop), {
    /** Kinds that can be connected with a consent here: those whose app the settings name. */
    kinds: z.array(z.enum(connectorKinds)),
    /** Portals of the account that a rule may name, this one aside. */
    targets: z.array(z.object({ id: Id, name: z.string() })),
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
  input: z.extend(PortalId, {
    domain: ShopifyDomain,
    name: Text(40),
    /** The connection by hand of the same shop, which this one takes the place of: its orders are known already. */
    replacesId: z.optional(z.nullable(Id)),
  }),
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
  siblings: true,
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

export const updateShopRules = operation({
  method: 'PUT',
  path: '/portal/{portalId}/shop/{connectorId}/rules',
  tag: 'shops',
  summary:
    'Say what of a shop belongs to which portal of the account; it counts for what is told from then on',
  access: manage,
  scope: 'portal',
  siblings: true,
  input: z.extend(PortalId, {
    connectorId: Id,
    rules: z.array(RuleDraft).check(z.maxLength(rulesMax)),
  }),
  output: Shop,
})
