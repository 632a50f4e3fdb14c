import { m } from '#paraglide/messages.js'
import { countryName } from '#ui/country-name.ts'
import type { OrderRow } from '../contract.ts'

export const sourceOptions = () => [
  { value: 'shopify' as const, label: 'Shopify' },
  { value: 'woocommerce' as const, label: 'WooCommerce' },
  { value: 'bandcamp' as const, label: 'Bandcamp' },
  { value: 'csv' as const, label: m['orders.source.csv']() },
  { value: 'api' as const, label: 'API' },
]
/** Of a portal's second shop of a kind the source also says which: `shopify:name`. */
export function sourceWord(source: string): string {
  if (source === 'shop') return m['orders.source.shop']()
  const [kind, which] = source.split(':')
  const word = sourceOptions().find(({ value }) => value === kind)?.label ?? source
  return which ? `${word} · ${which}` : word
}

export const stateOptions = () => [
  { value: 'unmapped' as const, label: m['orders.state.unmapped']() },
  { value: 'refunded' as const, label: m['orders.state.refunded']() },
  { value: 'cancelled' as const, label: m['orders.state.cancelled']() },
]

/** What became of an order. */
export function orderState({
  cancelled,
  refundsCents,
  unmapped,
}: Pick<OrderRow, 'cancelled' | 'refundsCents' | 'unmapped'>) {
  if (cancelled) return { mark: 'paused', word: m['orders.state.cancelled']() } as const
  if (unmapped > 0) return { mark: 'review', word: m['orders.state.unmapped']() } as const
  if (refundsCents > 0) return { mark: 'draft', word: m['orders.state.refunded']() } as const
  return { mark: 'live', word: m['orders.state.sold']() } as const
}

/** Where an order goes: its city, and the country by its name. */
export function placeOf({ city, country }: Pick<OrderRow, 'city' | 'country'>): string {
  return [city, country && countryName(country)].filter(Boolean).join(', ') || m['ui.none']()
}
