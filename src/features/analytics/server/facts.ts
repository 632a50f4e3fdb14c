import { type SQL, sql } from 'drizzle-orm'
import { businessTimeZone } from '#platform/constants.ts'
import type { Grouping } from '../contract.ts'
import { momentsOf, piecesOf, type Span } from './period.ts'
import type { Selection } from './selection.ts'

/** What facts are told apart by: nothing but time, or one dimension. */
export type Key = 'none' | 'sku' | 'portal' | 'country' | 'province' | 'city' | 'category'
/** Dimensions of visits. */
export type VisitKey =
  | 'none'
  | 'portal'
  | 'country'
  | 'province'
  | 'city'
  | 'channel'
  | 'source'
  | 'medium'
  | 'campaign'
  | 'referrer'
  | 'device'
  | 'browser'
  | 'link'

const salesColumns = [
  'orders',
  'units',
  'albums',
  'gross_micros',
  'discounts_micros',
  'refunds_micros',
  'net_micros',
  'income_micros',
]
const visitsColumns = ['visits', 'visitors', 'views', 'clicks']

// A year before 1 stands for "since ever": PostgreSQL and JavaScript write it differently.
const moment = (date: Date) =>
  sql`${date.getTime() < -62_135_596_800_000 ? '-infinity' : date.toISOString()}::timestamptz`

/** Rollup rows of a span: the grain that the series needs, or as few rows as cover it. */
function within(span: Span, grouping: Grouping | undefined, prefix = sql``): SQL {
  const pieces =
    grouping === 'time'
      ? [{ grain: 'hour', ...momentsOf(span) }]
      : grouping === 'day'
        ? [{ grain: 'day', ...momentsOf(span) }]
        : piecesOf(span)
  const parts = pieces.map(
    ({ grain, from, until }) =>
      sql`(${prefix}grain = ${grain} and ${prefix}t >= ${moment(from)} and ${prefix}t < ${moment(until)})`,
  )
  return sql`(${sql.join(parts, sql` or `)})`
}

const values = (all: readonly string[]) =>
  sql.join(
    all.map((value) => sql`${value}`),
    sql`, `,
  )

/** Places are written `ES`, `ES-B` and `ES-B/Barcelona`: all begin with their country. */
const inCountries = (column: SQL, countries: readonly string[]) =>
  sql`left(${column}, 2) in (${values(countries)})`

const isPlace = (key: string): key is 'country' | 'province' | 'city' =>
  ['country', 'province', 'city'].includes(key)

/**
 * Sales facts of a selection as a query: `key`, `t` and the measures' columns, not added up yet. Rollups wherever they
 * can tell; order lines for what crosses dimensions, and for hours of anything but everything.
 */
export function salesFacts(selection: Selection, span: Span, key: Key, grouping?: Grouping): SQL {
  const { scopes, skuScopes, portalIds, ofPortals, countries, goods } = selection
  const portalScopes = sql`scope_id in (${portalIds})`
  const hours = grouping === 'time'
  const columns = sql.raw(salesColumns.join(', '))
  const time = within(span, grouping)
  const dimension = (name: string, reach: SQL, more: SQL = sql``, as: SQL = sql`value`) =>
    sql`select ${as} as key, t, ${columns} from sales_dimension
      where dimension = ${name} and ${reach} and ${time} ${more}`
  const skus = sql`and value::uuid in (${skuIds(selection)})`
  const plain = countries.length === 0 && !goods

  if (key === 'none' && plain)
    return sql`select '' as key, t, ${columns} from sales_total where ${scopes} and ${time}`
  if (key === 'portal' && plain && ofPortals)
    return sql`select scope_id::text as key, t, ${columns} from sales_total where ${portalScopes} and ${time}`
  if (hours || (goods && (countries.length > 0 || isPlace(key) || key === 'category')))
    return orderLines(selection, span, key)
  if (goods) {
    const as = key === 'portal' ? sql`scope_id::text` : key === 'none' ? sql`''` : sql`value`
    return dimension('sku', skuScopes, skus, as)
  }
  if (countries.length > 0) {
    const some = sql`and ${inCountries(sql`value`, countries)}`
    if (key === 'none') return dimension('country', scopes, some, sql`''`)
    if (key === 'portal') return dimension('country', portalScopes, some, sql`scope_id::text`)
    return isPlace(key) ? dimension(key, scopes, some) : orderLines(selection, span, key)
  }
  return dimension(key, key === 'sku' ? skuScopes : scopes)
}

