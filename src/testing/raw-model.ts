import type { Measure } from '#features/analytics/contract.ts'
import type { Database } from '#platform/db.ts'

/**
 * Every figure of analytics by another way than the program's: each raw fact read once, with its day and hour of Madrid by
 * the database's own calendar, and counted here one by one. No rollups, none of the program's reading of periods and
 * filters.
 */

export type Filters = Record<string, string[]>
export type Span = [f: string, t: string]
export type Figures = Record<Measure, number | null>

export interface Fact {
  portal: string
  account: string
  type: string
  /** Hour as a moment in milliseconds, day as yyyy-MM-dd, and place in the week, all of Madrid. */
  hour: number
  day: string
  weekday: number
  ofDay: number
  country: string
  province: string
  city: string
}
export interface Line extends Fact {
  order: string
  kind: 'sale' | 'refund' | 'cancellation'
  placed: string
  click: string | null
  campaign: string
  category: string
  good: string
  orders: number
  units: number
  gross: bigint
  discounts: bigint
  refunds: bigint
  net: bigint
  income: bigint
}
export interface View extends Fact {
  visits: number
  visitors: number
  clicks: number
  channel: string
  source: string
  medium: string
  campaign: string
  referrer: string
  device: string
  browser: string
  link: string
}

/** What a group of facts comes to, before anything is rounded. */
export interface Sums {
  lines: Line[]
  /** Lines that count an order or take one off, of the orders that sold something that is wanted. */
  counted: Line[]
  views: View[]
}

const when = (at: string) => `(extract(epoch from date_trunc('hour', ${at})) * 1000)::float8 as hour,
  to_char(${at} at time zone 'Europe/Madrid', 'YYYY-MM-DD') as day,
  extract(isodow from ${at} at time zone 'Europe/Madrid')::int as weekday,
  extract(hour from ${at} at time zone 'Europe/Madrid')::int as "ofDay"`
const where = (
  of: string,
) => `coalesce(${of}.country, '') as country, coalesce(${of}.province, '') as province,
  coalesce(coalesce(${of}.province, ${of}.country) || '/' || ${of}.city, '') as city`
const whose = `o.id as portal, o.account_id as account, case when o.master then a.type else 'simple' end as type`
const amounts = ['gross', 'discounts', 'refunds', 'net', 'income'] as const

/** All raw facts until a day. */
export class RawModel {
  readonly #lines: Line[]
  readonly #views: View[]

  private constructor(lines: Line[], views: View[]) {
    this.#lines = lines
    this.#views = views
  }

  static async read(database: Database): Promise<RawModel> {
    const lines = await database.query<Record<string, string>>(
      `select ${whose}, ${when('l.at')}, ${where('r')}, r.id as order, l.kind, r.click_id as click, coalesce(r.campaign, '') as campaign,
        to_char(r.placed_at at time zone 'Europe/Madrid', 'YYYY-MM-DD') as placed,
        coalesce(l.category, 'unmapped') as category, coalesce(l.product_id, l.sku_id) as good, l.orders::int, l.units::int,
        ${amounts.map((name) => `l.${name}_micros::text as ${name}`).join(', ')}
       from order_line l join "order" r on r.portal_id = l.portal_id and r.id = l.order_id
       join portal o on o.id = l.portal_id join account a on a.id = o.account_id`,
    )
    const views = await database.query<View>(
      `select ${whose}, ${when('v.at')}, ${where('v')}, v.opens_visit::int as visits, v.first_of_day::int as visitors,
        (v.kind = 'click')::int as clicks, v.channel, coalesce(v.source, '') as source, coalesce(v.medium, '') as medium,
        coalesce(v.campaign, '') as campaign, coalesce(v.referrer, '') as referrer, v.device, v.browser,
        coalesce(v.link_id::text, '') as link
       from page_view v join portal o on o.id = v.portal_id join account a on a.id = o.account_id`,
    )
    return new RawModel(
      lines.map((line) => ({
        ...(line as unknown as Line),
        ...Object.fromEntries(amounts.map((name) => [name, BigInt(line[name] ?? 0)])),
      })),
      views,
    )
  }

  /** Every line, whenever it happened, of orders that were placed in a period. */
  ofOrdersPlaced([f, t]: Span, sees: (fact: Fact) => boolean): Line[] {
    return this.#lines.filter((line) => line.placed >= f && line.placed <= t && sees(line))
  }

