import type { Measure } from '../contract.ts'
import type { locations, trafficGroups } from '../detail-contract.ts'
import {
  type Asked,
  placeRows,
  portalRows,
  productRows,
  type TableRows,
  trafficRows,
  variantRows,
} from './detail-rows.ts'

/** What a table is told apart by, beyond its page. */
export interface TableChoice {
  by?: (typeof locations)[number] | (typeof trafficGroups)[number] | undefined
  variantsOf?: string | undefined
}

/** A detail page: what it measures, the main measure first, and what its rows are. */
export interface DetailPage {
  measures: readonly [main: Measure, ...others: Measure[]]
  /** What it measures instead where its rows are told apart by this. */
  measuresBy?: Partial<Record<string, DetailPage['measures']>>
  /** Absent: the rows are the buckets of the series. */
  table?: (asked: Asked, choice: TableChoice) => TableRows
  ranks?: boolean
  heat?: boolean
  objective?: boolean
  /** Is it told what of it is owed? */
  owing?: boolean
  /** Only albums count. */
  albums?: boolean
}

const pages = {
  netSales: {
    measures: [
      'netCents',
      'grossCents',
      'discountsCents',
      'refundsCents',
      'orders',
      'units',
      'averageOrderCents',
    ],
    objective: true,
  },
  albumsSold: {
    measures: ['albums', 'netCents', 'incomeCents'],
    table: (asked) => productRows(asked),
    albums: true,
  },
  ordersSold: {
    measures: ['orders', 'units', 'netCents', 'averageOrderCents'],
    heat: true,
  },
  income: { measures: ['incomeCents', 'netCents', 'orders', 'units'], owing: true },
  visits: {
    measures: ['visits', 'visitors', 'clicks', 'orders', 'conversion'],
  },
  traffic: {
    measures: ['visits', 'visitors', 'clicks'],
    // A link is pressed by whoever is there already: no visit begins with it.
    measuresBy: { link: ['clicks'] },
    table: (asked, { by = 'channel' }) => trafficRows(asked, by as (typeof trafficGroups)[number]),
  },
  salesByPortal: {
    measures: [
      'netCents',
      'grossCents',
      'refundsCents',
      'incomeCents',
      'orders',
      'units',
      'albums',
      'visits',
      'conversion',
    ],
    table: (asked) => portalRows(asked),
    ranks: true,
  },
  salesByProduct: {
    measures: ['netCents', 'grossCents', 'discountsCents', 'refundsCents', 'incomeCents', 'units'],
    table: (asked, { variantsOf }) => (variantsOf ? variantRows(asked, variantsOf) : productRows(asked)),
  },
  salesByLocation: {
    measures: ['netCents', 'orders', 'units', 'averageOrderCents', 'visits', 'conversion'],
    table: (asked, { by = 'countries' }) => placeRows(asked, by as (typeof locations)[number]),
  },
} satisfies Record<string, DetailPage>

export type DetailPageName = keyof typeof pages
export const detailPages: Record<DetailPageName, DetailPage> = pages

/** A page with the measures of what its rows are told apart by. */
export function pageFor(name: DetailPageName, { by }: TableChoice): DetailPage {
  const page = detailPages[name]
  return { ...page, measures: page.measuresBy?.[by ?? ''] ?? page.measures }
}
