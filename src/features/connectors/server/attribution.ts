import { type Attribution, attributionOf, parametersOf } from '#features/orders/server/attribution.ts'
import type { Payload } from './payload.ts'

/** Pairs of a list as shops write them. What is none is passed over: an order is not refused for what brought it. */
function pairsOf(list: unknown, key: 'name' | 'key'): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const each of Array.isArray(list) ? list.slice(0, 1_000) : []) {
    const { [key]: name, value } = (each ?? {}) as Record<string, unknown>
    if (typeof name === 'string' && typeof value === 'string') pairs.set(name.toLowerCase(), value)
  }
  return pairs
}

/** Shopify tells the page where the buyer came in, and what the shop's theme or apps noted of the cart. */
export function shopifyAttribution(order: Payload): Attribution {
  const landed = parametersOf(order.raw('landing_site'))
  const noted = pairsOf(order.raw('note_attributes'), 'name')
  return attributionOf(
    [landed.get('utm_campaign'), noted.get('utm_campaign')],
    [landed.get('click'), noted.get('click')],
  )
}

/** WooCommerce notes of each order where its buyer came in (order attribution, since 8.5). */
export function wooCommerceAttribution(order: Payload): Attribution {
  const noted = pairsOf(order.raw('meta_data'), 'key')
  const entered = parametersOf(noted.get('_wc_order_attribution_session_entry'))
  return attributionOf(
    [noted.get('_wc_order_attribution_utm_campaign'), entered.get('utm_campaign')],
    [entered.get('click'), noted.get('click')],
  )
}
