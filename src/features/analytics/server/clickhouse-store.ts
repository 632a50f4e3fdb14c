import { type SQL, sql } from 'drizzle-orm'
import { type ClickHouse, listOf } from '#platform/clickhouse.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { select } from '#platform/select.ts'
import { daysWithin, idsOf, questionOf, whereOf } from './clickhouse-questions.ts'
import { orderFacts, orderFactsWithout, ordersAreTold } from './order-facts.ts'
import { type SalesColumn, type SalesKey, salesColumns } from './sales-columns.ts'
import { type Selection, withEverything } from './selection.ts'
import { listed, union } from './span-sql.ts'
import type { AnalyticsStore, CountsQuestion, SalesQuestion } from './store.ts'
import type { VisitKey } from './visit-facts.ts'

/**
 * Facts in ClickHouse, added up there and handed to the database as rows, a few for a series, tens of thousands at most for
 * the SKUs of everything. Which orders some goods are of, only the lines of orders tell: those stay in the database.
 */
export const clickhouseStore = (tx: Tx, server: ClickHouse): AnalyticsStore =>
  storeBy(tx, { ask: asker(tx, server) })

type Asks = Pick<ClickHouse, 'ask'>

/** Whose rows are there is what the database's own policies say of its transaction, not what the question names. */
const asker =
  (tx: Tx, server: ClickHouse): Asks['ask'] =>
  async (query) => {
    const [found] = server.reader ? await select(tx, reach, sql`(select 1) one`) : []
    return server.ask(query, found?.portals)
  }
const reach = {
  portals: sql<string>`case current_user when 'backline_member' then coalesce(current_setting('app.portals', true), '') else '*' end`,
}

const storeBy = (tx: Tx, clickhouse: Asks): AnalyticsStore => ({
  sales: (question) => salesOf(tx, clickhouse, question),
  visits: async ({ selection, span, key, grouping }) => {
    const from = selection.sources ? ` AND source IN ${listOf(selection.sources)}` : ''
    const some = `${sparse[key] ? ` AND ${sparse[key]}` : ''}${from}`
    const found = await clickhouse.ask(
      questionOf({ selection, span, key, grouping }, 'visit_fact', visitKeys[key], visitSums, some),
    )
    return relation(found, [
      ['key', key === 'portal' ? 'uuid' : 'text'],
      ['t', 'timestamptz'],
      ...(['visits', 'visitors', 'clicks'] as const).map((name): Typed => [name, 'float8']),
    ])
  },
  hours: async ({ selection, span }) => {
    const goods = await goodsOf(tx, selection)
    const local = `toTimeZone(t, '${businessTimeZone}')`
    const at = `toString(toDayOfWeek(${local}) * 100 + toHour(${local}))`
    const found = await clickhouse.ask(`SELECT ${at} AS told_by, sum(orders), sum(net_micros)
      FROM sale_fact WHERE ${whereOf(selection, span)}${goods} GROUP BY told_by`)
    return relation(found, [
      ['at', 'text'],
      ['orders', 'float8'],
      ['net_micros', 'float8'],
    ])
  },
  counts: (question) => countsOf(clickhouse, question),
})

async function salesOf(
  tx: Tx,
  clickhouse: Asks,
  { selection, span, key, grouping, columns = salesColumns }: SalesQuestion,
): Promise<SQL> {
  if (selection.goods && columns.includes('orders') && ordersAreTold(key)) {
    const others = columns.filter((name) => name !== 'orders')
    const { without } = selection
    const ordersOfAll = () =>
      salesOf(tx, clickhouse, {
        selection: withEverything(selection),
        ...{ span, key, grouping, columns: ['orders'] },
      })
    const orders = without
      ? orderFactsWithout(await ordersOfAll(), without, span, key, columns)
      : orderFacts(selection, span, key, columns)
    if (others.length === 0) return orders
    const told = await salesOf(tx, clickhouse, { selection, span, key, grouping, columns: others })
    const padded = sql.raw(columns.map((name) => (name === 'orders' ? '0 as orders' : name)).join(', '))
    return union([sql`select key, t, ${padded} from (${told}) l`, orders])
  }
  const goods = await goodsOf(tx, selection)
  const found = await clickhouse.ask(
    questionOf({ selection, span, key, grouping }, 'sale_fact', salesKeys[key], columns.map(sumOf), goods),
  )
  return relation(found, [
    ['key', key === 'sku' || key === 'portal' ? 'uuid' : 'text'],
    ['t', 'timestamptz'],
    ...columns.map((name): Typed => [name, 'float8']),
  ])
}

const sumOf = (name: SalesColumn) => (name === 'albums' ? `sumIf(units, category = 'album')` : `sum(${name})`)
const visitSums = ['sum(visits)', 'sum(visitors)', 'sum(clicks)']

