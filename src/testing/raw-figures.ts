import type { Measure } from '#features/analytics/contract.ts'
import type { Database } from '#platform/db.ts'

/**
 * Figures of analytics by another way than the program's: plain SQL over every raw fact, without rollups, without its
 * reading of filters and periods. Text is put into the queries as it is: for tests only.
 */

type Filters = Record<string, string[]>
const zone = "at time zone 'Europe/Madrid'"
const list = (values: string[]) => values.map((value) => `'${value}'`).join(', ')
const day = (column: string, [f, t]: [string, string]) =>
  `(${column} ${zone})::date between '${f}'::date and '${t}'::date`

function whose(filters: Filters): string {
  return [
    filters.portals ? `o.id in (${list(filters.portals)})` : 'true',
    filters.labels ? `o.account_id in (${list(filters.labels)})` : 'true',
    filters.portalTypes
      ? `(case when o.master then a.type else 'simple' end) in (${list(filters.portalTypes)})`
      : 'true',
  ].join(' and ')
}

function what(filters: Filters): string {
  const category = `coalesce(l.category, 'unmapped')`
  const good = 'coalesce(l.product_id, l.sku_id)'
  const narrow = [
    ...(filters.categories ? [`${category} in (${list(filters.categories)})`] : []),
    ...(filters.products ? [`${good} in (${list(filters.products)})`] : []),
  ]
  const added = filters.addedCategories ? `${category} in (${list(filters.addedCategories)})` : undefined
  const wanted =
    narrow.length > 0 ? `((${narrow.join(' and ')})${added ? ` or ${added}` : ''})` : (added ?? 'true')
  const not = filters.excludedProducts ? ` and ${good} not in (${list(filters.excludedProducts)})` : ''
  return wanted + not
}

const lines = (span: [string, string], reach: string, filters: Filters) => `from order_line l
  join "order" r on r.portal_id = l.portal_id and r.id = l.order_id
  join portal o on o.id = l.portal_id join account a on a.id = o.account_id
  where ${reach} and ${whose(filters)} and ${what(filters)} and ${day('l.at', span)}
    ${filters.countries ? `and r.country in (${list(filters.countries)})` : ''}`

/** Orders of which at least one sale is wanted. */
const ofChosen = (filters: Filters) => `exists (select from order_line m where m.portal_id = l.portal_id
  and m.order_id = l.order_id and m.kind = 'sale' and ${what(filters).replaceAll('l.', 'm.')})`

const cents = (micros: unknown) => {
  const value = BigInt(String(micros ?? 0))
  const sign = value < 0n ? -1n : 1n
  return Number(((value * sign + 5_000n) / 10_000n) * sign)
}

/** Every measure of a period. */
export async function rawFigures(
  database: Database,
  span: [string, string],
  reach: string,
  filters: Filters,
  albums = false,
): Promise<Record<Measure, number | null>> {
  const sold = albums ? { ...filters, categories: ['album'] } : filters
  const { categories: _c, addedCategories: _a, products: _p, excludedProducts: _e, ...soldAnywhere } = sold
  const [s] = await database.query<Record<string, string>>(
    `select (select coalesce(sum(l.orders), 0)::text ${lines(span, reach, soldAnywhere)} and ${ofChosen(sold)}) as orders, coalesce(sum(l.units), 0)::text as units,
      coalesce(sum(l.units) filter (where l.category = 'album'), 0)::text as albums,
      coalesce(sum(l.gross_micros), 0)::text as gross, coalesce(sum(l.discounts_micros), 0)::text as discounts,
      coalesce(sum(l.refunds_micros), 0)::text as refunds, coalesce(sum(l.net_micros), 0)::text as net,
      coalesce(sum(l.income_micros), 0)::text as income ${lines(span, reach, sold)}`,
  )
  const [v] = await database.query<Record<string, string>>(
    `select count(*) filter (where v.opens_visit)::text as visits, count(*) filter (where v.first_of_day)::text as visitors,
      count(*) filter (where v.kind = 'click')::text as clicks
     from page_view v join portal o on o.id = v.portal_id join account a on a.id = o.account_id
     where ${reach} and ${whose(filters)} and ${day('v.at', span)}
       ${filters.countries ? `and v.country in (${list(filters.countries)})` : ''}`,
  )
  return figures(s, v)
}

