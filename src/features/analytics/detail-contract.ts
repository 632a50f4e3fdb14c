import * as z from 'zod/mini'
import { fileOperation, operation } from '#platform/operation.ts'
import { Id, PageNumber, PortalId } from '#platform/shapes.ts'
import { Answer, comparisons, Period, Row } from './contract.ts'

/** A query parameter that may be given several times. */
const many = <T extends z.core.$ZodType>(one: T, most = 200) =>
  z.optional(z.union([z.array(one).check(z.maxLength(most)), one]))

export const categories = ['album', 'apparel', 'accessory', 'culture', 'digital', 'unmapped'] as const
export const locations = ['countries', 'provinces', 'cities'] as const
export const trafficGroups = [
  'channel',
  'source',
  'medium',
  'campaign',
  'referrer',
  'device',
  'browser',
  'link',
] as const

/** Which portals count: accounts (`labels`), portals and account types. All that are given must hold. */
export const WhoseFilters = z.object({
  /** Only these accounts, by id. */
  labels: many(Id),
  /** Only these portals, by id. */
  portals: many(Id),
  /** Only portals of this kind. */
  portalTypes: many(z.enum(['master', 'simple'])),
})

/** Where buyers or visitors are: ISO 3166-1 alpha-2. */
export const WhereFilters = z.extend(WhoseFilters, {
  /** Only buyers or visitors of these countries, ISO 3166-1 alpha-2. */
  countries: many(z.string().check(z.regex(/^[A-Z]{2}$/))),
})

/**
 * What was sold. `categories` and `products` narrow; `addedCategories` count whole beside them; `excludedProducts` never
 * count. A product is its id, or the id of an unmapped SKU.
 */
export const SalesFilters = z.extend(WhereFilters, {
  /** Only goods of these categories. */
  categories: many(z.enum(categories)),
  /** Categories that count whole, beside what the other filters leave. */
  addedCategories: many(z.enum(categories)),
  /** Only these products, by id, or by the id of an unmapped SKU. */
  products: many(Id),
  /** Products that never count. */
  excludedProducts: many(Id),
})

/** How the table is read: `orderBy` is a column's key, `-` first for descending; 50 rows a page. */
export const TableQuery = z.object({
  /** With the days before (whole months: as many months before), or the same days or months of the year before. */
  compare: z.optional(z.enum(comparisons)),
  /** Key of a column of the answer, `-` first for the highest first. */
  orderBy: z.optional(z.string().check(z.regex(/^-?[a-zA-Z]{1,40}$/))),
  /** Only these columns of the table, by key. */
  columns: many(z.string().check(z.regex(/^[a-zA-Z]{1,40}$/)), 30),
  page: PageNumber,
})

/** A cell of the heat map: weekday 1 (Monday) to 7, hour 0 to 23, of Europe/Madrid. */
const HeatCell = z.object({ weekday: z.number(), hour: z.number(), orders: z.number(), netCents: z.number() })

/**
 * The answer of a detail page: the overview's, and the table's page. `total` rows in all; `unavailable` names filters
 * that do not apply to a measure of this answer, whose figures are then null.
 */
export const DetailAnswer = z.extend(Answer, {
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
  orderBy: z.string(),
  heat: z.optional(z.array(HeatCell)),
  /** The sales objective of the period's year: cents, and what has been sold of it; absent without one. */
  objective: z.optional(
    z.object({
      objectiveCents: z.number(),
      netCents: z.number(),
      projectedCents: z.number(),
      /** Whose it is; a label's is of all its portals. */
      portal: z.string(),
      label: z.boolean(),
    }),
  ),
  /**
   * From the income of the period to what is owed of its months, cents: `incomeCents` less what is owed at a release to come
   * (`heldBackCents`) and what a shop sold before it was connected (`neverOwedCents`), more what was sold before and released
   * in it (`releasedCents`). Absent where nothing of it differs, and beside filters of goods or places.
   */
  owing: z.optional(
    z.object({
      incomeCents: z.number(),
      heldBackCents: z.number(),
      neverOwedCents: z.number(),
      releasedCents: z.number(),
      /** Shares of others whom the provider pays. */
      sharedCents: z.number(),
      owedCents: z.number(),
    }),
  ),
})
export type DetailAnswer = z.infer<typeof DetailAnswer>

