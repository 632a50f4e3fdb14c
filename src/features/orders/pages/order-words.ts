import { m } from '#paraglide/messages.js'
import { countryName } from '#ui/country-name.ts'
import { sourceNames, stateOf } from '../choices.ts'
import type { OrderRow } from '../contract.ts'

export const sourceOptions = () => [
  { value: 'shopify' as const, label: sourceNames['shopify'] ?? '' },
  { value: 'woocommerce' as const, label: sourceNames['woocommerce'] ?? '' },
  { value: 'bandcamp' as const, label: sourceNames['bandcamp'] ?? '' },
  { value: 'csv' as const, label: m['orders.source.csv']() },
  { value: 'api' as const, label: sourceNames['api'] ?? '' },
]
/** Of a portal's second shop of a kind the source also says which: `shopify:name`. */
export function sourceWord(source: string): string {
  if (source === 'shop') return m['orders.source.shop']()
  const [kind, which] = source.split(':')
  const word = sourceOptions().find(({ value }) => value === kind)?.label ?? source
  return which ? `${word} · ${which}` : word
}

export const stateOptions = () => [
  { value: 'sold' as const, label: m['orders.state.sold']() },
  { value: 'unmapped' as const, label: m['orders.state.unmapped']() },
  { value: 'refunded' as const, label: m['orders.state.refunded']() },
  { value: 'partlyRefunded' as const, label: m['orders.state.partlyRefunded']() },
  { value: 'fullyRefunded' as const, label: m['orders.state.fullyRefunded']() },
  { value: 'cancelled' as const, label: m['orders.state.cancelled']() },
]

const shown = {
  sold: { mark: 'live', word: m['orders.state.sold'] },
  unmapped: { mark: 'review', word: m['orders.state.unmapped'] },
  partlyRefunded: { mark: 'draft', word: m['orders.state.partlyRefunded'] },
  fullyRefunded: { mark: 'broken', word: m['orders.state.fullyRefunded'] },
  cancelled: { mark: 'paused', word: m['orders.state.cancelled'] },
} as const

/** What became of an order. */
export function orderState(order: Parameters<typeof stateOf>[0]) {
  const { mark, word } = shown[stateOf(order)]
  return { mark, word: word() }
}

/** Where an order goes: its city, and the country by its name. */
export function placeOf({ city, country }: Pick<OrderRow, 'city' | 'country'>): string {
  return [city, country && countryName(country)].filter(Boolean).join(', ') || m['ui.none']()
}
