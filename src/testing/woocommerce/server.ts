import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import { answerRest } from './rest.ts'
import { LocalWooShop } from './shop.ts'

/**
 * WooCommerce on this machine: consent by `/wc-auth/v1/authorize` (class WC_Auth of woocommerce/woocommerce), the REST API v3,
 * and webhooks signed with their own secrets, off after five that failed. Shops answer at `address`, each under its domain.
 */
export interface LocalWooCommerce {
  address: string
  shop: (domain: string) => LocalWooShop
  /** Tells every active webhook of a topic, as it is sent (class WC_Webhook); answers the statuses. */
  tell: (shop: LocalWooShop, topic: string, body: object) => Promise<number[]>
  stop: () => Promise<void>
}

const failuresMax = 5

export async function startWooCommerce({ port = 0 } = {}): Promise<LocalWooCommerce> {
  const shops = new Map<string, LocalWooShop>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, domain = '', place = ''] = /^\/(.+?)\/((?:wp-json|wc-auth|files)\/.*)$/.exec(url.pathname) ?? []
    const shop = shops.get(domain)
    if (!shop) return void response.writeHead(404).end('<h1>Not Found</h1>')
    if (place.startsWith('files/')) return sendPicture(response, place)
    if (place.startsWith('wc-auth/v1/')) return authorize(shop, url, place.slice(11), response)
    const path = place.replace(/^wp-json\/wc\/v3\//, '')
    shop.calls.push(path)
    const fault = shop.faults.shift()
    if (fault === 'html') return void response.writeHead(200).end('<!doctype html><p>Mantenimiento</p>')
    if (fault)
      return void response
        .writeHead(fault, fault === 500 ? {} : { 'retry-after': '3' })
        .end(JSON.stringify({ code: 'internal', message: 'x', data: { status: fault } }))
    const answer = answerRest(shop, {
      ...{ method: request.method ?? 'GET', path, query: url.searchParams },
      ...{ authorization: request.headers.authorization, body: await bodyOf(request) },
    })
    response
      .writeHead(answer.status, { 'content-type': 'application/json; charset=UTF-8', ...answer.headers })
      .end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const bound = server.address()
  return {
    address: `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/{shop}`,
    shop: (domain) => {
      const known = shops.get(domain) ?? new LocalWooShop(domain)
      shops.set(domain, known)
      return known
    },
    tell,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const needed = ['app_name', 'user_id', 'return_url', 'callback_url', 'scope']

/** What WC_Auth asks for, in its order and with its words; consent is a press on «Approve». */
async function authorize(shop: LocalWooShop, url: URL, route: string, response: ServerResponse) {
  const { searchParams: asked } = url
  const refuse = (text: string) => response.writeHead(401).end(`<h1>Error: ${text}</h1>`)
  for (const name of needed) if (!asked.get(name)) return refuse(`Missing parameter ${name}`)
  const get = (name: string) => asked.get(name) ?? ''
  if (!['read', 'write', 'read_write'].includes(get('scope'))) return refuse(`Invalid scope ${get('scope')}`)
  for (const name of ['return_url', 'callback_url'])
    if (!URL.canParse(get(name))) return refuse(`The ${name} is not a valid URL`)
  const callback = new URL(get('callback_url'))
  // On this machine nobody has a certificate.
  if (callback.protocol !== 'https:' && !/^(localhost|127\.0\.0\.1)$/.test(callback.hostname))
    return refuse('The callback_url needs to be over SSL')
  const back = (success: 0 | 1) => {
    const to = new URL(get('return_url'))
    to.searchParams.set('success', String(success))
    to.searchParams.set('user_id', get('user_id'))
    return to.href
  }
  if (route === 'authorize') {
    const plain = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    const granted = `access_granted${url.search}`
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><title>Application Authentication Request</title><h1>${plain(get('app_name'))} would like to connect to your store</h1><a href="${plain(granted)}">Approve</a> <a href="${plain(back(0))}">Deny</a></html>`,
      )
  }
  const { consumer_key, consumer_secret } = shop.newKey(get('scope') as 'read_write')
  const sent = await fetch(callback, {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: JSON.stringify({
      ...{ key_id: shop.keys.size, user_id: get('user_id'), consumer_key, consumer_secret },
      key_permissions: get('scope'),
    }),
  }).catch(() => undefined)
  if (sent?.status !== 200) {
    shop.keys.delete(consumer_key)
    return refuse('An error occurred in the request and at the time were unable to send the consumer data')
  }
  response.writeHead(302, { location: back(1) }).end()
}

async function tell(shop: LocalWooShop, topic: string, body: object): Promise<number[]> {
  const text = JSON.stringify(body)
  const [resource = '', event = ''] = topic.split('.')
  const statuses: number[] = []
  for (const webhook of shop.webhooks.filter((one) => one.topic === topic && one.status === 'active')) {
    const answer = await fetch(webhook.delivery_url, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-wc-webhook-source': `https://${shop.domain}/`,
        'x-wc-webhook-topic': topic,
        'x-wc-webhook-resource': resource,
        'x-wc-webhook-event': event,
        'x-wc-webhook-signature': createHmac('sha256', webhook.secret).update(text).digest('base64'),
        'x-wc-webhook-id': String(webhook.id),
        'x-wc-webhook-delivery-id': createHash('md5').update(`${shop.nextId()}`).digest('hex'),
      },
    }).catch(() => undefined)
    webhook.failed = answer?.ok ? 0 : webhook.failed + 1
    if (webhook.failed >= failuresMax) webhook.status = 'disabled'
    statuses.push(answer?.status ?? 0)
  }
  return statuses
}

/** A picture of any name, in a colour of its own. */
async function sendPicture(response: ServerResponse, path: string) {
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(path).digest()
  const drawn = sharp({ create: { width: 800, height: 800, channels: 3, background: { r, g, b } } })
  response.writeHead(200, { 'content-type': 'image/png' }).end(await drawn.png().toBuffer())
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
