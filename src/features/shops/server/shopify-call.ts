import { SafeFetchError, safeFetch } from '#platform/safe-fetch.ts'
import { letThrough, type ShopifyApp } from '#platform/shop-app.ts'
import type { ShopKeys } from './shop-tokens.ts'
import { ShopError } from './speaking-shop.ts'

/** Versions are of a quarter and answer for a year (shopify.dev, API versioning). */
const version = '2026-10'
const patienceMs = 20_000
const bytesMax = 8 * 1024 * 1024

/** What may be asked of a shop, and where: nothing but a domain of Shopify's is ever put into the address. */
export function shopifyUrl(app: ShopifyApp, domain: string, path: string): string {
  if (!/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/.test(domain)) throw new Error('No domain of Shopify.')
  return `${app.address.replace('{shop}', domain)}${path}`
}

async function post(app: ShopifyApp, url: string, body: string, headers: Record<string, string>) {
  try {
    const answer = await safeFetch(url, {
      send: { body, headers },
      accept: 'application/json',
      maxBytes: bytesMax,
      timeoutMs: patienceMs,
      letThrough: letThrough(app.address),
    })
    return { ...answer, json: readJson(answer.body) }
  } catch (error) {
    if (error instanceof SafeFetchError) throw new ShopError('unreachable', undefined, error)
    throw error
  }
}

function readJson(bytes: Buffer): Record<string, unknown> {
  try {
    const value = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

export interface Grant {
  tokens: ShopKeys
  scopes: string[]
  expiresAt: Date | null
}

/** What tokens are asked for with: a code, the last refresh token, or nothing but the app of the shop's own organisation. */
type Shown = { code: string } | { refresh: string } | { own: true }

const grantOf = (shown: Shown): Record<string, string> => {
  if ('code' in shown) return { code: shown.code, expiring: '1' }
  if ('refresh' in shown) return { grant_type: 'refresh_token', refresh_token: shown.refresh }
  return { grant_type: 'client_credentials' }
}

/**
 * Tokens for a code or for the last refresh token: offline ones that expire after an hour (shopify.dev, offline access
 * tokens); for an app of the shop's own organisation one of a day (client credentials grant). @throws ShopError `expired` when the shop refuses what it was shown.
 */
export async function askTokens(app: ShopifyApp, domain: string, shown: Shown, now: Date): Promise<Grant> {
  const form = new URLSearchParams({
    client_id: app.clientId,
    client_secret: app.clientSecret,
    ...grantOf(shown),
  })
  const { status, json } = await post(
    app,
    shopifyUrl(app, domain, '/admin/oauth/access_token'),
    form.toString(),
    { 'content-type': 'application/x-www-form-urlencoded' },
  )
  if (status >= 500 || status === 429) throw new ShopError('unreachable')
  const { access_token: access, refresh_token: refresh, expires_in: seconds, scope } = json
  if (status !== 200 || typeof access !== 'string' || typeof scope !== 'string')
    throw new ShopError('expired')
  return {
    tokens: { access, refresh: typeof refresh === 'string' ? refresh : undefined },
    scopes: scope.split(',').filter(Boolean),
    expiresAt: typeof seconds === 'number' ? new Date(now.getTime() + seconds * 1000) : null,
  }
}

interface Cost {
  requestedQueryCost?: number
  throttleStatus?: { currentlyAvailable?: number; restoreRate?: number }
}

/**
 * Asks a shop's GraphQL Admin API. @throws ShopError: `expired` for a token that is none (401), `throttled` with the time
 * after which the bucket holds enough, `refused` for what the shop forbids or does not know, `unreachable` for the rest.
 */
export async function askShopify<T>(
  app: ShopifyApp,
  { domain, token }: { domain: string; token: string },
  query: string,
  variables: Record<string, unknown> = {},
): Promise<T> {
  const url = shopifyUrl(app, domain, `/admin/api/${version}/graphql.json`)
  const { status, retryAfter, json } = await post(app, url, JSON.stringify({ query, variables }), {
    'content-type': 'application/json',
    'x-shopify-access-token': token,
  })
  if (status === 401) throw new ShopError('expired')
  if (status === 429) throw new ShopError('throttled', Math.ceil((Number(retryAfter) || 1) * 1000))
  if (status >= 500) throw new ShopError('unreachable')
  const errors = Array.isArray(json.errors)
    ? (json.errors as { message?: string; extensions?: { code?: string } }[])
    : []
  const cost = (json.extensions as { cost?: Cost } | undefined)?.cost
  if (errors.some(({ extensions }) => extensions?.code === 'THROTTLED'))
    throw new ShopError('throttled', waitFor(cost))
  if (status !== 200 || errors.length > 0 || !json.data)
    throw new ShopError('refused', undefined, errors[0]?.message ?? status)
  return json.data as T
}

/** Until the bucket holds what the query may cost. */
function waitFor({ requestedQueryCost = 100, throttleStatus = {} }: Cost = {}): number {
  const { currentlyAvailable = 0, restoreRate = 50 } = throttleStatus
  return Math.max(
    100,
    Math.ceil(((requestedQueryCost - currentlyAvailable) / Math.max(1, restoreRate)) * 1000),
  )
}