  /** The facts of a period that somebody may see and that filters let through. */
  sums([f, t]: Span, sees: (fact: Fact) => boolean, filters: Filters = {}): Sums {
    const counts = (fact: Fact) =>
      fact.day >= f &&
      fact.day <= t &&
      sees(fact) &&
      has(filters.portals, fact.portal) &&
      has(filters.labels, fact.account) &&
      has(filters.portalTypes, fact.type) &&
      has(filters.countries, fact.country)
    const wanted = new Set<string>()
    for (const line of this.#lines)
      if (line.kind === 'sale' && isWanted(line, filters)) wanted.add(line.order)
    return {
      lines: this.#lines.filter((line) => counts(line) && isWanted(line, filters)),
      counted: this.#lines.filter((line) => line.orders !== 0 && counts(line) && wanted.has(line.order)),
      views: this.#views.filter(counts),
    }
  }
}

const has = (values: string[] | undefined, value: string) => !values || values.includes(value)

/** Categories and products narrow, added categories count whole beside them, excluded products never count. */
function isWanted({ category, good }: Line, filters: Filters): boolean {
  const { categories, products, addedCategories, excludedProducts } = filters
  if (excludedProducts?.includes(good)) return false
  const added = addedCategories?.includes(category) ?? false
  if (!categories && !products) return addedCategories ? added : true
  return (has(categories, category) && has(products, good)) || added
}

/** Told apart by goods, nobody knows how many visits there were. */
const byGoods = ['categories', 'addedCategories', 'products', 'excludedProducts']
export const ofGoods = (filters: Filters): boolean => byGoods.some((name) => name in filters)
const untold: Measure[] = ['visits', 'visitors', 'clicks', 'conversion']

/** Cents of millionths, half away from zero. */
export function cents(micros: bigint): number {
  const sign = micros < 0n ? -1n : 1n
  return Number(((micros * sign + 5_000n) / 10_000n) * sign)
}
const count = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((all, one) => all + of(one), 0)
export const micros = (lines: readonly Line[], name: (typeof amounts)[number]): bigint =>
  lines.reduce((all, line) => all + line[name], 0n)

/** Every measure of some facts. */
export function figures({ lines, counted, views }: Sums, filters: Filters = {}): Figures {
  const orders = count(counted, (line) => line.orders)
  const visits = count(views, (view) => view.visits)
  const net = micros(lines, 'net')
  const told: Figures = {
    orders,
    units: count(lines, (line) => line.units),
    albums: count(lines, (line) => (line.category === 'album' ? line.units : 0)),
    grossCents: cents(micros(lines, 'gross')),
    discountsCents: cents(micros(lines, 'discounts')),
    refundsCents: cents(micros(lines, 'refunds')),
    netCents: cents(net),
    incomeCents: cents(micros(lines, 'income')),
    averageOrderCents: orders === 0 ? null : cents(BigInt(Math.round(Number(net) / orders))),
    visits,
    visitors: count(views, (view) => view.visitors),
    clicks: count(views, (view) => view.clicks),
    conversion: visits === 0 ? null : orders / visits,
  }
  if (ofGoods(filters)) for (const measure of untold) told[measure] = null
  return told
}

/** Facts by a key; those whose key is undefined are left out. */
export function groups<K>(
  { lines, counted, views }: Sums,
  ofLine: ((line: Line) => K | undefined) | undefined,
  ofView: ((view: View) => K | undefined) | undefined,
): Map<K, Sums> {
  const found = new Map<K, Sums>()
  const put = (key: K | undefined, into: (sums: Sums) => void) => {
    if (key === undefined) return
    const sums = found.get(key) ?? { lines: [], counted: [], views: [] }
    into(sums)
    found.set(key, sums)
  }
  if (ofLine) for (const line of lines) put(ofLine(line), (sums) => sums.lines.push(line))
  if (ofLine) for (const line of counted) put(ofLine(line), (sums) => sums.counted.push(line))
  if (ofView) for (const view of views) put(ofView(view), (sums) => sums.views.push(view))
  return found
}

/** Change in per cent with two decimals; null where nothing was before. */
export const change = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0
    ? null
    : Math.round(((now - before) / Math.abs(before)) * 10_000) / 100
