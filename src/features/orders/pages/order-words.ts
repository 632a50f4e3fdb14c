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
export const sourceWord = (source: string) =>
  source === 'shop'
    ? m['orders.source.shop']()
    : (sourceOptions().find(({ value }) => value === source)?.label ?? source)

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