const periodAnd = <T extends z.core.$ZodShape>(shape: T) =>
  z.extend(z.extend(Period, TableQuery.shape), shape)

const Sales = periodAnd(SalesFilters.shape)
const SourceFilter = {
  /** Only visits that came from these, as they are told by source; `direct` came from nowhere else. */
  sources: many(z.string().check(z.minLength(1), z.maxLength(200))),
}
const Visits = periodAnd({ ...WhereFilters.shape, ...SourceFilter })
const Location = periodAnd({ ...SalesFilters.shape, by: z.optional(z.enum(locations)) })
const Traffic = periodAnd({ ...WhereFilters.shape, by: z.optional(z.enum(trafficGroups)) })
const Products = periodAnd({ ...SalesFilters.shape, variantsOf: z.optional(Id) })

export const declare = <S extends 'view' | 'portal'>(path: `/${string}`, scope: S, summary: string) =>
  ({
    method: 'GET',
    path,
    access: 'analytics.viewanalytics',
    scope,
    tag: 'analytics',
    summary,
    tool: {},
  }) as const

/** A detail call for the whole view of the actor: label, current portal, everything for staff. */
const ofView = <T extends z.core.$ZodType>(name: string, summary: string, input: T) =>
  operation({
    ...declare(`/analytics/${name}`, 'view', summary),
    input,
    output: DetailAnswer,
  })

/** The same for one portal, named in the path. */
const ofPortal = <S extends z.core.$ZodShape>(name: string, summary: string, input: z.ZodMiniObject<S>) =>
  operation({
    ...declare(`/analytics/${name}/{portalId}`, 'portal', summary),
    input: z.extend(input, PortalId.shape),
    output: DetailAnswer,
  })

export const netSalesDetailInfo = ofView('netSalesDetailInfo', 'Net sales over time', Sales)
export const netSalesDetailInfoOfPortal = ofPortal('netSalesDetailInfo', 'Net sales of a portal', Sales)
export const albumsSoldDetailInfo = ofView('albumsSoldDetailInfo', 'Albums sold, by album', Sales)
export const albumsSoldDetailInfoOfPortal = ofPortal('albumsSoldDetailInfo', 'Albums of a portal', Sales)
export const ordersSoldDetailInfo = ofView('ordersSoldDetailInfo', 'Orders over time, best hours', Sales)
export const ordersSoldDetailInfoOfPortal = ofPortal('ordersSoldDetailInfo', 'Orders of a portal', Sales)
export const incomeDetailInfo = ofView('incomeDetailInfo', 'Income over time', Sales)
export const incomeDetailInfoOfPortal = ofPortal('incomeDetailInfo', 'Income of a portal', Sales)
export const visitsDetailInfo = ofView('visitsDetailInfo', 'Visits over time', Visits)
export const visitsDetailInfoOfPortal = ofPortal('visitsDetailInfo', 'Visits of a portal', Visits)
export const trafficDetailInfo = ofView('trafficDetailInfo', 'Where visits come from', Traffic)
export const trafficDetailInfoOfPortal = ofPortal('trafficDetailInfo', 'Traffic of a portal', Traffic)
export const salesByPortalDetailInfo = ofView('salesByPortalDetailInfo', 'Sales by portal', Sales)
export const salesByPortalDetailInfoOfPortal = ofPortal(
  'salesByPortalDetailInfo',
  'Sales of one portal as a row',
  Sales,
)
export const salesByProductDetailInfo = ofView('salesByProductDetailInfo', 'Sales by product', Products)
export const salesByProductDetailInfoOfPortal = ofPortal(
  'salesByProductDetailInfo',
  'Products of a portal',
  Products,
)
export const salesByLocationDetailInfo = ofView('salesByLocationDetailInfo', 'Sales by location', Location)
export const salesByLocationDetailInfoOfPortal = ofPortal(
  'salesByLocationDetailInfo',
  'Sales of a portal by location',
  Location,
)

