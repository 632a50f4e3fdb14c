import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Base } from '#features/analytics/server/base.ts'
import { clickhouseStore } from '#features/analytics/server/clickhouse-store.ts'
import { type Asking, detail } from '#features/analytics/server/detail.ts'
import type { DetailPageName } from '#features/analytics/server/detail-pages.ts'
import { highlights, salesInfo, staffInfo, visitsInfo } from '#features/analytics/server/overview.ts'
import { readPeriod } from '#features/analytics/server/period.ts'
import { postgresStore } from '#features/analytics/server/postgres-store.ts'
import { wholeSelection } from '#features/analytics/server/selection.ts'
import { everything } from '#features/rollups/server/dimensions.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import { asService, type Database, rows, type Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formatDay } from '#platform/time.ts'

export interface Call {
  name: string
  /** Who asks it, if not everybody. */
  of?: 'staff'
  /** Which facts tell it. */
  facts: 'sales' | 'visits'
  /** Milliseconds that the issue allows at p95. */
  limitMs: number
  run: (asking: Asking, days: { f: string; t: string }) => Promise<unknown>
  /** The same question asked of raw rows with their indexes. */
  raw: (base: Base, from: Date, until: Date) => SQL
}

const overview =
  (answer: typeof highlights) =>
  async ({ tx, store, now, locale, base }: Asking, days: { f: string; t: string }) =>
    answer({ tx, store, locale, question: readPeriod(days, now), selection: await wholeSelection(tx, base) })
const staffOverview =
  (subject: Parameters<typeof staffInfo>[1]) =>
  async ({ tx, store, now, locale, base }: Asking, days: { f: string; t: string }) =>
    staffInfo(
      { tx, store, locale, question: readPeriod(days, now), selection: await wholeSelection(tx, base) },
      subject,
    )
const page =
  (name: DetailPageName, more: Record<string, unknown> = {}) =>
  (asking: Asking, days: { f: string; t: string }) =>
    detail(asking, name, { ...days, ...more })

const reach = (base: Base, column: string) =>
  base === 'everything'
    ? sql`true`
    : 'accountId' in base
      ? sql`${sql.raw(column)} in (select id from portal where account_id = ${base.accountId})`
      : sql`${sql.raw(column)} = ${base.portalId}`
const lines = (base: Base, from: Date, until: Date) =>
  sql`order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
    where ${reach(base, 'l.portal_id')} and l.at >= ${from.toISOString()}::timestamptz and l.at < ${until.toISOString()}::timestamptz`
const views = (base: Base, from: Date, until: Date) =>
  sql`page_view v where ${reach(base, 'v.portal_id')} and v.at >= ${from.toISOString()}::timestamptz and v.at < ${until.toISOString()}::timestamptz`
const salesBy = (key: string) => (base: Base, from: Date, until: Date) =>
  sql`select ${sql.raw(key)} as key, sum(l.net_micros), sum(l.units) from ${lines(base, from, until)} group by 1 order by 2 desc limit 50`
const visitsBy = (key: string) => (base: Base, from: Date, until: Date) =>
  sql`select ${sql.raw(key)} as key, count(*) from ${views(base, from, until)} group by 1 order by 2 desc limit 50`
/** The product that whoever asks has sold most of, where it is known. */
export const soldMost = new Map<Base, string>()
async function productOf(tx: Tx, base: Base): Promise<string> {
  const known = soldMost.get(base)
  if (known) return known
  const [found] = await rows<{ id: string }>(
    tx,
    sql`select m.product_id as id from sku_total d join sku_mapping m on m.id = d.sku_id
      where d.country = '' and d.grain = 'year' and ${reach(base, 'd.portal_id')} group by 1 order by sum(d.units) desc limit 1`,
  )
  soldMost.set(base, found?.id ?? '')
  return found?.id ?? ''
}
const byDay = `date_trunc('day', l.at, 'Europe/Madrid')`

