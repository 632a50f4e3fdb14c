import { businessTimeZone } from '#platform/constants.ts'

/** The scope of everything, for staff. */
export const everything = '00000000-0000-0000-0000-000000000000'

/** The scope of all simple portals, for staff who ask for one type of portals: what is not theirs is of the other. */
export const simpleScope = '00000000-0000-0000-0000-000000000001'

/** Totals of SKUs wherever they were sold. */
export const everyCountry = ''

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
 * One rollup, told from the columns of its group (`g`). A portal's answers come from its facts, so there is little for
 * portals: what is asked over years and has few values. `within`: one rollup for each country or category, named
 * `skuIn ES`, so that nobody reads past the others. `months`: no rows by day, whose share of a span is read from facts.
 * `sparse`: most facts have no value, and those that have none get no row.
 */
export interface Dimension {
  name: string
  value: string
  within?: string
  scope: 'portal' | 'everything' | 'simple'
  months?: true
  sparse?: true
}

/** Rollups that are told by the same few columns of facts (`f`, `o`): facts are added up by these first, once for all. */
export interface DimensionGroup {
  by: Record<string, string>
  of: Dimension[]
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
const named = (column: string) => `coalesce(g.${column}, '')`
const inCountry = `coalesce(g.country, '??')`
const asCategory = `coalesce(g.category, 'unmapped')`
const city = `coalesce(coalesce(g.province, g.country) || '/' || g.city, '')`
const local = (part: string, length: number) =>
  `lpad(extract(${part} from f.at at time zone '${businessTimeZone}')::text, ${length}, '0')`

/** Weekday (1 Monday to 7) and hour of Europe/Madrid as one text, `113`: Mondays at one. */
export const weekHour = `${local('isodow', 1)} || ${local('hour', 2)}`

const columns = (alias: string, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, `${alias}.${name}`]))

export const salesGroups: DimensionGroup[] = [
  {
    by: { ...columns('f', 'portal_id'), ...columns('o', 'country') },
    of: [all('portalIn', 'g.portal_id::text', { within: inCountry, months: true })],
  },
  {
    by: { ...columns('o', 'country', 'province', 'city'), ...columns('f', 'category') },
    of: [
      all('category', named('category')),
      all('country', named('country')),
      all('province', named('province')),
      all('city', city, { months: true }),
      all('placeOf', `concat(g.country, '|', g.province, '|', coalesce('/' || g.city, ''))`, {
        within: asCategory,
        months: true,
      }),
    ],
  },
  {
    by: { ...columns('f', 'category'), ...columns('o', 'country'), hour: weekHour },
    of: [
      all('hour', 'g.hour', { months: true }),
      all('hourIn', 'g.hour', { within: inCountry, months: true }),
      all('hourOf', 'g.hour', { within: asCategory, months: true }),
    ],
  },
  { by: columns('o', 'campaign'), of: [all('campaign', named('campaign'), { sparse: true })] },
]

const withinToo = (name: string, more: { sparse?: true } = {}) => [
  all(name, named(name), more),
  all(`${name}In`, named(name), { within: inCountry, ...more }),
]

export const visitsGroups: DimensionGroup[] = [
  {
    by: columns('f', 'country', 'source', 'medium', 'campaign', 'referrer', 'channel'),
    of: [
      ...withinToo('source'),
      ...withinToo('medium', { sparse: true }),
      ...withinToo('campaign', { sparse: true }),
      ...withinToo('referrer'),
      ...withinToo('channel'),
    ],
  },
  {
    by: columns('f', 'country', 'device', 'browser'),
    of: [...withinToo('device'), ...withinToo('browser')],
  },
  {
    by: columns('f', 'country', 'province', 'city'),
    of: [
      all('country', named('country')),
      all('province', named('province')),
      all('city', city, { months: true }),
    ],
  },
  {
    by: columns('f', 'portal_id', 'country'),
    of: [all('portalIn', 'g.portal_id::text', { within: inCountry, months: true })],
  },
  {
    by: columns('f', 'portal_id', 'source'),
    of: [{ name: 'source', value: named('source'), scope: 'portal', months: true }],
  },
  {
    by: columns('f', 'portal_id', 'link_id'),
    of: [{ name: 'link', value: `coalesce(g.link_id::text, '')`, scope: 'portal', sparse: true }],
  },
]

/** The same rollups for the scope of simple portals, as far as they are not within countries or categories. */
export const ofSimple = ({ by, of }: DimensionGroup): DimensionGroup => ({
  by,
  of: of.flatMap((each) =>
    each.scope === 'everything' && !each.within ? [{ ...each, scope: 'simple' as const }] : [],
  ),
})
