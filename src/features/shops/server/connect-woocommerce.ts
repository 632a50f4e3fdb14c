import { and, eq, gt, isNull } from 'drizzle-orm'
import type { OpenCall, PortalCall } from '#platform/call.ts'
import { asService, type Database } from '#platform/db.ts'
import { AppError, Conflict, NotFound } from '#platform/errors.ts'
import { type Allowed, hashOf, noteWish, returnAddress, takeWish } from './connect-shop.ts'
import { openTokens, type ShopKeys, sealTokens } from './shop-tokens.ts'
import { ShopError } from './speaking-shop.ts'
import { shopWish } from './table.ts'
import { askWooCommerce, wooCommerceUrl } from './woocommerce-call.ts'

interface Wished {
  domain: string
  name: string
  replacesId?: string | null | undefined
}

/**
 * Where the shop asks whether we may: `/wc-auth/v1/authorize`. Its keys come by a request of the shop's own, unsigned, so the
 * state stands for its `user_id`; whoever agrees reads for which portal.
 */
export async function startWooCommerce(call: PortalCall, wish: Wished): Promise<{ url: string }> {
  const { portal, services } = call
  const user_id = await noteWish(call, { kind: 'woocommerce', ...wish })
  const asked = new URLSearchParams({
    app_name: `Backline · ${portal.name}`,
    scope: 'read_write',
    user_id,
    return_url: returnAddress(call, 'woocommerce'),
    callback_url: `${services.appOrigin}/api/shops/woocommerce/keys`,
  })
  const shop = { ...services.shops.woocommerce, domain: wish.domain }
  return { url: `${wooCommerceUrl(shop, '/wc-auth/v1/authorize')}?${asked}` }
}

export interface SentKeys {
  user_id: string
  consumer_key: string
  consumer_secret: string
}

/**
 * Keeps the keys that a shop sends for a wish, once. @throws NotFound for a state that is none, spent or too old: the shop then
 * takes its keys back.
 */
export async function keepSentKeys(database: Database, secret: Buffer, now: Date, sent: SentKeys) {
  const stateHash = hashOf(sent.user_id)
  const keys = { access: sent.consumer_key, secret: sent.consumer_secret }
  const kept = await database.transaction(asService('secrets'), (tx) =>
    tx
      .update(shopWish)
      .set({ sealed: sealTokens(secret, stateHash, keys) })
      .where(
        and(
          eq(shopWish.stateHash, stateHash),
          eq(shopWish.kind, 'woocommerce'),
          isNull(shopWish.sealed),
          gt(shopWish.expiresAt, now),
        ),
      )
      .returning({ portalId: shopWish.portalId }),
  )
  if (kept.length === 0) throw new NotFound()
}

/** What the shop has just allowed, once whoever asked for it has come back. @throws AppError by code `shops.…` */
export async function readSentKeys(call: OpenCall, { state }: { state: string }): Promise<Allowed> {
  const wish = await takeWish(call, 'woocommerce', state)
  if (!wish) throw new Conflict('shops.gone')
  if (!wish.sealed) throw new Conflict('shops.noKeys')
  return tried(call, wish, openTokens(call.services.secret, hashOf(state), wish.sealed))
}

/** What somebody has made in the shop by hand. */
export const readTypedKeys = (
  call: OpenCall,
  {
    domain,
    name,
    replacesId,
    consumerKey,
    consumerSecret,
  }: Wished & Record<'consumerKey' | 'consumerSecret', string>,
): Promise<Allowed> =>
  tried(call, { domain, name, replacesId }, { access: consumerKey, secret: consumerSecret })

/** Keys that open what is needed: an empty batch of webhooks is refused to those that only read, and changes nothing. */
async function tried(call: OpenCall, { domain, name, replacesId }: Wished, keys: ShopKeys): Promise<Allowed> {
  const ask = askWooCommerce({ ...call.services.shops.woocommerce, domain }, keys)
  try {
    await ask('orders', { per_page: 1 })
    await ask('settings/general')
    await ask('webhooks/batch', {}, {})
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    if (error.fault === 'expired' || error.fault === 'refused') throw new Conflict('shops.keys')
    throw new AppError(502, 'shops.noAnswer')
  }
  return {
    ...{ kind: 'woocommerce', domain, name, replacesId, label: domain },
    ...{ tokens: keys, scopes: ['read_write'], expiresAt: null },
  }
}
