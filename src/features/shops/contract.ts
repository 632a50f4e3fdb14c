import * as z from 'zod/mini'
import { connectorKinds, ruleKinds } from '#features/connectors/choices.ts'
import { anyOf, operation } from '#platform/operation.ts'
import { Id, List, Moment, PortalId, Text } from '#platform/shapes.ts'
import { privacyKinds, shopStates, syncFaults, syncKinds, syncStates, syncSteps } from './choices.ts'

/** Rules of one shop, at most. */
export const rulesMax = 100

export const manageShops = anyOf(['stocks.managestocks', 'products.manageproducts'])

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

/** What a customer of a shop has asked about their own data, as the shop passed it on. */
export const PrivacyRequest = z.object({
  id: Id,
  kind: z.enum(privacyKinds),
  reference: z.string(),
  /** Orders that were found. */
  orders: z.number(),
  askedAt: Moment,
  /** Erased, or handed over. */
  doneAt: z.nullable(Moment),
})
export type PrivacyRequest = z.infer<typeof PrivacyRequest>

/** A shop that is connected: what comes in from it, to which portal, and how that goes. */
export const Shop = z.object({
  /** Of its connector. */
  id: Id,
  kind: z.enum(connectorKinds),
  name: z.string(),
  domain: z.string(),
  state: z.enum(shopStates),
  /** Let in by an app of its own organisation: renewed with that app's keys. */
  ownApp: z.boolean(),
  /** Whether the shop hands over orders of any age, or of the last 60 days alone. */
  allOrders: z.boolean(),
  /** What of it belongs to which portal; the first that fits counts, and the rest is this portal's. */
  rules: z.array(RuleDraft),
  /** The run that brings everything in; null until it is said what is whose. Then and the last that looked for what webhooks had lost. */
  first: z.nullable(Run),
  /** Its rules were changed, and what is known is still being parted by them. */
  parting: z.boolean(),
  reconcile: z.nullable(Run),
  /** What it asked about its customers’ data, the latest first. */
  privacy: z.array(PrivacyRequest),
})
export type Shop = z.infer<typeof Shop>

export const listShops = operation({
  method: 'GET',
  path: '/portal/{portalId}/shops',
  tag: 'shops',
  summary: 'Shops that were connected with their consent, and how far what they hold has come in',
  access: manageShops,
  scope: 'portal',
  siblings: true,
  input: PortalId,
  output: z.extend(List(Shop), {
    /** Kinds that can be connected here. */
    kinds: z.array(z.enum(connectorKinds)),
    /** Whether shops of Shopify can be asked for their consent here: the settings name an app. */
    consent: z.boolean(),
    /** Portals of the account that a rule may name, this one aside. */
    targets: z.array(z.object({ id: Id, name: z.string() })),
  }),
})

export const syncShop = operation({
  method: 'POST',
  path: '/portal/{portalId}/shop/{connectorId}/run',
  tag: 'shops',
  summary: 'Look now for what a shop’s webhooks may have lost, or try again what waits',
  access: manageShops,
  scope: 'portal',
  input: z.extend(PortalId, { connectorId: Id }),
  output: Shop,
})

export const updateShopRules = operation({
  method: 'PUT',
  path: '/portal/{portalId}/shop/{connectorId}/rules',
  tag: 'shops',
  summary: 'Say what of a shop belongs to which portal of the account; what is known of it follows',
  access: manageShops,
  scope: 'portal',
  siblings: true,
  input: z.extend(PortalId, {
    connectorId: Id,
    rules: z.array(RuleDraft).check(z.maxLength(rulesMax)),
  }),
  output: Shop,
})

const OpenQuestions = z.object({
  /** Money that failed deliveries came in and no rate is known for; answered with `connectors.answerRate`. */
  rates: z.array(
    z.object({
      portalId: Id,
      portal: z.string(),
      connectorId: Id,
      shop: z.string(),
      currency: z.string(),
      deliveries: z.number(),
    }),
  ),
  /** Makers that no rule of a parted shop names; answered with `shops.placeVendor`. */
  vendors: z.array(
    z.object({
      /** Where the shop is connected, and their things are meanwhile. */
      portalId: Id,
      portal: z.string(),
      connectorId: Id,
      shop: z.string(),
      vendor: z.string(),
      products: z.number(),
      netCents: z.number(),
      /** The portal that is called like them. */
      proposedId: z.nullable(Id),
      targets: z.array(z.object({ id: Id, name: z.string() })),
    }),
  ),
})
export type OpenQuestions = z.infer<typeof OpenQuestions>

export const listOpenQuestions = operation({
  method: 'GET',
  path: '/shops/questions',
  tag: 'shops',
  summary:
    'What shops of the portals that one sees have told and nobody has said the meaning of: currencies without a rate, makers without a portal',
  access: manageShops,
  scope: 'view',
  input: z.object({}),
  output: OpenQuestions,
})

export const placeVendor = operation({
  method: 'POST',
  path: '/portal/{portalId}/shop/{connectorId}/vendor',
  tag: 'shops',
  summary: 'Say which portal of the account a maker’s products are; what is known of them follows',
  access: manageShops,
  scope: 'portal',
  siblings: true,
  input: z.extend(PortalId, {
    connectorId: Id,
    vendor: Text(120),
    /** The shop's own portal too: then nobody is asked again. */
    targetId: Id,
  }),
  output: Shop,
})
