import type { AskPrintful } from './printful-call.ts'
import { type PrintfulProduct, toldByPrintful } from './printful-product.ts'
import type { Look, OrderTold, SpeakingShop } from './speaking-shop.ts'
import { pageAfter } from './woocommerce-call.ts'

const productsAtOnce = 5
const ordersAtOnce = 50
/** What was ordered longer ago has been sent. */
const sentWithinMs = 60 * 86_400_000

/** A store of Printful: what it prints, and what of it was sent. Its orders are those of other shops, and no sales. */
export function printfulShop(ask: AskPrintful): SpeakingShop {
  return {
    products: (look) => products(ask, look),
    orders: (look) => orders(ask, look),
    webhooks: (uri, secret) => webhooks(ask, uri, secret),
    // It keeps none: each is printed when it is sold.
    stock: async () => new Map(),
  }
}

/** All of them each time: Printful does not say which have changed. One is looked at twice, in case one before went away. */
async function products(ask: AskPrintful, { cursor }: Look) {
  const offset = Math.max(0, Number(cursor ?? 0) - 1)
  const { json, total } = await ask<{ id: number; is_ignored: boolean }[]>(
    `store/products?${new URLSearchParams({ offset: String(offset), limit: String(productsAtOnce) })}`,
  )
  const items: PrintfulProduct[] = []
  for (const { id, is_ignored } of json)
    if (!is_ignored) items.push((await ask<PrintfulProduct>(`store/products/${id}`)).json)
  const next = offset + json.length
  return {
    items: items.map(toldByPrintful),
    looked: next - Number(cursor ?? 0),
    cursor: json.length < productsAtOnce || next >= (total ?? 0) ? null : String(next),
    total,
    currency: items.flatMap((one) => one.sync_variants)[0]?.currency ?? 'EUR',
  }
}

interface PrintfulOrder {
  id: number
  created: number
  shipments: { id: number; created: number; shipped_at: number | null }[]
}

/** Newest first; each shipment in the form of the event that tells of it. */
async function orders(ask: AskPrintful, look: Look) {
  const page = await pageAfter(look.cursor, ordersAtOnce, async (offset) => {
    const asked = new URLSearchParams({ offset: String(offset), limit: String(ordersAtOnce) })
    const { json, total } = await ask<PrintfulOrder[]>(`orders?${asked}`)
    return { json: json.map((order) => ({ id: -order.id, order })), total }
  })
  const items = page.items.flatMap(({ order }) =>
    order.shipments.map((shipment): OrderTold => {
      const at = shipment.shipped_at ?? shipment.created
      const body = { type: 'package_shipped', created: at, data: { order, shipment } }
      const updatedAt = new Date(at * 1000).toISOString()
      return { topic: '', body: JSON.stringify(body), name: String(shipment.id), updatedAt }
    }),
  )
  const oldest = page.items.at(-1)?.order.created ?? 0
  const over = look.since !== null && oldest * 1000 < Date.parse(look.since) - sentWithinMs
  return { items, looked: page.items.length, cursor: over ? null : page.cursor, total: page.total }
}

/**
 * A store tells one address alone, and signs nothing there: the secret is part of it. Where another program has put its own,
 * that stays, and what was sent is found each hour.
 */
async function webhooks(ask: AskPrintful, uri: string, secret: () => Promise<string>): Promise<number> {
  const types = ['package_shipped']
  const url = `${uri}?${new URLSearchParams({ token: await secret() })}`
  const { json: known } = await ask<{ url: string | null; types: string[] }>('webhooks')
  if (known.url && !known.url.startsWith(uri)) return 0
  if (known.url !== url || types.some((type) => !known.types.includes(type)))
    await ask('webhooks', { url, types })
  return types.length
}
