import type { Held, Look, OrderTold, SpeakingShop } from './speaking-shop.ts'
import { type AskWooCommerce, pageAfter } from './woocommerce-call.ts'
import { readPrices } from './woocommerce-prices.ts'
import { toldByWooCommerce, type WooProduct, type WooVariation } from './woocommerce-product.ts'

const productsAtOnce = 10
const ordersAtOnce = 25
/** The most that WooCommerce answers at once. */
const pageMax = 100

/** A shop of WooCommerce, by its REST API v3. */
export function wooCommerceShop(ask: AskWooCommerce): SpeakingShop {
  return {
    products: (look) => products(ask, look),
    orders: (look) => orders(ask, look),
    webhooks: (uri, secret) => webhooks(ask, uri, secret),
    stock: (ids) => stock(ask, ids),
  }
}

/** WooCommerce reads moments without a zone, here as GMT. */
const changedSince = (since: string | null) =>
  since ? { modified_after: new Date(since).toISOString().slice(0, 19), dates_are_gmt: true } : {}

/**
 * A variation that is changed leaves its product's own date as it was. So the first look of each day goes over all of them.
 */
const sinceOf = ({ since, startedAt }: Look) =>
  since?.slice(0, 10) === startedAt.slice(0, 10) ? since : null

async function products(ask: AskWooCommerce, look: Look) {
  const { currency, priceOf } = await readPrices(ask)
  const page = await pageAfter(look.cursor, productsAtOnce, (offset) =>
    ask<WooProduct[]>('products', {
      ...{ per_page: productsAtOnce, offset, orderby: 'id', order: 'asc', status: 'any' },
      ...changedSince(sinceOf(look)),
    }),
  )
  const items = []
  for (const product of page.items) {
    // What puts other products together is none, and what somebody has only begun has no name yet.
    if (product.type === 'grouped' || product.status === 'auto-draft') continue
    const variations = product.type === 'variable' ? await allVariations(ask, product.id) : []
    items.push(toldByWooCommerce(product, variations, priceOf))
  }
  return { ...page, items, currency }
}

async function allVariations(ask: AskWooCommerce, productId: number): Promise<WooVariation[]> {
  const all: WooVariation[] = []
  for (let cursor: string | null = null; ; ) {
    const page: { items: WooVariation[]; cursor: string | null } = await pageAfter(
      cursor,
      pageMax,
      (offset) =>
        ask<WooVariation[]>(`products/${productId}/variations`, {
          ...{ per_page: pageMax, offset, orderby: 'id', order: 'asc' },
        }),
    )
    all.push(...page.items)
    if (page.cursor === null) return all
    cursor = page.cursor
  }
}

interface WooOrder {
  id: number
  number: string
  status: string
  date_created_gmt: string
  date_modified_gmt: string | null
  refunds: { id: number }[]
}

/** Orders of any kind; after them, when only changes are looked for, those that went into the shop's bin meanwhile. */
async function orders(ask: AskWooCommerce, look: Look) {
  const [kind = 'any', place] = (look.cursor ?? 'any').split(' ')
  const page = await pageAfter(place ?? null, ordersAtOnce, (offset) =>
    ask<WooOrder[]>('orders', {
      ...{ per_page: ordersAtOnce, offset, orderby: 'id', order: 'asc', status: kind },
      ...changedSince(look.since),
    }),
  )
  const items: OrderTold[] = []
  for (const order of page.items) items.push(kind === 'trash' ? binned(order) : await told(ask, order))
  const next = page.cursor === null ? null : `${kind} ${page.cursor}`
  const then = kind === 'any' && look.since ? 'trash' : null
  return { items, cursor: next ?? then, total: kind === 'any' ? page.total : undefined }
}

/** Of what was only begun nothing but its first moment is known. */
const changedAt = ({ date_modified_gmt, date_created_gmt }: WooOrder) =>
  `${date_modified_gmt ?? date_created_gmt}Z`

const common = (order: WooOrder) => ({
  name: String(order.number || order.id),
  updatedAt: changedAt(order),
})

/** An order names of its refunds the sums alone: what was given back for which line is asked for. */
async function told(ask: AskWooCommerce, order: WooOrder): Promise<OrderTold> {
  const refunds =
    order.refunds.length > 0
      ? (await ask<unknown[]>(`orders/${order.id}/refunds`, { per_page: pageMax })).json
      : []
  return { topic: 'order.sync', body: JSON.stringify({ ...order, refunds }), ...common(order) }
}

/** As WooCommerce tells of what went into its bin: nothing but the id. */
const binned = (order: WooOrder): OrderTold => ({
  topic: 'order.deleted',
  body: JSON.stringify({ id: order.id }),
  ...common(order),
  at: new Date(changedAt(order)),
})

const topics = ['order.created', 'order.updated', 'order.deleted', 'order.restored', 'product.updated']

interface Webhook {
  id: number
  status: string
  topic: string
  delivery_url: string
}

/** One that failed five times is off until somebody turns it on again: that is done here, with today's secret. */
async function webhooks(ask: AskWooCommerce, uri: string, secret: () => Promise<string>): Promise<number> {
  const known: Webhook[] = []
  for (let cursor: string | null = null; ; ) {
    const page: { items: Webhook[]; cursor: string | null } = await pageAfter(cursor, pageMax, (offset) =>
      ask<Webhook[]>('webhooks', { per_page: pageMax, offset, orderby: 'id', order: 'asc' }),
    )
    known.push(...page.items.filter((one) => one.delivery_url === uri))
    if (page.cursor === null) break
    cursor = page.cursor
  }
  for (const topic of topics) {
    const one = known.find((each) => each.topic === topic)
    if (one?.status === 'active') continue
    const wanted = { name: `Backline ${topic}`, status: 'active', secret: await secret() }
    await ask(one ? `webhooks/${one.id}` : 'webhooks', {}, { ...wanted, topic, delivery_url: uri })
  }
  return topics.length
}

/** What can still be sold of each: WooCommerce takes off what is ordered, before it is sent. */
async function stock(ask: AskWooCommerce, ids: readonly string[]): Promise<Map<string, Held>> {
  const held = new Map<string, Held>()
  const note = (id: string, { manage_stock, stock_quantity }: WooProduct | WooVariation) => {
    if (manage_stock === true && stock_quantity !== null)
      held.set(id, { available: Math.floor(stock_quantity) })
  }
  const simple = ids.filter((id) => !id.includes('/'))
  if (simple.length > 0) {
    const { json } = await ask<WooProduct[]>('products', {
      ...{ include: simple.join(','), per_page: pageMax, status: 'any' },
    })
    for (const one of json) note(String(one.id), one)
  }
  const products = new Set(ids.filter((id) => id.includes('/')).map((id) => id.split('/')[0] ?? ''))
  for (const productId of products) {
    const include = ids.filter((id) => id.startsWith(`${productId}/`)).map((id) => id.split('/')[1])
    const { json } = await ask<WooVariation[]>(`products/${productId}/variations`, {
      ...{ include: include.join(','), per_page: pageMax },
    })
    for (const one of json) note(`${productId}/${one.id}`, one)
  }
  return held
}