/** What a filter may be set to: only what the actor may see. */
export const FilterOptions = z.object({
  labels: z.array(z.object({ id: z.string(), name: z.string() })),
  portals: z.array(z.object({ id: z.string(), name: z.string(), accountId: z.string() })),
  products: z.array(z.object({ id: z.string(), name: z.string(), portalName: z.string() })),
  countries: z.array(z.string()),
  /** Those that brought most visits; `direct` for none. */
  sources: z.array(z.string()),
})
export type FilterOptions = z.infer<typeof FilterOptions>

const OptionsQuery = z.object({
  /** Narrows products and portals by name. */
  q: z.optional(z.string().check(z.maxLength(100))),
  /** Ids whose names are wanted whatever `q` says: the filters in use. Without `q`, only these are told. */
  chosen: many(Id),
})
export const filterOptions = operation({
  ...declare('/analytics/filterOptions', 'view', 'What the filters of analytics may be set to'),
  input: OptionsQuery,
  output: FilterOptions,
})

/** Clicks and sales in one funnel, over the whole period. */
export const Funnel = z.object({
  visits: z.number(),
  clicks: z.number(),
  orders: z.number(),
  netCents: z.number(),
  incomeCents: z.number(),
  /** Orders that carry the click which brought them. */
  attributedOrders: z.number(),
  attributedNetCents: z.number(),
  attributedIncomeCents: z.number(),
  /** What was clicked, with the orders, net sales and income that came of it. */
  rows: z.array(Row),
  /** Products by how often they were opened, a size or colour was chosen, and a shop was gone to (`clicks`); and their orders. */
  products: z.array(Row),
  campaigns: z.array(Row),
})
export type Funnel = z.infer<typeof Funnel>
export const salesFunnel = operation({
  ...declare('/analytics/salesFunnel', 'view', 'From visit to click to sale'),
  input: Period,
  output: Funnel,
})
export const salesFunnelOfPortal = operation({
  ...declare('/analytics/salesFunnel/{portalId}', 'portal', 'From visit to click to sale, of a portal'),
  input: z.extend(Period, PortalId.shape),
  output: Funnel,
})

const exportNames = [
  'netSalesDetailInfo',
  'albumsSoldDetailInfo',
  'ordersSoldDetailInfo',
  'incomeDetailInfo',
  'visitsDetailInfo',
  'trafficDetailInfo',
  'salesByPortalDetailInfo',
  'salesByProductDetailInfo',
  'salesByLocationDetailInfo',
] as const
export type ExportName = (typeof exportNames)[number]

/** Every filter of any page: of these the named one's own count, as in its call. */
const ExportQuery = periodAnd({
  ...SalesFilters.shape,
  ...SourceFilter,
  by: z.optional(z.enum([...locations, ...trafficGroups])),
  name: z.enum(exportNames),
  format: z.enum(['csv', 'xlsx']),
  /** Language of headings and figures in the file; the caller's own unless told. */
  locale: z.optional(z.enum(['es', 'en'])),
})

export const exportDetail = fileOperation({
  ...declare('/analytics/export/{name}', 'view', 'What a detail page shows, all of its rows, as CSV or XLSX'),
  input: ExportQuery,
})
export const exportDetailOfPortal = fileOperation({
  ...declare('/analytics/export/{name}/{portalId}', 'portal', 'The same for one portal'),
  input: z.extend(ExportQuery, PortalId.shape),
})
