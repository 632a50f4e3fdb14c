import { randomBytes } from 'node:crypto'
import type { LocalThing, LocalWebhook, LocalWooShop } from './shop.ts'

export interface RestAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

const fault = (status: number, code: string, message: string): RestAnswer => ({
  status,
  body: { code, message, data: { status } },
})
const badParameter = (name: string) => fault(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`)

/** `/wp-json/wc/v3/…` as its documentation has it: keys, parameters, pages and their headers, and errors by their codes. */
export function answerRest(
  shop: LocalWooShop,
  {
    method,
    path,
    query,
    authorization,
    body,
  }: {
    method: string
    path: string
    query: URLSearchParams
    authorization: string | undefined
    body: string
  },
): RestAnswer {
  const refused = refusal(shop, method, authorization)
  if (refused) return refused
  const [first = '', id, second] = path.split('/')
  const number = Number(id)
  if (method === 'POST') {
    if (first === 'webhooks') return writeWebhook(shop, id, JSON.parse(body))
    return fault(404, 'rest_no_route', 'No route was found matching the URL and request method')
  }
  if (first === 'products' && id === undefined)
    return paged(query, filtered(shop.products, query, []), ['any', 'publish', 'draft'])
  if (first === 'products' && second === 'variations')
    return paged(query, included(shop.variations.get(number) ?? [], query))
  if (first === 'orders' && id === undefined)
    return paged(query, filtered(shop.orders, query, ['trash', 'auto-draft']), ['any', 'trash'])
  if (first === 'orders' && second === 'refunds') return paged(query, shop.refunds.get(number) ?? [])
  if (first === 'webhooks') return paged(query, shop.webhooks.map(withoutSecret))
  if (first === 'taxes')
    return paged(
      query,
      shop.taxes.map((one, at) => ({ id: at + 1, ...one })),
    )
  if (first === 'settings' && (id === 'general' || id === 'tax'))
    return {
      status: 200,
      body: Object.entries(shop.settings[id]).map(([name, value]) => ({ id: name, value })),
    }
  return fault(404, 'rest_no_route', 'No route was found matching the URL and request method')
}

/**
 * Keys that nobody knows are no error of their own: the call is then one of nobody, who may not look (class
 * WC_REST_Authentication).
 */
function refusal(shop: LocalWooShop, method: string, authorization = ''): RestAnswer | undefined {
  const [access = '', secret = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  const key = shop.keys.get(access)
  if (!key) return fault(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
  if (key.secret !== secret)
    return fault(401, 'woocommerce_rest_authentication_error', 'Consumer secret is invalid.')
  const may = method === 'GET' ? /read/ : /write/
  return may.test(key.permissions)
    ? undefined
    : fault(
        401,
        'woocommerce_rest_authentication_error',
        `The API key provided does not have ${method === 'GET' ? 'read' : 'write'} permissions.`,
      )
}

const included = <T extends { id: number }>(all: readonly T[], query: URLSearchParams): T[] => {
  const include = query.get('include')?.split(',').filter(Boolean).map(Number)
  return include ? all.filter(({ id }) => include.includes(id)) : [...all]
}

/** `any` leaves out what `hidden` names, which is asked for by name; `modified_after` is later than, in GMT where asked. */
function filtered(
  all: readonly LocalThing[],
  query: URLSearchParams,
  hidden: readonly string[],
): LocalThing[] {
  const status = query.get('status') ?? 'any'
  const after = query.get('modified_after')
  if (after && query.get('dates_are_gmt') !== 'true') throw new Error('The shop’s own zone is not told.')
  return included(all, query)
    .filter((one) => (status === 'any' ? !hidden.includes(one.status) : one.status === status))
    .filter((one) => !after || Date.parse(`${one.date_modified_gmt}Z`) > Date.parse(`${after}Z`))
}

function paged(
  query: URLSearchParams,
  found: readonly { id: number }[],
  statuses?: readonly string[],
): RestAnswer {
  const size = Number(query.get('per_page') ?? 10)
  if (!(size >= 1 && size <= 100)) return badParameter('per_page')
  const offset = query.has('offset')
    ? Number(query.get('offset'))
    : (Number(query.get('page') ?? 1) - 1) * size
  if (!(offset >= 0)) return badParameter('offset')
  if (!['date', 'id', 'include', 'title', 'slug'].includes(query.get('orderby') ?? 'date'))
    return badParameter('orderby')
  if (statuses && !statuses.includes(query.get('status') ?? 'any')) return badParameter('status')
  const all =
    query.get('orderby') === 'id' && query.get('order') === 'asc'
      ? found.toSorted((a, b) => a.id - b.id)
      : found.toSorted((a, b) => b.id - a.id)
  return {
    status: 200,
    body: all.slice(offset, offset + size),
    headers: {
      'X-WP-Total': String(all.length),
      'X-WP-TotalPages': String(Math.ceil(all.length / size)),
    },
  }
}

/** The secret is write-only. */
const withoutSecret = ({ secret: _, failed: __, ...webhook }: LocalWebhook) => webhook

const topics = /^(order|product|customer|coupon)\.(created|updated|deleted|restored)$/

function writeWebhook(shop: LocalWooShop, id: string | undefined, given: Partial<LocalWebhook>): RestAnswer {
  if (id === 'batch') return { status: 200, body: {} }
  if (id !== undefined) {
    const known = shop.webhooks.find((one) => one.id === Number(id))
    if (!known) return fault(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.')
    Object.assign(known, given, { failed: 0 })
    return { status: 200, body: withoutSecret(known) }
  }
  if (!given.topic || !topics.test(given.topic))
    return fault(400, 'woocommerce_rest_shop_webhook_invalid_topic', 'Webhook topic must be valid.')
  if (!given.delivery_url || !/^https?:/.test(given.delivery_url))
    return fault(
      400,
      'woocommerce_rest_shop_webhook_invalid_delivery_url',
      'Webhook delivery URL must be a valid URL starting with http:// or https://.',
    )
  const webhook: LocalWebhook = {
    id: shop.nextId(),
    status: given.status ?? 'active',
    topic: given.topic,
    delivery_url: given.delivery_url,
    secret: given.secret ?? randomBytes(16).toString('hex'),
    failed: 0,
  }
  shop.webhooks.push(webhook)
  return { status: 201, body: withoutSecret(webhook) }
}
