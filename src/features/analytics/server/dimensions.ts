import { businessTimeZone } from '#platform/constants.ts'

/** The scope of everything, for staff. */
export const everything = '00000000-0000-0000-0000-000000000000'

/** Rollup column → what adds it up over facts. */
export type Measures = Record<string, string>

export const salesMeasures: Measures = {
  orders: 'sum(f.orders)',
  units: 'sum(f.units)',
  albums: `sum(f.units) filter (where f.category = 'album')`,
  gross_micros: 'sum(f.gross_micros)',
  discounts_micros: 'sum(f.discounts_micros)',
  refunds_micros: 'sum(f.refunds_micros)',
  net_micros: 'sum(f.net_micros)',
  income_micros: 'sum(f.income_micros)',
}

export const visitsMeasures: Measures = {
  visits: 'count(*) filter (where f.opens_visit)',
  visitors: 'count(*) filter (where f.first_of_day)',
  views: `count(*) filter (where f.kind = 'view')`,
  clicks: `count(*) filter (where f.kind = 'click')`,
}

/**
 * One rollup. A portal's answers come from its facts, so there is little for portals: what is asked over years and has
 * few values. `within`: one rollup for each country or category, named `skuIn ES`, so that nobody reads past the others.
 * `months`: no rows by day, whose share of a span is read from facts. `sparse`: most facts have no value, and those that
 * have none get no row.
 */
export interface Dimension {
  name: string
  value: string
  within?: string
  scope: 'portal' | 'everything'
  months?: true
  sparse?: true
}

const all = (
  name: string,
  value: string,
  more: Omit<Partial<Dimension>, 'name' | 'value' | 'scope'> = {},
): Dimension => ({
  name,
  value,
  scope: 'everything',
  ...more,
})
const local = (part: string, length: number) =>
  `lpad(extract(${part} from f.at at time zone '${businessTimeZone}')::text, ${length}, '0')`

/** Weekday (1 Monday to 7) and hour of Europe/Madrid as one text, `113`: Mondays at one. */
export const weekHour = `${local('isodow', 1)} || ${local('hour', 2)}`

const soldIn = `coalesce(o.country, '??')`
const soldAs = `coalesce(f.category, 'unmapped')`
const seenIn = `coalesce(f.country, '??')`

export const salesDimensions: Dimension[] = [
  { name: 'sku', value: 'f.sku_id::text', scope: 'portal', months: true },
  all('category', `coalesce(f.category, '')`),
  all('country', `coalesce(o.country, '')`),
  all('province', `coalesce(o.province, '')`),
  all('city', `coalesce(coalesce(o.province, o.country) || '/' || o.city, '')`, { months: true }),
  all('campaign', `coalesce(o.campaign, '')`, { sparse: true }),
  all('skuIn', 'f.sku_id::text', { within: soldIn, months: true }),
  all('portalIn', 'f.portal_id::text', { within: soldIn, months: true }),
  all('hourIn', weekHour, { within: soldIn, months: true }),
  all('hourOf', weekHour, { within: soldAs, months: true }),
  all('placeOf', `concat(o.country, '|', o.province, '|', coalesce('/' || o.city, ''))`, {
    within: soldAs,
    months: true,
  }),
]

export const visitsDimensions: Dimension[] = [
  { name: 'link', value: `coalesce(f.link_id::text, '')`, scope: 'portal', sparse: true },
  { name: 'source', value: `coalesce(f.source, '')`, scope: 'portal', months: true },
  all('source', `coalesce(f.source, '')`),
  all('medium', `coalesce(f.medium, '')`, { sparse: true }),
  all('campaign', `coalesce(f.campaign, '')`, { sparse: true }),
  all('referrer', `coalesce(f.referrer, '')`),
  all('channel', 'f.channel'),
  all('country', `coalesce(f.country, '')`),
  all('province', `coalesce(f.province, '')`),
  all('city', `coalesce(coalesce(f.province, f.country) || '/' || f.city, '')`, { months: true }),
  all('device', 'f.device'),
  all('browser', 'f.browser'),
  all('sourceIn', `coalesce(f.source, '')`, { within: seenIn }),
  all('mediumIn', `coalesce(f.medium, '')`, { within: seenIn, sparse: true }),
  all('campaignIn', `coalesce(f.campaign, '')`, { within: seenIn, sparse: true }),
  all('referrerIn', `coalesce(f.referrer, '')`, { within: seenIn }),
  all('channelIn', 'f.channel', { within: seenIn }),
  all('deviceIn', 'f.device', { within: seenIn }),
  all('browserIn', 'f.browser', { within: seenIn }),
  all('portalIn', 'f.portal_id::text', { within: seenIn, months: true }),
]
