import * as z from 'zod/mini'
import { connectorKinds, ruleKinds } from '#features/connectors/choices.ts'
import { anyOf, fileOperation, operation } from '#platform/operation.ts'
import { Id, List, Moment, PortalId, Text } from '#platform/shapes.ts'
import { privacyKinds, shopStates, syncFaults, syncKinds, syncStates, syncSteps } from './choices.ts'

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

const PrivacyRequest = z.object({
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
  access: manage,
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
  apiKey: false,
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
  apiKey: false,
  input: z.extend(PortalId, { answer: z.string().check(z.minLength(1), z.maxLength(2_000)) }),
  output: Shop,
})

export const connectShopify = operation({
  method: 'POST',
  path: '/portal/{portalId}/shop/shopify/keys',
  status: 201,
  tag: 'shops',
  summary: 'Connect a shop of Shopify, or renew it, with the app that its own organisation has made for it',
  access: manage,
  scope: 'portal',
  siblings: true,
  spy: false,
  input: z.extend(PortalId, {
    domain: ShopifyDomain,
    name: Text(40),
    clientId: z.string().check(z.trim(), z.regex(/^[\w-]{8,80}$/, { error: 'format' })),
    clientSecret: z.string().check(z.trim(), z.regex(/^[\w-]{16,120}$/, { error: 'format' })),
    /** The connection by hand of the same shop, which this one takes the place of. */
    replacesId: z.optional(z.nullable(Id)),
  }),
  output: Shop,
})

/** A shop's address as people paste it; kept as its host and folder. It is asked over https alone. */
const WebShop = z.string().check(
  z.trim(),
  z.maxLength(200),
  z.overwrite((text) => {
    const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
    if (!URL.canParse(address)) return text
    const { hostname, pathname, username, port } = new URL(address)
    const folder = pathname.replace(/\/(wp-admin|wp-json|wp-login\.php)(\/.*)?$/, '').replace(/\/+$/, '')
    return username || port ? text : hostname + folder
  }),
  z.regex(/^(?=.{1,120}$)([a-z0-9-]+\.)+[a-z][a-z0-9-]+(\/[\w.~-]+)*$/, { error: 'shopAddress' }),
)

const WooWish = z.extend(PortalId, {
  domain: WebShop,
  name: Text(40),
  /** The connection by hand of the same shop, which this one takes the place of: its orders are known already. */
  replacesId: z.optional(z.nullable(Id)),
})

export const startWooCommerce = operation({
  method: 'POST',
  path: '/portal/{portalId}/shop/woocommerce/wish',
  status: 201,
  tag: 'shops',
  summary: 'Where to go to allow Backline into a shop of WooCommerce; also to renew keys that have ended',
  access: manage,
  scope: 'portal',
  spy: false,
  apiKey: false,
  input: WooWish,
  output: z.object({ url: z.string() }),
})

const Key = (kind: 'ck' | 'cs') =>
  z
    .string()
    .check(z.trim(), z.maxLength(60), z.regex(new RegExp(`^${kind}_[0-9a-f]{40}$`), { error: 'shopKey' }))

export const receiveWooCommerceKeys = operation({
  method: 'POST',
  path: '/shops/woocommerce/keys',
  foreignBody: 'parsed',
  tag: 'shops',
  summary:
    'Where a shop of WooCommerce sends its keys once somebody has allowed it; refused for what nobody asked for',
  access: 'public',
  scope: 'none',
  outside: 'delivery',
  browser: false,
  silent: true,
  ignoresUnknown: true,
  input: z.object({
    /** The state that the shop was asked with. */
    user_id: z.string().check(z.minLength(1), z.maxLength(120)),
    consumer_key: Key('ck'),
    consumer_secret: Key('cs'),
    key_permissions: z.literal('read_write'),
  }),
  output: z.object({}),
})

export const finishWooCommerce = operation({
  method: 'POST',
  path: '/portal/{portalId}/shop/woocommerce',
  status: 201,
  tag: 'shops',
  summary: 'Connect the shop of WooCommerce that has just sent its keys',
  access: manage,
  scope: 'portal',
  siblings: true,
  spy: false,
  /** `user_id` as the shop’s way back names it. */
  apiKey: false,
  input: z.extend(PortalId, { state: z.string().check(z.minLength(1), z.maxLength(120)) }),
  output: Shop,
})

export const connectWooCommerce = operation({
  method: 'POST',
  path: '/portal/{portalId}/shop/woocommerce/keys',
  status: 201,
  tag: 'shops',
  summary: 'Connect a shop of WooCommerce, or renew it, with keys that somebody has made in it',
  access: manage,
  scope: 'portal',
  siblings: true,
  spy: false,
  input: z.extend(WooWish, { consumerKey: Key('ck'), consumerSecret: Key('cs') }),
  output: Shop,
})

export const connectPrintful = operation({
  method: 'POST',
  path: '/portal/{portalId}/shop/printful',
  status: 201,
  tag: 'shops',
  summary: 'Connect a store of Printful, or renew it, with a private token of its own',
  access: manage,
  scope: 'portal',
  siblings: true,
  spy: false,
  input: z.extend(PortalId, {
    token: z.string().check(z.trim(), z.maxLength(400), z.regex(/^[\w.~+/=-]{16,}$/, { error: 'format' })),
    name: Text(40),
    /** The connection by hand of the same store, which this one takes the place of. */
    replacesId: z.optional(z.nullable(Id)),
  }),
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
  summary: 'Say what of a shop belongs to which portal of the account; what is known of it follows',
  access: manage,
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
  access: manage,
  scope: 'view',
  input: z.object({}),
  output: OpenQuestions,
})

export const placeVendor = operation({
  method: 'POST',
  path: '/portal/{portalId}/shop/{connectorId}/vendor',
  tag: 'shops',
  summary: 'Say which portal of the account a maker’s products are; what is known of them follows',
  access: manage,
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
  access: manage,
  scope: 'portal',
  input: ShopOfPortal,
  output: List(PrivacyRequest),
})

export const downloadPrivacyData = fileOperation({
  path: '/portal/{portalId}/shop/{connectorId}/privacy/{requestId}/file',
  tag: 'shops',
  summary: 'What is held of the customer that a shop asked about, as CSV',
  access: manage,
  scope: 'portal',
  input: z.extend(ShopOfPortal, { requestId: Id }),
})

export const finishPrivacyRequest = operation({
  method: 'PUT',
  path: '/portal/{portalId}/shop/{connectorId}/privacy/{requestId}/done',
  tag: 'shops',
  summary: 'Say that a customer’s data were handed over; the copy goes, the record stays',
  access: manage,
  scope: 'portal',
  input: z.extend(ShopOfPortal, { requestId: Id }),
  output: PrivacyRequest,
})