/** SKUs that a selection counts. */
const skuIds = ({ portalIds, goods }: Selection) =>
  sql`select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id
    where m.portal_id in (${portalIds}) ${goods ? sql`and ${goods}` : sql``}`

const lineKeys: Record<Key, string> = {
  none: `''`,
  sku: 'f.sku_id::text',
  portal: 'f.portal_id::text',
  category: `coalesce(f.category, '')`,
  country: `coalesce(o.country, '')`,
  province: `coalesce(o.province, '')`,
  city: `coalesce(coalesce(o.province, o.country) || '/' || o.city, '')`,
}

/** The same from order lines themselves, by hour. */
function orderLines(selection: Selection, span: Span, key: Key): SQL {
  const { portalIds, countries, goods } = selection
  const { from, until } = momentsOf(span)
  return sql`select ${sql.raw(lineKeys[key])} as key, f.at as t, f.orders, f.units,
      case when f.category = 'album' then f.units else 0 end as albums,
      f.gross_micros, f.discounts_micros, f.refunds_micros, f.net_micros, f.income_micros
    from order_line f join "order" o on o.portal_id = f.portal_id and o.id = f.order_id
    where f.portal_id in (${portalIds}) and f.at >= ${moment(from)} and f.at < ${moment(until)}
      ${countries.length > 0 ? sql`and o.country in (${values(countries)})` : sql``}
      ${goods ? sql`and f.sku_id in (${skuIds(selection)})` : sql``}`
}

/**
 * Visits of a selection, likewise. Raw views live for 48 hours only, so rows by a dimension within countries come from
 * rollups of both (`channelIn` with values `ES|direct`). Countries know days, not hours.
 */
export function visitFacts(selection: Selection, span: Span, key: VisitKey, grouping?: Grouping): SQL {
  const { scopes, skuScopes, portalIds, ofPortals, countries } = selection
  const columns = sql.raw(visitsColumns.join(', '))
  const portalScopes = sql`scope_id in (${portalIds})`
  const time = within(span, grouping)
  const from = (name: string, reach: SQL, as: SQL, more: SQL = sql``) =>
    sql`select ${as} as key, t, ${columns} from visits_dimension
      where dimension = ${name} and ${reach} and ${time} ${more}`
  if (countries.length > 0) {
    const some = sql`and ${inCountries(sql`value`, countries)}`
    if (key === 'none') return from('country', scopes, sql`''`, some)
    if (key === 'portal') return from('country', portalScopes, sql`scope_id::text`, some)
    if (isPlace(key)) return from(key, scopes, sql`value`, some)
    return from(`${key}In`, key === 'link' ? skuScopes : scopes, sql`substr(value, 4)`, some)
  }
  const total = (reach: SQL, as: SQL) =>
    sql`select ${as} as key, t, ${columns} from visits_total where ${reach} and ${time}`
  if (key === 'none') return total(scopes, sql`''`)
  if (key === 'portal' && ofPortals) return total(portalScopes, sql`scope_id::text`)
  return from(key, key === 'link' ? skuScopes : scopes, sql`value`)
}

/** Orders and net sales by weekday (1 Monday to 7) and hour of Europe/Madrid. */
export function heatFacts(selection: Selection, span: Span): SQL {
  const facts = salesFacts(selection, span, 'none', 'time')
  const local = sql`(t at time zone ${sql.raw(`'${businessTimeZone}'`)})`
  return sql`select extract(isodow from ${local})::int as weekday, extract(hour from ${local})::int as hour,
      sum(orders)::bigint as orders, sum(net_micros)::bigint as "netMicros"
    from (${facts}) f group by 1, 2 order by 1, 2`
}

export const salesSums = sql.raw(
  'sum(orders) as orders, sum(units) as units, sum(albums) as albums, sum(gross_micros) as "grossMicros", ' +
    'sum(discounts_micros) as "discountsMicros", sum(refunds_micros) as "refundsMicros", sum(net_micros) as "netMicros", ' +
    'sum(income_micros) as "incomeMicros"',
)
export const visitSums = sql.raw(
  'sum(visits) as visits, sum(visitors) as visitors, sum(views) as views, sum(clicks) as clicks',
)
