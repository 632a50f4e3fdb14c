import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OpenCall, PortalCall } from '#platform/call.ts'
import { AppError, Conflict } from '#platform/errors.ts'
import type { ShopifyApp } from '#platform/shop-app.ts'
import { type Allowed, noteWish, returnAddress, takeWish } from './connect-shop.ts'
import { askTokens, shopifyUrl } from './shopify-call.ts'
import { ShopError } from './speaking-shop.ts'

/** What is needed of a shop; `read_all_orders` opens what is older than 60 days, where Shopify has approved it. */
export const neededScopes = ['read_products', 'read_inventory', 'read_orders']
const wished = [...neededScopes, 'read_all_orders']

/** The app that the settings name. @throws Conflict where there is none. */
export function appOf({ services }: Pick<PortalCall, 'services'>): ShopifyApp {
  const { shopify } = services.shops
  if (!shopify) throw new Conflict('shops.noApp')
  return shopify
}

/** Where the shop asks for consent. */
export async function startShopify(
  call: PortalCall,
  wish: { domain: string; name: string; replacesId?: string | null | undefined },
): Promise<{ url: string }> {
  const app = appOf(call)
  const state = await noteWish(call, { kind: 'shopify', ...wish })
  const asked = new URLSearchParams({
    client_id: app.clientId,
    scope: wished.join(','),
    redirect_uri: returnAddress(call, 'shopify'),
    state,
  })
  return { url: `${shopifyUrl(app, wish.domain, '/admin/oauth/authorize')}?${asked}` }
}

/**
 * What the shop has just allowed: the answer is the shop's by its HMAC, the wish is this person's by session and state, and
 * spent whatever comes of it; then the code is exchanged. @throws AppError 409 by code `shops.…`.
 */
export async function readAllowed(call: OpenCall, { answer }: { answer: string }): Promise<Allowed> {
  const app = appOf(call)
  const given = new URLSearchParams(answer)
  if (!isOfShopify(given, app.clientSecret)) throw new Conflict('shops.notTheirs')
  const wish = await takeWish(call, 'shopify', given.get('state') ?? '')
  const code = given.get('code')
  if (!wish || wish.domain !== given.get('shop') || !code) throw new Conflict('shops.gone')
  const { domain, name, replacesId } = wish
  const grant = await askTokens(app, domain, { code }, call.now).catch((error: unknown) => {
    if (error instanceof ShopError) throw new AppError(502, 'shops.noAnswer')
    throw error
  })
  if (neededScopes.some((scope) => !grant.scopes.includes(scope))) throw new Conflict('shops.scopes')
  const label = domain.split('.')[0] ?? domain
  // Webhooks that an app makes are signed with the app's own secret.
  return { ...grant, kind: 'shopify', domain, name, replacesId, label, secret: app.clientSecret }
}

/** HMAC-SHA256 in hex over the other parameters, by name (shopify.dev, authorization code grant). */
function isOfShopify(given: URLSearchParams, secret: string): boolean {
  const message = [...given]
    .filter(([name]) => name !== 'hmac')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const meant = createHmac('sha256', secret).update(message).digest()
  const shown = Buffer.from(given.get('hmac') ?? '', 'hex')
  return shown.length === meant.length && timingSafeEqual(shown, meant)
}
