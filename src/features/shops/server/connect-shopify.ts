import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { adoptConnector, createConnector, keepSecret } from '#features/connectors/server/connectors.ts'
import type { OpenCall, PortalCall } from '#platform/call.ts'
import { elevated } from '#platform/db.ts'
import { AppError, Conflict } from '#platform/errors.ts'
import type { ShopifyApp } from '#platform/shop-app.ts'
import type { Shop } from '../contract.ts'
import { shopOf, siblingsOf } from './queries.ts'
import { sealTokens } from './shop-tokens.ts'
import { askTokens, type Grant, ShopError, shopifyUrl } from './shopify-call.ts'
import { startRun } from './start-run.ts'
import { shopAccess, shopWish } from './table.ts'

/** What is needed of a shop; `read_all_orders` opens what is older than 60 days, where Shopify has approved it. */
const needed = ['read_products', 'read_inventory', 'read_orders']
const wished = [...needed, 'read_all_orders']
const wishMinutes = 15
const hashOf = (state: string) => createHash('sha256').update(state).digest('hex')

/** The app that the settings name. @throws Conflict where there is none. */
export function appOf({ services }: Pick<PortalCall, 'services'>): ShopifyApp {
  if (!services.shopify) throw new Conflict('shops.noApp')
  return services.shopify
}

/** Where Shopify sends people back to; its app has to list this address. */
export const returnAddress = (appOrigin: string) => `${appOrigin}/stocks/connectors/shopify`

/**
 * Notes that this person, in this session, wants this shop for this portal, and answers where the shop asks for consent.
 * The state that comes back opens the note once. It names the portal, so that the page that it comes back to knows it.
 */
export async function startShopify(
  call: Omit<PortalCall, 'portal'> & Pick<PortalCall, 'portal'>,
  { domain, name, replacesId }: { domain: string; name: string; replacesId?: string | null | undefined },
): Promise<{ url: string }> {
  const { tx, portal, actor, services, sessionHash, now } = call
  const app = appOf(call)
  const state = `${portal.id}.${randomBytes(32).toString('base64url')}`
  await tx.execute(
    sql`delete from shop_wish where portal_id = ${portal.id} and expires_at < ${now.toISOString()}`,
  )
  await tx.insert(shopWish).values({
    portalId: portal.id,
    stateHash: hashOf(state),
    personId: actor.person.id,
    sessionHash: sessionHash ?? '',
    domain,
    name,
    replacesId: replacesId ?? null,
    expiresAt: new Date(now.getTime() + wishMinutes * 60_000),
  })
  const asked = new URLSearchParams({
    client_id: app.clientId,
    scope: wished.join(','),
    redirect_uri: returnAddress(services.appOrigin),
    state,
  })
  return { url: `${shopifyUrl(app, domain, '/admin/oauth/authorize')}?${asked}` }
}

export interface Allowed extends Grant {
  domain: string
  name: string
  replacesId: string | null
}

/**
 * What the shop has just allowed: the answer is the shop's by its HMAC, the wish is this person's by session and state, and
 * spent whatever comes of it; then the code is exchanged. @throws AppError 409 by code `shops.…`.
 */
export async function readAllowed(call: OpenCall, { answer }: { answer: string }): Promise<Allowed> {
  const { portal, actor, sessionHash, now } = call
  const app = appOf(call)
  const given = new URLSearchParams(answer)
  if (!portal || !actor || !isOfShopify(given, app.clientSecret)) throw new Conflict('shops.notTheirs')
  const [wish] = await call.transaction((tx) =>
    tx
      .delete(shopWish)
      .where(
        and(
          eq(shopWish.portalId, portal.id),
          eq(shopWish.stateHash, hashOf(given.get('state') ?? '')),
          eq(shopWish.personId, actor.person.id),
          eq(shopWish.sessionHash, sessionHash ?? ''),
          gt(shopWish.expiresAt, now),
        ),
      )
      .returning({ domain: shopWish.domain, name: shopWish.name, replacesId: shopWish.replacesId }),
  )
  const code = given.get('code')
  if (!wish || wish.domain !== given.get('shop') || !code) throw new Conflict('shops.gone')
  const grant = await askTokens(app, wish.domain, { code }, now).catch((error: unknown) => {
    if (error instanceof ShopError) throw new AppError(502, 'shops.noAnswer')
    throw error
  })
  if (needed.some((scope) => !grant.scopes.includes(scope))) throw new Conflict('shops.scopes')
  return { ...grant, ...wish }
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

/**
 * Keeps what the shop allowed. One that this portal has is renewed, and goes on where it stopped; a new one begins to come in.
 * @throws Conflict when the shop is another portal's.
 */
export async function keepAllowed(call: PortalCall, allowed: Allowed): Promise<Shop> {
  const { tx, portal, services } = call
  const { domain, name, tokens, scopes, expiresAt } = allowed
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shop ${domain}`}, 0))`)
  const [known] = await elevated(tx, 'uniqueness', () =>
    tx
      .select({ portalId: shopAccess.portalId, connectorId: shopAccess.connectorId })
      .from(shopAccess)
      .where(eq(shopAccess.domain, domain)),
  )
  if (known && known.portalId !== portal.id) throw new Conflict('shops.taken', { field: 'domain' })
  const app = appOf(call)
  const label = domain.split('.')[0] ?? domain
  const draft = { kind: 'shopify' as const, name, label, secret: app.clientSecret }
  const connectorId =
    known?.connectorId ??
    (allowed.replacesId && (await adoptConnector(call, allowed.replacesId, draft))) ??
    (await createConnector(call, draft)).connector.id
  const kept = {
    state: 'connected' as const,
    scopes,
    expiresAt,
    allowedAt: call.now,
    sealed: sealTokens(services.secret, connectorId, tokens),
  }
  await tx
    .insert(shopAccess)
    .values({ portalId: portal.id, connectorId, domain, ...kept })
    .onConflictDoUpdate({ target: [shopAccess.portalId, shopAccess.connectorId], set: kept })
  // Webhooks that an app makes are signed with the app's own secret.
  await keepSecret(tx, services.secret, connectorId, app.clientSecret)
  // A label first says what belongs to whom.
  if (known || (await siblingsOf(call)).length === 0) await startRun(tx, portal.id, connectorId)
  return shopOf(call, connectorId)
}
