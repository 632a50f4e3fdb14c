import type { Payload } from './payload.ts'

/** What brought a buyer: a campaign's name, and the id of what was clicked on a portal's page. */
export interface Attribution {
  campaign: string | null
  clickId: string | null
}

const addressMax = 4_000
const campaignMax = 200
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The parameters of an address, whole or only its path; none of what is no address. */
function parametersOf(address: unknown): URLSearchParams {
  if (typeof address !== 'string') return new URLSearchParams()
  const [, query = ''] = /\?([^#]*)/.exec(address.slice(0, addressMax)) ?? []
  return new URLSearchParams(query)
}

/** Pairs of a list as shops write them. What is none is passed over: an order is not refused for what brought it. */
function pairsOf(list: unknown, key: 'name' | 'key'): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const each of Array.isArray(list) ? list.slice(0, 1_000) : []) {
    const { [key]: name, value } = (each ?? {}) as Record<string, unknown>
    if (typeof name === 'string' && typeof value === 'string') pairs.set(name.toLowerCase(), value)
  }
  return pairs
}

/** Of what several places say, the first that says something; written as visits write their campaigns. */
function attributionOf(campaigns: (string | null | undefined)[], clicks: (string | null | undefined)[]) {
  const campaign = campaigns.map((text) => storable(text ?? '')).find((text) => text !== '')
  const clickId = clicks.map((text) => text?.trim().toLowerCase() ?? '').find((text) => uuid.test(text))
  return { campaign: campaign ?? null, clickId: clickId ?? null }
}

/** NUL, and half of a pair that the cut parts, cannot be stored. */
const storable = (text: string) => text.replaceAll('\0', '').trim().slice(0, campaignMax).toWellFormed()

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
