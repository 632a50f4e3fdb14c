/** What orders are told apart by. Browser-safe, without validators. */
export const orderSources = ['shopify', 'woocommerce', 'bandcamp', 'csv', 'api', 'shop'] as const
/** As people know them; a second shop's of a kind has more behind it, and the others are called in each language. */
export const sourceNames: Readonly<Record<string, string>> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  bandcamp: 'Bandcamp',
  api: 'API',
}
/** What became of an order, as it is shown. */
const shownStates = ['sold', 'unmapped', 'partlyRefunded', 'fullyRefunded', 'cancelled'] as const
/** What orders are looked for by; `refunded` finds whatever was paid back, in part or whole. */
export const orderStates = [...shownStates, 'refunded'] as const
/** The one of them that an order shows. */
export const stateOf = (order: {
  cancelled: boolean
  unmapped: number
  refundsCents: number
  netCents: number
}): (typeof shownStates)[number] => {
  if (order.cancelled) return 'cancelled'
  if (order.unmapped > 0) return 'unmapped'
  if (order.refundsCents === 0) return 'sold'
  return order.netCents > 0 ? 'partlyRefunded' : 'fullyRefunded'
}
/** As analytics names places: a country, a province of it or a city, `ES`, `ES-SE`, `ES/Sevilla`, `ES-SE/Sevilla`. */
export const ofPlace = /^[A-Z]{2}(-[^/]{1,60})?(\/.{1,100})?$/
export const orderOrders = ['placedAt', 'net'] as const
/** What a list and a file of orders can show beside an order's number. */
export const orderColumns = [
  'portal',
  'placedAt',
  'source',
  'place',
  'state',
  'units',
  'gross',
  'refunds',
  'net',
] as const
/** Those that are shown until somebody chooses. */
export const usualColumns: readonly string[] = [
  'portal',
  'placedAt',
  'source',
  'place',
  'state',
  'units',
  'net',
]
export const uploadFormats = ['shopify', 'bandcamp', 'generic'] as const

/** Rates of tax in Spain that are asked about, and none: amounts that are net. */
export const taxRates = ['21', '10', '4', '0'] as const

/** What a column of any table of orders can stand for; docs/imports.md tells of each. */
export const genericFields = [
  'order',
  'line',
  'date',
  'sku',
  'name',
  'quantity',
  'unitPrice',
  'total',
  'discount',
  'tax',
  'taxRate',
  'tip',
  'shipping',
  'refunded',
  'currency',
  'kind',
  'status',
  'buyer',
  'country',
  'province',
  'city',
  'postalCode',
  'campaign',
  'click',
] as const
export type GenericField = (typeof genericFields)[number]
