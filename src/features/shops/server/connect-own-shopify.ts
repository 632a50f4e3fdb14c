import type { OpenCall } from '#platform/call.ts'
import { AppError, Conflict } from '#platform/errors.ts'
import type { ShopifyApp } from '#platform/shop-app.ts'
import type { Allowed } from './connect-shop.ts'
import { neededScopes } from './connect-shopify.ts'
import { askTokens, type Grant } from './shopify-call.ts'
import { ShopError } from './speaking-shop.ts'

/** A token of a day, with what asks for the next. @throws ShopError `expired` for an app that the shop does not let in. */
export async function ownTokens(app: ShopifyApp, domain: string, now: Date): Promise<Grant> {
  const { clientId, clientSecret: secret } = app
  const grant = await askTokens(app, domain, { own: true }, now)
  return { ...grant, tokens: { access: grant.tokens.access, clientId, secret } }
}

interface Typed {
  domain: string
  name: string
  clientId: string
  clientSecret: string
  replacesId?: string | null | undefined
}

/**
 * What an app of the shop's own organisation opens: made in Shopify's Dev Dashboard and installed there, it needs nobody's
 * consent here. @throws Conflict for one that the shop does not let in, or that may too little; AppError 502 without an answer.
 */
export async function readOwnApp(
  { services, now }: OpenCall,
  { domain, name, clientId, clientSecret, replacesId }: Typed,
): Promise<Allowed> {
  const app = { clientId, clientSecret, address: services.shops.shopifyAddress }
  const grant = await ownTokens(app, domain, now).catch((error: unknown) => {
    if (!(error instanceof ShopError)) throw error
    if (error.fault === 'expired') throw new Conflict('shops.ownApp')
    throw new AppError(502, 'shops.noAnswer')
  })
  if (neededScopes.some((scope) => !grant.scopes.includes(scope))) throw new Conflict('shops.scopes')
  const label = domain.split('.')[0] ?? domain
  return { ...grant, kind: 'shopify', domain, name, replacesId, label, secret: clientSecret }
}
