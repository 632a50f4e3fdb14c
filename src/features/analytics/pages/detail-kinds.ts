import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { salesGroupings } from '#platform/constants.ts'
import type { DetailKind } from '../choices.ts'
import type { ManyFilter } from './detail-search.ts'

const goods = ['categories', 'addedCategories', 'products', 'excludedProducts'] as const
const whose = ['portals', 'labels', 'portalTypes'] as const

interface Kind {
  call:
    | 'netSalesDetailInfo'
    | 'ordersSoldDetailInfo'
    | 'albumsSoldDetailInfo'
    | 'incomeDetailInfo'
    | 'visitsDetailInfo'
    | 'trafficDetailInfo'
    | 'salesByPortalDetailInfo'
    | 'salesByProductDetailInfo'
    | 'salesByLocationDetailInfo'
  title: () => string
  /** Choices of `by`, the first one being the default. */
  by?: readonly string[]
  filters: readonly ManyFilter[]
}

export const kinds: Record<DetailKind, Kind> = {
  'net-sales': {
    call: 'netSalesDetailInfo',
    title: m['detail.netSales.title'],
    filters: [...goods, 'countries', ...whose],
  },
  'orders-sold': {
    call: 'ordersSoldDetailInfo',
    title: m['detail.ordersSold.title'],
    filters: ['countries', ...whose],
  },
  'albums-sold': {
    call: 'albumsSoldDetailInfo',
    title: m['detail.albumsSold.title'],
    filters: ['products', 'excludedProducts', 'countries', ...whose],
  },
  'income-detail': {
    call: 'incomeDetailInfo',
    title: m['detail.income.title'],
    filters: [...goods, 'countries', ...whose],
  },
  'visits-detail': {
    call: 'visitsDetailInfo',
    title: m['detail.visits.title'],
    filters: ['countries', 'sources', ...whose],
  },
  'traffic-detail': {
    call: 'trafficDetailInfo',
    title: m['detail.traffic.title'],
    by: ['channel', 'source', 'medium', 'campaign', 'referrer', 'device', 'browser', 'link'],
    filters: ['countries', ...whose],
  },
  'sales-by-portal': {
    call: 'salesByPortalDetailInfo',
    title: m['detail.byPortal.title'],
    filters: [...goods, 'countries', ...whose],
  },
  'sales-by-product': {
    call: 'salesByProductDetailInfo',
    title: m['detail.byProduct.title'],
    filters: [...goods, 'countries', ...whose],
  },
  'sales-by-location': {
    call: 'salesByLocationDetailInfo',
    title: m['detail.byLocation.title'],
    by: salesGroupings,
    filters: [...goods, 'countries', ...whose],
  },
}

/** Filters that mean something to this person: labels are for staff, portals for whoever sees several. */
/** By whose they are: for whoever has several. */
export const whoseFilters = (session: Session | null) => allowed(whose, session)

export const filtersFor = (kind: DetailKind, session: Session | null) => allowed(kinds[kind].filters, session)

function allowed(filters: readonly ManyFilter[], session: Session | null): ManyFilter[] {
  const staff = session?.user.staff === true
  const several = staff || currentPortal(session)?.label === true
  return filters.filter((filter) => {
    if (filter === 'labels' || filter === 'portalTypes') return staff
    return filter === 'portals' ? several : true
  })
}