export const calls: Call[] = [
  { name: 'highlights', facts: 'sales', limitMs: 50, run: overview(highlights), raw: salesBy(byDay) },
  { name: 'portalSalesInfo', facts: 'sales', limitMs: 50, run: overview(salesInfo), raw: salesBy(byDay) },
  {
    name: 'portalVisitsInfo',
    facts: 'visits',
    limitMs: 50,
    run: overview(visitsInfo),
    raw: visitsBy(`date_trunc('day', v.at, 'Europe/Madrid')`),
  },
  {
    name: 'staffSalesInfo',
    of: 'staff',
    facts: 'sales',
    limitMs: 50,
    run: staffOverview('sales'),
    raw: salesBy('l.portal_id'),
  },
  {
    name: 'staffAlbumsInfo',
    of: 'staff',
    facts: 'sales',
    limitMs: 50,
    run: staffOverview('albums'),
    raw: salesBy('l.portal_id'),
  },
  {
    name: 'staffVisitsInfo',
    of: 'staff',
    facts: 'visits',
    limitMs: 50,
    run: staffOverview('visits'),
    raw: visitsBy('v.portal_id'),
  },
  { name: 'netSales', facts: 'sales', limitMs: 50, run: page('netSales'), raw: salesBy(byDay) },
  { name: 'orders', facts: 'sales', limitMs: 50, run: page('ordersSold'), raw: salesBy(byDay) },
  { name: 'income', facts: 'sales', limitMs: 50, run: page('income'), raw: salesBy(byDay) },
  {
    name: 'visits',
    facts: 'visits',
    limitMs: 50,
    run: page('visits'),
    raw: visitsBy(`date_trunc('day', v.at, 'Europe/Madrid')`),
  },
  {
    name: 'traffic by source',
    facts: 'visits',
    limitMs: 250,
    run: page('traffic', { by: 'source' }),
    raw: visitsBy('v.source'),
  },
  {
    name: 'by portal',
    facts: 'sales',
    limitMs: 250,
    run: page('salesByPortal'),
    raw: salesBy('l.portal_id'),
  },
  { name: 'by product', facts: 'sales', limitMs: 250, run: page('salesByProduct'), raw: salesBy('l.sku_id') },
  { name: 'albums', facts: 'sales', limitMs: 250, run: page('albumsSold'), raw: salesBy('l.sku_id') },
  {
    name: 'by country',
    facts: 'sales',
    limitMs: 250,
    run: page('salesByLocation'),
    raw: salesBy('o.country'),
  },
  {
    name: 'by city',
    facts: 'sales',
    limitMs: 250,
    run: page('salesByLocation', { by: 'cities' }),
    raw: salesBy('o.city'),
  },
  {
    name: 'net sales, one country',
    facts: 'sales',
    limitMs: 250,
    run: page('netSales', { countries: 'ES' }),
    raw: salesBy(byDay),
  },
  {
    name: 'net sales, one category',
    facts: 'sales',
    limitMs: 250,
    run: page('netSales', { categories: 'album' }),
    raw: salesBy(byDay),
  },
  {
    name: 'net sales, one product',
    facts: 'sales',
    limitMs: 250,
    run: async (asking, days) =>
      detail(asking, 'netSales', { ...days, products: await productOf(asking.tx, asking.base) }),
    raw: salesBy(byDay),
  },
  {
    name: 'orders, without one product',
    facts: 'sales',
    limitMs: 250,
    run: async (asking, days) =>
      detail(asking, 'ordersSold', { ...days, excludedProducts: await productOf(asking.tx, asking.base) }),
    raw: salesBy(byDay),
  },
  {
    name: 'by country, without one product',
    facts: 'sales',
    limitMs: 250,
    run: async (asking, days) =>
      detail(asking, 'salesByLocation', {
        ...days,
        excludedProducts: await productOf(asking.tx, asking.base),
      }),
    raw: salesBy('o.country'),
  },
  {
    name: 'net sales, one account type',
    of: 'staff',
    facts: 'sales',
    limitMs: 250,
    run: page('netSales', { portalTypes: 'simple' }),
    raw: salesBy(byDay),
  },
  {
    name: 'traffic, one account type',
    of: 'staff',
    facts: 'visits',
    limitMs: 250,
    run: page('traffic', { portalTypes: 'simple' }),
    raw: visitsBy('v.channel'),
  },
  {
    name: 'by city, one account type',
    of: 'staff',
    facts: 'sales',
    limitMs: 250,
    run: page('salesByLocation', { by: 'cities', portalTypes: 'simple' }),
    raw: salesBy('o.city'),
  },
  {
    name: 'by product, one account type',
    of: 'staff',
    facts: 'sales',
    limitMs: 250,
    run: page('salesByProduct', { portalTypes: 'simple' }),
    raw: salesBy('l.sku_id'),
  },
  {
    name: 'by product, one country',
    facts: 'sales',
    limitMs: 250,
    run: page('salesByProduct', { countries: 'ES' }),
    raw: salesBy('l.sku_id'),
  },
  {
    name: 'by city, one category',
    facts: 'sales',
    limitMs: 250,
    run: page('salesByLocation', { by: 'cities', categories: 'album' }),
    raw: salesBy('o.city'),
  },
  {
    name: 'traffic, one country',
    facts: 'visits',
    limitMs: 250,
    run: page('traffic', { countries: 'ES' }),
    raw: visitsBy('v.channel'),
  },
]

