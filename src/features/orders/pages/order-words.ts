import { m } from '#paraglide/messages.js'
import { countryName } from '#ui/country-name.ts'
import { orderSources, sourceNames, stateOf } from '../choices.ts'
import type { OrderRow } from '../contract.ts'

function sourceNamed(source: string): string {
  if (source === 'csv') return m['orders.source.csv']()
  return source === 'shop' ? m['orders.source.shop']() : (sourceNames[source] ?? source)
}

export const sourceOptions = () => orderSources.map((value) => ({ value, label: sourceNamed(value) }))
/** Of a portal's second shop of a kind the source also says which: `shopify:name`. */
export function sourceWord(source: string): string {
  const [kind = source, which] = source.split(':')
  return which ? `${sourceNamed(kind)} · ${which}` : sourceNamed(kind)
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
