import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Id, PortalId, Text } from '#platform/shapes.ts'
import { shopifyNameIn } from './choices.ts'
import { manageShops, Shop } from './contract.ts'

/** `name`, `name.myshopify.com` or its address, as people paste it; kept as the domain. Nothing else is ever asked. */
export const ShopifyDomain = z.string().check(
  z.trim(),
  z.maxLength(120),
  z.overwrite((text) => {
    const own = shopifyNameIn(text)
    if (own) return `${own}.myshopify.com`
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
  access: manageShops,
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
  access: manageShops,
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
  access: manageShops,
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

/** A shop's address as people paste it, of Shopify's none; kept as its host and folder. It is asked over https alone. */
const WebShop = z.string().check(
  z.trim(),
  z.maxLength(200),
  z.refine((text) => shopifyNameIn(text) === undefined, { error: 'ofShopify', abort: true }),
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
  access: manageShops,
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
  access: manageShops,
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
  access: manageShops,
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
  access: manageShops,
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