export const spans = { '24 h': 1, '30 d': 30, '3 y': 1095 } as const

/** What a database holds: `last` is the last whole day of its history, as days since 1970. */
export interface History {
  last: number
  days: number
  lines: number
  visits: number
}

export async function historyOf(database: Database): Promise<History> {
  const [row] = await database.query<Record<keyof History, number>>(
    `select least(s.last, v.last)::int as last, (least(s.last, v.last) - greatest(s.first, v.first) + 1)::int as days,
      (select count(*)::int from order_line) as lines, v.visits::int as visits from
      (select max(t at time zone 'Europe/Madrid')::date - 1 - date '1970-01-01' as last, min(t at time zone 'Europe/Madrid')::date - date '1970-01-01' as first
        from sales_total where scope_id = '${everything}' and grain = 'day') s,
      (select max(t at time zone 'Europe/Madrid')::date - 1 - date '1970-01-01' as last, min(t at time zone 'Europe/Madrid')::date - date '1970-01-01' as first,
        sum(visits) as visits from visits_total where scope_id = '${everything}' and grain = 'day') v`,
  )
  if (!row) throw new Error('A database without a history')
  return row
}

/** Who is asked: the store of PostgreSQL, ClickHouse, or raw rows. */
export type Asked = 'postgres' | 'raw' | ClickHouse

/** Who takes seconds is asked fewer times: a dozen of them say as much as twenty. */
const mostMs = 15_000

/** Milliseconds of `times` calls over random windows of a length that lie within the history. */
export async function timesOf(
  database: Database,
  call: Call,
  base: Base,
  wanted: number,
  history: History,
  times: number,
  asked: Asked,
): Promise<number[]> {
  const length = Math.min(wanted, history.days)
  const found: number[] = []
  const until = performance.now() + mostMs
  for (let n = 0; n < times && (performance.now() < until || n === 0); n++) {
    const last = history.last - Math.floor((history.days - length) * ((n * 0.618) % 1))
    const days = { f: formatDay(last - length + 1), t: formatDay(last) }
    found.push(
      await database.transaction(asService('trial'), async (tx) => {
        const started = process.hrtime.bigint()
        if (asked === 'raw') {
          const from = new Date((last - length + 1) * 86_400_000)
          await rows(tx, call.raw(base, from, new Date((last + 1) * 86_400_000)))
        } else {
          const store = asked === 'postgres' ? postgresStore : clickhouseStore(tx, asked)
          await call.run({ tx, store, now: new Date(), locale: 'es', base }, days).catch(unlessAway)
        }
        return Number(process.hrtime.bigint() - started) / 1e6
      }),
    )
  }
  return found.sort((a, b) => a - b)
}

/** Who takes two seconds is given up, and asked no more for three: a figure beyond every limit, and no reason to end. */
async function unlessAway(error: unknown): Promise<void> {
  if (!(error instanceof AppError && error.code === 'analytics.storeAway')) throw error
  await sleep(3_000)
}