function figures(
  s: Record<string, string> | undefined,
  v: Record<string, string> | undefined,
): Record<Measure, number | null> {
  const orders = Number(s?.orders ?? 0)
  const visits = Number(v?.visits ?? 0)
  return {
    orders,
    units: Number(s?.units ?? 0),
    albums: Number(s?.albums ?? 0),
    grossCents: cents(s?.gross),
    discountsCents: cents(s?.discounts),
    refundsCents: cents(s?.refunds),
    netCents: cents(s?.net),
    incomeCents: cents(s?.income),
    averageOrderCents: orders === 0 ? null : cents(Math.round(Number(s?.net) / orders)),
    visits,
    visitors: Number(v?.visitors ?? 0),
    clicks: Number(v?.clicks ?? 0),
    conversion: visits === 0 ? null : orders / visits,
  }
}

const keys: Record<string, string> = {
  product: 'coalesce(l.product_id, l.sku_id)::text',
  portal: 'l.portal_id::text',
  country: `coalesce(r.country, '')`,
  province: `coalesce(r.province, '')`,
  city: `coalesce(coalesce(r.province, r.country) || '/' || r.city, '')`,
}

const visitKeys: Record<string, string> = {
  portal: 'v.portal_id::text',
  country: `coalesce(v.country, '')`,
  province: `coalesce(v.province, '')`,
  city: `coalesce(coalesce(v.province, v.country) || '/' || v.city, '')`,
  link: 'v.link_id::text',
}
const bucketFormats: Record<string, string> = {
  time: 'YYYY-MM-DD"T"HH24',
  day: 'YYYY-MM-DD',
  month: 'YYYY-MM',
  year: 'YYYY',
}

/**
 * Every measure by product, portal, place, bucket (`time`, `day`, `month`, `year`) or a dimension of visits: all keys
 * that have any fact.
 */
export async function rawTable(
  database: Database,
  key: string,
  span: [string, string],
  reach: string,
  albums = false,
): Promise<Map<string, Record<Measure, number | null>>> {
  const format = bucketFormats[key]
  const bucket = (at: string) => `to_char(${at} ${zone}, '${format}')`
  const sale = format ? bucket('l.at') : keys[key]
  const visit = format
    ? bucket('v.at')
    : key === 'product'
      ? undefined
      : (visitKeys[key] ?? `coalesce(v.${key}, '')`)
  const sold = sale
    ? await database.query<Record<string, string>>(
        `select ${sale} as key, sum(l.orders)::text as orders, sum(l.units)::text as units,
          coalesce(sum(l.units) filter (where l.category = 'album'), 0)::text as albums, sum(l.gross_micros)::text as gross,
          sum(l.discounts_micros)::text as discounts, sum(l.refunds_micros)::text as refunds, sum(l.net_micros)::text as net,
          sum(l.income_micros)::text as income
         ${lines(span, reach, albums ? { categories: ['album'] } : {})} group by 1`,
      )
    : []
  const seen = visit
    ? await database.query<Record<string, string>>(
        `select ${visit} as key, count(*) filter (where v.opens_visit)::text as visits,
          count(*) filter (where v.first_of_day)::text as visitors, count(*) filter (where v.kind = 'click')::text as clicks
         from page_view v join portal o on o.id = v.portal_id join account a on a.id = o.account_id
         where ${reach} and ${day('v.at', span)} group by 1`,
      )
    : []
  const saleOf = new Map(sold.map((row) => [String(row.key ?? ''), row]))
  const visitOf = new Map(seen.map((row) => [String(row.key ?? ''), row]))
  return new Map(
    [...new Set([...saleOf.keys(), ...visitOf.keys()])].map((each) => [
      each,
      figures(saleOf.get(each), visitOf.get(each)),
    ]),
  )
}
