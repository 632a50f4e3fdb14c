import * as z from 'zod/mini'
import { chartGroupings } from '#platform/constants.ts'
import { operation } from '#platform/operation.ts'
import { needed, PortalId } from '#platform/shapes.ts'

/**
 * Figures of a period. Money in integer cents of EUR; `averageOrderCents` = net / orders and `conversion` =
 * orders / visits (a ratio, 0.031 is 3.1 %) are null where the divisor is 0. `visitors` are daily visitors,
 * summed over days; `clicks` go out through a portal's counted links. A call answers the measures that apply to it.
 */
export const measures = [
  'grossCents',
  'discountsCents',
  'refundsCents',
  'netCents',
  'incomeCents',
  'orders',
  'units',
  'albums',
  'averageOrderCents',
  'visits',
  'visitors',
  'conversion',
  'clicks',
] as const
export type Measure = (typeof measures)[number]

export type Grouping = (typeof chartGroupings)[number]

const Figure = z.nullable(z.number())
/** Measure → figure; null where it cannot be told (a ratio over nothing). */
export const Figures = z.partialRecord(z.enum(measures), Figure)
export type Figures = z.infer<typeof Figures>

/**
 * One bucket of a series. `t` is `yyyy-MM-ddTHH:mm+02:00` (grouping time), `yyyy-MM-dd`, `yyyy-MM` or `yyyy`, in
 * Europe/Madrid. `value` is the call's main measure, `values` all of its measures; `previous` and `previousValues`
 * are those of the bucket at the same place in the period before, of hours by the clock; null where that period has none.
 */
export const Point = z.object({
  t: z.string(),
  value: Figure,
  previous: Figure,
  values: Figures,
  previousValues: z.nullable(Figures),
})
export type Point = z.infer<typeof Point>

/** What a column of `rows` holds; `share` and `percent` are ratios (0.25 is 25 %). */
export const Column = z.object({
  key: z.string(),
  kind: z.enum(['text', 'money', 'count', 'percent']),
})
export type Column = z.infer<typeof Column>

/** One line of the answer's table: `id` and `name` and then the cells that `columns` names. */
export const Row = z.catchall(
  z.object({ id: z.string(), name: z.string() }),
  z.nullable(z.union([z.string(), z.number(), z.boolean()])),
)
export type Row = z.infer<typeof Row>

/** Which days an answer is of, with which it is compared, in which zone and currency. */
export const Meta = z.object({
  from: z.string(),
  to: z.string(),
  previousFrom: z.string(),
  previousTo: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  grouping: z.enum(chartGroupings),
  /** True when the period reaches into today or later: its last bucket is not finished. */
  partial: z.boolean(),
  generatedAt: z.string(),
})

/** The answer of every analytics call. */
export const Answer = z.object({
  meta: Meta,
  totals: Figures,
  previous: Figures,
  /** Change against the period before in per cent (12.5 is +12.5 %); null where the figure before is 0 or unknown. */
  deltaPct: Figures,
  series: z.array(Point),
  rows: z.array(Row),
  columns: z.array(Column),
})
export type Answer = z.infer<typeof Answer>

/** First and last day; without one of them the answer is the specification's own: 400 `analytics.datesRequired`. */
export const Period = z.object({
  /** First day, `yyyy-MM-dd` in Europe/Madrid, included. */
  f: needed(z.optional(z.string())),
  /** Last day, included. */
  t: needed(z.optional(z.string())),
})
export type Period = z.infer<typeof Period>

/** What a period can be held against. */
export const comparisons = ['previous', 'year'] as const
export type Comparison = (typeof comparisons)[number]
/** A period beside another one. */
export const Compared = z.extend(Period, {
  /** With the days before (whole months: as many months before), or the same days or months of the year before. */
  compare: z.optional(z.enum(comparisons)),
})
export type Compared = z.infer<typeof Compared>

const PortalPeriod = z.extend(PortalId, Compared.shape)

/** One call of the overview: for the whole view of the actor (label, current portal, all for staff). */
const ofView = (name: string, summary: string) =>
  operation({
    method: 'GET',
    path: `/analytics/${name}`,
    access: 'analytics.viewanalytics',
    scope: 'view',
    tag: 'analytics',
    summary,
    input: Compared,
    output: Answer,
  })

/** The same call for one portal, named in the path. */
const ofPortal = (name: string, summary: string) =>
  operation({
    method: 'GET',
    path: `/analytics/${name}/{portalId}`,
    access: 'analytics.viewanalytics',
    scope: 'portal',
    tag: 'analytics',
    summary,
    input: PortalPeriod,
    output: Answer,
  })

const ofStaff = (name: string, summary: string) =>
  operation({
    method: 'GET',
    path: `/analytics/${name}`,
    access: { staff: 'analytics.viewanalytics' },
    scope: 'view',
    tag: 'analytics',
    summary,
    input: Compared,
    output: Answer,
  })

export const highlights = ofView('highlights', 'All measures of a period, each with its series')
export const highlightsOfPortal = ofPortal('highlights', 'All measures of a portal in a period')
export const portalSalesInfo = ofView('portalSalesInfo', 'Sales series and top products')
export const portalSalesInfoOfPortal = ofPortal(
  'portalSalesInfo',
  'Sales series and top products of a portal',
)
export const portalVisitsInfo = ofView('portalVisitsInfo', 'Visits series and top sources')
export const portalVisitsInfoOfPortal = ofPortal(
  'portalVisitsInfo',
  'Visits series and top sources of a portal',
)
export const staffAlbumsInfo = ofStaff('staffAlbumsInfo', 'Albums sold over all portals, by portal')
export const staffSalesInfo = ofStaff('staffSalesInfo', 'Sales over all portals, by portal')
export const staffVisitsInfo = ofStaff('staffVisitsInfo', 'Visits over all portals, by portal')
