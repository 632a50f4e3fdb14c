import type { Session } from '#features/account/contract.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { can } from '#platform/permissions.ts'
import { formatDay, parseDay } from '#platform/time.ts'
import type { DetailKind } from '../choices.ts'
import type { Answer, Row } from '../contract.ts'
import { type DetailSearch, manyFilters } from './detail-search.ts'

type Meta = Answer['meta']

/** The list of orders that somebody may read. */
export type OrdersPath = '/products/orders' | '/stocks/orders'

/** To the orders of a place. */
interface OrdersWay {
  to: OrdersPath
  search: { place: string; from: string; to: string; portal?: string }
}

export interface RowWay {
  to:
    | '/analytics/net-sales'
    | '/analytics/sales-by-product'
    | '/analytics/sales-by-location'
    | '/analytics/traffic-detail'
    | '/analytics/visits-detail'
  search: DetailSearch
}

/** First and last day of a bucket, within the days that were asked for; undefined for hours. */
function daysOfBucket(t: string, { from, to, grouping }: Meta): { f: string; t: string } | undefined {
  if (grouping === 'time') return undefined
  const [first, last] =
    grouping === 'day' ? [t, t] : grouping === 'month' ? monthOf(t) : [`${t}-01-01`, `${t}-12-31`]
  return { f: first < from ? from : first, t: last > to ? to : last }
}

function monthOf(t: string): [string, string] {
  const [year = 0, month = 0] = t.split('-').map(Number)
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
  return [`${t}-01`, formatDay((parseDay(next) ?? 0) - 1)]
}

/** What an address takes of a filter's value. */
const sourceMax = 60

/**
 * Where a row of a detail page is told in full: with the same days and filters, narrowed to what the row stands for. A day
 * leads to what sold on it, a product, a portal or a source to its days, a country to its places, a place in it to its orders.
 */
export function rowWay(
  kind: DetailKind,
  by: string | undefined,
  row: Pick<Row, 'id' | 'name'>,
  meta: Meta,
  search: DetailSearch,
  orders?: OrdersPath | undefined,
): RowWay | OrdersWay | undefined {
  const { page: _, orderBy: _o, columns: _c, by: _b, ...same } = search
  if (kind === 'sales-by-product' || kind === 'albums-sold')
    return { to: '/analytics/net-sales', search: { ...same, products: [row.id] } }
  if (kind === 'sales-by-portal')
    return { to: '/analytics/net-sales', search: { ...same, portals: [row.id] } }
  if (kind === 'sales-by-location')
    return by === 'countries' ? countryWay(row.name, same) : placeWay(row.name, meta, search, orders)
  if (kind === 'traffic-detail') return by === 'source' ? sourceWay(row.id, same) : undefined
  return bucketWay(kind, row.name, meta, same)
}

const countryWay = (country: string, same: DetailSearch): RowWay | undefined =>
  country
    ? {
        to: '/analytics/sales-by-location',
        search: { ...same, countries: [country], by: country === 'ES' ? 'provinces' : 'cities' },
      }
    : undefined

const placeWay = (place: string, meta: Meta, search: DetailSearch, orders: OrdersPath | undefined) =>
  orders && place ? ordersOf(place, meta, search, orders) : undefined

const sourceWay = (source: string, same: DetailSearch): RowWay | undefined =>
  source.length <= sourceMax
    ? { to: '/analytics/visits-detail', search: { ...same, sources: [source || 'direct'] } }
    : undefined

function bucketWay(kind: DetailKind, bucket: string, meta: Meta, same: DetailSearch): RowWay | undefined {
  const days = daysOfBucket(bucket, meta)
  if (!days || (days.f === meta.from && days.t === meta.to)) return undefined
  return {
    to: kind === 'visits-detail' ? '/analytics/traffic-detail' : '/analytics/sales-by-product',
    search: { ...same, filter: 4, ...days },
  }
}

/** The list of orders that somebody may read, if any. */
export function ordersPath(session: Session | null): OrdersPath | undefined {
  const permissions = permissionsOf(session)
  if (session?.user.staff) return can(permissions, 'products.viewproducts') ? '/products/orders' : undefined
  return can(permissions, 'stocks.viewstocks') ? '/stocks/orders' : undefined
}

/** Only where orders can be asked for the same: they know one portal or all, and nothing of goods. */
export function ordersOf(
  place: string,
  { from, to }: Pick<Meta, 'from' | 'to'>,
  search: DetailSearch,
  path: OrdersPath,
): OrdersWay | undefined {
  const [portal, ...more] = search.portals ?? []
  const others = manyFilters.filter((filter) => filter !== 'countries' && filter !== 'portals')
  if (more.length > 0 || others.some((filter) => search[filter])) return undefined
  return { to: path, search: { place, from, to, ...(portal ? { portal } : {}) } }
}
