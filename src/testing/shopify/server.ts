import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import { answerGraphQL } from './graphql.ts'
import { LocalShop } from './shop.ts'

/**
 * Shopify on this machine, as shopify.dev documents it: authorization code grant with the HMAC of the callback, expiring
 * offline tokens (60 minutes) with refresh tokens (90 days), GraphQL with cursors, cost and throttling, webhooks signed with
 * the app's secret. Shops answer at `address`, each under its own domain's name.
 */
export interface LocalShopify {
  address: string
  clientId: string
  clientSecret: string
  shop: (domain: string) => LocalShop
  /** Waited for between what a shop answers and its arrival: something else happens meanwhile. */
  delay: () => Promise<void>
  /** Tells every subscription of a topic; answers the statuses. What is `lost` is told to nobody. */
  tell: (shop: LocalShop, topic: string, body: unknown) => Promise<number[]>
  stop: () => Promise<void>
}

const tokenSeconds = 3_600
const daySeconds = 86_399
const refreshSeconds = 7_776_000
const token = (kind: string) => `${kind}_${randomBytes(16).toString('hex')}`

export async function startShopify({ port = 0, perSecond = 100 } = {}): Promise<LocalShopify> {
  const [clientId, clientSecret] = ['cliente-de-pruebas', 'un-secreto-de-aplicacion-muy-largo']
  const shops = new Map<string, LocalShop>()
  const shopOf = (domain: string) => {
    const known = shops.get(domain) ?? new LocalShop(domain, perSecond)
    shops.set(domain, known)
    return known
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, domain = '', ...rest] = url.pathname.split('/')
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    }
    const shop = shops.get(domain)
    if (!shop) return send(404, { errors: 'Not Found' })
    const path = rest.join('/')
    if (path.startsWith('files/')) return sendPicture(response, path)
    if (path === 'admin/oauth/authorize') {
      const page = consent(shop, url, clientId)
      if (typeof page === 'string') return send(400, { errors: page })
      if (url.searchParams.has('accept')) {
        response.writeHead(302, { location: page.accepted(clientSecret) }).end()
        return
      }
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.html)
      return
    }
    const body = await bodyOf(request)
    if (path === 'admin/oauth/access_token') {
      const { status, answer } = grant(shop, new URLSearchParams(body), { clientId, clientSecret })
      return send(status, answer)
    }
    if (!/^admin\/api\/\d{4}-\d{2}\/graphql\.json$/.test(path)) return send(404, { errors: 'Not Found' })
    shop.calls++
    const fault = shop.faults.shift()
    if (fault === 429) return send(429, { errors: 'Too Many Requests' }, { 'retry-after': '2.0' })
    if (fault) return send(fault, { errors: 'Internal Server Error' })
    const until = shop.tokens.get(String(request.headers['x-shopify-access-token'] ?? ''))
    if (!until || until < shop.now())
      return send(401, {
        errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
      })
    const { query, variables } = JSON.parse(body)
    const answered = await answerGraphQL(shop, query, variables ?? {})
    await local.delay()
    send(200, answered)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = server.address()
  const address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/{shop}`
  const local: LocalShopify = {
    address,
    clientId,
    clientSecret,
    shop: shopOf,
    delay: async () => {},
    tell: (shop, topic, body) => tell(shop, topic, body, clientSecret),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return local
}

/** «Verify the installation request» and the consent page of the authorization code grant. */
function consent(shop: LocalShop, url: URL, clientId: string) {
  const { searchParams: asked } = url
  if (asked.get('client_id') !== clientId) return 'invalid client_id'
  const [back, state, scope] = [asked.get('redirect_uri'), asked.get('state'), asked.get('scope')]
  if (!back || !state || !scope) return 'missing parameter'
  const here = new URL(url.href.slice(url.origin.length), 'http://x')
  here.searchParams.set('accept', '1')
  return {
    html: `<!doctype html><html lang="en"><title>Install app</title><h1>${shop.name}</h1><p>${scope}</p><a href="${here.pathname.replaceAll('"', '')}${here.search.replaceAll('&', '&amp;').replaceAll('"', '')}">Install app</a></html>`,
    accepted: (secret: string) => {
      const code = randomBytes(16).toString('hex')
      shop.codes.set(code, scope)
      const params = {
        code,
        host: Buffer.from(`admin.shopify.com/store/${shop.name}`).toString('base64url'),
        shop: shop.domain,
        state,
        timestamp: String(Math.floor(shop.now() / 1000)),
      }
      return `${back}?${new URLSearchParams({ ...params, hmac: callbackHmac(params, secret) })}`
    },
  }
}

/** HMAC-SHA256 in hex over the parameters by name, without `hmac`. */
export function callbackHmac(params: Record<string, string>, secret: string): string {
  const message = Object.entries(params)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHmac('sha256', secret).update(message).digest('hex')
}

/** The token endpoint: `code` once, `refresh_token` once, `client_credentials` for the organisation's own shops. */
function grant(shop: LocalShop, form: URLSearchParams, app: { clientId: string; clientSecret: string }) {
  const refused = (error: string) => ({ status: 400, answer: { error } })
  const [given, meant] = [Buffer.from(form.get('client_secret') ?? ''), Buffer.from(app.clientSecret)]
  if (
    form.get('client_id') !== app.clientId ||
    given.length !== meant.length ||
    !timingSafeEqual(given, meant)
  )
    return refused('invalid_client')
  const code = form.get('code')
  const refresh = form.get('refresh_token')
  if (form.get('grant_type') === 'refresh_token') {
    const until = shop.refreshTokens.get(refresh ?? '')
    if (!refresh || !until || until < shop.now()) return refused('invalid_grant')
    shop.refreshTokens.delete(refresh)
  } else if (form.get('grant_type') === 'client_credentials') {
    // «Get API access tokens for Dev Dashboard apps»: a day, without a refresh token, for an app that the shop has installed.
    if (!shop.installed) return refused('app_not_installed')
    const access = token('shpat')
    shop.tokens.set(access, shop.now() + daySeconds * 1000)
    const answer = { access_token: access, scope: shop.scopes.join(','), expires_in: daySeconds }
    return { status: 200, answer }
  } else {
    const scope = shop.codes.get(code ?? '')
    if (!code || !scope) return refused('invalid_request')
    shop.codes.delete(code)
    shop.scopes = scope.split(',')
    shop.installed = true
  }
  const [access, next] = [token('shpat'), token('shprt')]
  shop.tokens.set(access, shop.now() + tokenSeconds * 1000)
  shop.refreshTokens.set(next, shop.now() + refreshSeconds * 1000)
  return {
    status: 200,
    answer: {
      access_token: access,
      scope: shop.scopes.join(','),
      expires_in: tokenSeconds,
      refresh_token: next,
      refresh_token_expires_in: refreshSeconds,
    },
  }
}

async function tell(shop: LocalShop, topic: string, body: unknown, secret: string): Promise<number[]> {
  const text = JSON.stringify(body)
  const named = topic.toUpperCase().replace('/', '_')
  const statuses: number[] = []
  for (const { uri } of shop.webhooks.filter((one) => one.topic === named)) {
    const answer = await fetch(uri, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': topic,
        'x-shopify-shop-domain': shop.domain,
        'x-shopify-event-id': randomBytes(16).toString('hex'),
        'x-shopify-triggered-at': new Date(shop.now()).toISOString(),
        'x-shopify-hmac-sha256': createHmac('sha256', secret).update(text).digest('base64'),
      },
    })
    statuses.push(answer.status)
  }
  return statuses
}

/** A picture of any name, in a colour of its own. */
async function sendPicture(response: ServerResponse, path: string) {
  if (path.includes('missing')) return void response.writeHead(404).end()
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(path).digest()
  const drawn = sharp({ create: { width: 800, height: 800, channels: 3, background: { r, g, b } } })
  response.writeHead(200, { 'content-type': 'image/png' }).end(await drawn.png().toBuffer())
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