const salesKeys: Record<SalesKey, string> = {
  none: `''`,
  sku: 'toString(sku_id)',
  portal: 'toString(portal_id)',
  campaign: 'campaign',
  country: 'country',
  province: 'province',
  city: 'place',
}
const { none, portal, country, province } = salesKeys
const visitKeys: Record<VisitKey, string> = {
  ...{ none, portal, country, province, city: 'place' },
  ...{ channel: 'channel', source: 'source', medium: 'medium', campaign: 'campaign', referrer: 'referrer' },
  ...{ device: 'device', browser: 'browser', link: 'toString(link_id)' },
}
/** Most visits have none: those are not a row. */
const sparse: Partial<Record<VisitKey, string>> = {
  medium: `medium <> ''`,
  campaign: `campaign <> ''`,
  link: `link_id <> '00000000-0000-0000-0000-000000000000'`,
}

const skus = { id: sql<string>`m.id` }

/** What counts of the goods sold; the database knows which SKUs are of which products, facts know their category. */
async function goodsOf(tx: Tx, { named, inPortals }: Selection): Promise<string> {
  if (!named) return ''
  const skusOf = async (products: readonly string[]) => {
    const found = await select(
      tx,
      skus,
      sql`sku_mapping m where ${inPortals(sql`m.portal_id`)} and coalesce(m.product_id, m.id) in ${listed(products)}`,
    )
    return idsOf(found.map(({ id }) => id))
  }
  const inCategories = (all: readonly string[]) =>
    `category IN ${listOf(all.map((name) => (name === 'unmapped' ? '' : name)))}`
  const { categories, added, products, excluded } = named
  const narrow = [
    ...(categories.length > 0 ? [inCategories(categories)] : []),
    ...(products.length > 0 ? [`sku_id IN ${await skusOf(products)}`] : []),
  ].join(' AND ')
  const more = added.length > 0 ? inCategories(added) : ''
  const counted = narrow && more ? `((${narrow}) OR ${more})` : narrow || more
  return [counted, excluded.length > 0 ? `sku_id NOT IN ${await skusOf(excluded)}` : '']
    .filter(Boolean)
    .map((condition) => ` AND ${condition}`)
    .join('')
}

async function countsOf(clickhouse: Asks, { selection, kind, starts, skus }: CountsQuestion): Promise<SQL> {
  const span = { first: starts[0] ?? 0, last: starts.at(-1) ?? 0 }
  const bounds = [...starts, span.last + 1]
  const { key, table, count, some } = {
    source: { key: 'source', table: 'visit_fact', count: 'visits', some: `source <> ''` },
    city: {
      key: 'place',
      table: 'sale_fact',
      count: 'units',
      some: `place <> ''`,
    },
    product: { key: 'toString(sku_id)', table: 'sale_fact', count: 'units', some: '1' },
  }[kind]
  const portal = kind === 'product' ? 'toString(portal_id)' : `''`
  const counts = starts.map(
    (from, at) => `sumIf(${count}, ${daysWithin('day', from, bounds[at + 1] ?? from)})`,
  )
  const only = skus ? ` AND sku_id IN ${idsOf(skus)}` : ''
  const found = await clickhouse.ask(`SELECT ${key} AS told_by, ${portal} AS told_of, ${counts.join(', ')}
    FROM ${table} WHERE ${whereOf(selection, span)} AND ${some}${only} GROUP BY told_by, told_of`)
  const rows = relation(
    found.map(([key, portal, ...c]) => [key, portal || null, `{${c.join(',')}}`]),
    [
      ['key', kind === 'product' ? 'uuid' : 'text'],
      ['portal_id', 'uuid'],
      ['c', 'text'],
    ],
  )
  return sql`select key, portal_id, c::float8[] as c from (${rows}) w`
}

type Typed = [name: string, type: 'uuid' | 'text' | 'float8' | 'timestamptz']

/** Answered rows as a table expression: one array for each column, whatever there are of them. */
function relation(found: readonly (readonly unknown[])[], columns: readonly Typed[]): SQL {
  const arrays = columns.map(([, type], at) => {
    const values = found.map((row) => cell(row[at], type))
    const as = type === 'timestamptz' ? 'float8' : type
    return sql`${`{${values.join(',')}}`}::${sql.raw(as)}[]`
  })
  const names = columns.map(([name]) => name).join(', ')
  const told = columns.map(([name, type]) =>
    type === 'timestamptz' ? `to_timestamp(u.${name}) as ${name}` : `u.${name}`,
  )
  return sql`select ${sql.raw(told.join(', '))} from unnest(${sql.join(arrays, sql`, `)}) u (${sql.raw(names)})`
}

/** A value inside a literal of an array. */
const cell = (value: unknown, type: Typed[1]): string =>
  value === null ? 'null' : type === 'text' ? `"${String(value).replace(/[\\"]/g, '\\$&')}"` : String(value)
