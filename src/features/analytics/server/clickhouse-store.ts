import { type SQL, sql } from 'drizzle-orm'
import { type ClickHouse, listOf } from '#platform/clickhouse.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { once } from '#platform/once.ts'
import { select } from '#platform/select.ts'
import { atOnce } from './clickhouse-at-once.ts'
import { daysWithin, fewIds, idsOf, quotedText, type Told, textsOf, whoseOf } from './clickhouse-questions.ts'
import { orderFacts, orderFactsWithout, ordersAreTold } from './order-facts.ts'
import { type SalesColumn, type SalesKey, salesColumns } from './sales-columns.ts'
import { type Selection, withEverything } from './selection.ts'
import { listed, union } from './span-sql.ts'
import type { AnalyticsStore, CountsQuestion, SalesQuestion, VisitsQuestion } from './store.ts'
import type { VisitKey } from './visit-facts.ts'

/**
 * Facts in ClickHouse, added up there and handed to the database as rows, a few for a series, tens of thousands at most for
 * the SKUs of everything. Which orders some goods are of, only the lines of orders tell: those stay in the database.
 */
export function clickhouseStore(tx: Tx, server: ClickHouse): AnalyticsStore {
  const reach = once(() => reachOf(tx, server))
  const ask = async (query: string) => server.ask(query, await reach())
  const goods = new Map<Selection, Promise<string>>()
  const asks: Asks = {
    ask,
    tell: atOnce(ask, server.namesTotals),
    // Whoever asks at once asks of the same: it is looked up once, and by nothing else at the same time.
    goods: (selection) => {
      const known = goods.get(selection) ?? reach().then(() => goodsOf(tx, selection))
      goods.set(selection, known)
      return known
    },
  }
  return {
    sales: (question) => salesOf(asks, question),
    visits: (question) => visitsOf(asks, question),
    hours: async ({ selection, span }) => {
      const local = `toTimeZone(t, '${businessTimeZone}')`
      const texts = await asks.tell({
        ...(await factsOf(asks, 'orders', { selection, span }, ['t'])),
        ...{ by: `toString(toDayOfWeek(${local}) * 100 + toHour(${local}))`, isText: true },
        sums: ['sum(orders)', 'sum(net_micros)'],
      })
      return relation(texts, [
        ['at', 'text'],
        ['orders', 'float8'],
        ['net_micros', 'float8'],
      ])
    },
    counts: (question) => countsOf(asks, question),
  }
}

interface Asks {
  ask: (query: string) => Promise<unknown[][]>
  tell: (told: Told) => Promise<readonly string[]>
  goods: (selection: Selection) => Promise<string>
}

/** Whose rows are there is what the database's own policies say of its transaction, not what the question names. */
async function reachOf(tx: Tx, { reader }: ClickHouse): Promise<string | undefined> {
  const [found] = reader ? await select(tx, reach, sql`(select 1) one`) : []
  return found?.portals
}
const reach = {
  portals: sql<string>`case when current_user in ('backline_member', 'backline_label')
    then concat_ws(',', nullif(current_setting('app.portals', true), ''), (select string_agg(id::text, ',') from label_portal))
    else '*' end`,
}

type Asked = Pick<SalesQuestion, 'selection' | 'span'>

const columnsOfSome = { orders: ['sku_id', 'category'], visits: ['source'] }

/** Whose facts, of which days and goods; `columns` are those that more is asked of. */
async function factsOf(
  { goods }: Asks,
  kind: Told['kind'],
  { selection, span }: Asked,
  columns: readonly string[],
) {
  const { whole, portals, countries, named, sources } = selection
  const some = kind === 'orders' ? named : sources
  return {
    ...{ kind, span, few: !whole && portals.length <= fewIds },
    where: [
      whoseOf(selection),
      ...(kind === 'orders' && named ? [await goods(selection)] : []),
      ...(kind === 'visits' && sources ? [`source IN ${listOf(sources)}`] : []),
    ].join(' AND '),
    columns: [
      ...columns,
      ...(whole ? [] : ['portal_id']),
      ...(countries.length > 0 ? ['country'] : []),
      ...(some ? columnsOfSome[kind] : []),
    ],
  }
}

const ids: ReadonlySet<string> = new Set(['sku_id', 'portal_id'])
/** What a key is told by: a column, or nothing. Over time nothing but portals are told apart. */
const keyed = (by: string, grouping: SalesQuestion['grouping']) => ({
  ...{ by, isText: !ids.has(by) },
  grouping: by && by !== 'portal_id' ? undefined : grouping,
})
const keyColumns = ({ by, grouping }: Pick<Told, 'by' | 'grouping'>): Typed[] => [
  ['key', ids.has(by) ? 'uuid' : 'text'],
  ...(grouping ? [['t', 'timestamptz'] satisfies Typed] : []),
]

async function visitsOf(asks: Asks, { selection, span, key, grouping, most }: VisitsQuestion): Promise<SQL> {
  const by = visitKeys[key]
  const facts = await factsOf(asks, 'visits', { selection, span }, by ? [by] : [])
  const of = keyed(by, grouping)
  const where = sparse[key] ? `${facts.where} AND ${sparse[key]}` : facts.where
  const best = most && { sum: 'sum(visits)', rows: most.rows }
  const texts = await asks.tell({ ...facts, ...of, where, sums: visitSums, most: best })
  return relation(texts, [
    ...keyColumns(of),
    ...(['visits', 'visitors', 'clicks'] as const).map((name): Typed => [name, 'float8']),
  ])
}

async function salesOf(
  asks: Asks,
  { selection, span, key, grouping, columns = salesColumns, most }: SalesQuestion,
): Promise<SQL> {
  if (selection.goods && columns.includes('orders') && ordersAreTold(key)) {
    const others = columns.filter((name) => name !== 'orders')
    const { without } = selection
    const ordersOfAll = () =>
      salesOf(asks, { selection: withEverything(selection), ...{ span, key, grouping, columns: ['orders'] } })
    const orders = without
      ? orderFactsWithout(await ordersOfAll(), without, span, key, columns)
      : orderFacts(selection, span, key, columns)
    if (others.length === 0) return orders
    const told = await salesOf(asks, { selection, span, key, grouping, columns: others })
    const padded = sql.raw(columns.map((name) => (name === 'orders' ? '0 as orders' : name)).join(', '))
    return union([sql`select key, t, ${padded} from (${told}) l`, orders])
  }
  const by = salesKeys[key]
  const of = keyed(by, grouping)
  const facts = await factsOf(asks, 'orders', { selection, span }, by ? [by] : [])
  const best = most && { sum: sumOf(most.of), rows: most.rows }
  const texts = await asks.tell({ ...facts, ...of, sums: columns.map(sumOf), most: best })
  return relation(texts, [...keyColumns(of), ...columns.map((name): Typed => [name, 'float8'])])
}

const sumOf = (name: SalesColumn) => (name === 'albums' ? `sumIf(units, category = 'album')` : `sum(${name})`)
const visitSums = ['sum(visits)', 'sum(visitors)', 'sum(clicks)']

/** The column that tells a key. */
const salesKeys: Record<SalesKey, string> = {
  ...{ none: '', sku: 'sku_id', portal: 'portal_id', campaign: 'campaign' },
  ...{ country: 'country', province: 'province', city: 'place' },
}
const { none, portal, country, province, city } = salesKeys
const visitKeys: Record<VisitKey, string> = {
  ...{ none, portal, country, province, city },
  ...{ channel: 'channel', source: 'source', medium: 'medium', campaign: 'campaign', referrer: 'referrer' },
  ...{ device: 'device', browser: 'browser', link: 'link_id' },
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
    .join(' AND ')
}

async function countsOf(asks: Asks, { selection, kind, starts, skus }: CountsQuestion): Promise<SQL> {
  const span = { first: starts[0] ?? 0, last: starts.at(-1) ?? 0 }
  const bounds = [...starts, span.last + 1]
  const { key, table, count, some } = {
    source: { key: 'source', table: 'visit_fact', count: 'visits', some: `source <> ''` },
    city: { key: 'place', table: 'sale_fact', count: 'units', some: `place <> ''` },
    product: { key: 'sku_id', table: 'sale_fact', count: 'units', some: '1' },
  }[kind]
  const isOfPortals = kind === 'product'
  const counts = starts.map(
    (from, at) => `toString(sumIf(${count}, ${daysWithin('day', from, bounds[at + 1] ?? from)}))`,
  )
  const only = skus ? ` AND sku_id IN ${idsOf(skus)}` : ''
  const days = daysWithin('day', span.first, span.last + 1)
  const [[texts] = []] = await asks.ask(`SELECT ${textsOf([
    isOfPortals ? 'toString(told_by)' : quotedText('told_by'),
    isOfPortals ? 'toString(told_of)' : `'null'`,
    `concat('"{', arrayStringConcat(c, ','), '}"')`,
  ])} FROM (SELECT ${key} AS told_by${isOfPortals ? ', portal_id AS told_of' : ''}, [${counts.join(', ')}] AS c
    FROM ${table} WHERE ${whoseOf(selection)} AND ${days} AND ${some}${only} GROUP BY told_by${isOfPortals ? ', told_of' : ''})`)
  const rows = relation(texts as string[], [
    ['key', isOfPortals ? 'uuid' : 'text'],
    ['portal_id', 'uuid'],
    ['c', 'text'],
  ])
  return sql`select key, portal_id, c::float8[] as c from (${rows}) w`
}

type Typed = [name: string, type: 'uuid' | 'text' | 'float8' | 'timestamptz']

/** Answered columns as a table expression, with a `t` where a store's answer has one. */
function relation(texts: readonly string[], columns: readonly Typed[]): SQL {
  const arrays = columns.map(
    ([, type], at) => sql`${`{${texts[at] ?? ''}}`}::${sql.raw(type === 'timestamptz' ? 'float8' : type)}[]`,
  )
  const names = columns.map(([name]) => name)
  const told = columns.map(([name, type]) =>
    type === 'timestamptz' ? `to_timestamp(u.${name}) as ${name}` : `u.${name}`,
  )
  const never = names.includes('key') && !names.includes('t') ? ['null::timestamptz as t'] : []
  return sql`select ${sql.raw([...told, ...never].join(', '))} from unnest(${sql.join(arrays, sql`, `)}) u (${sql.raw(names.join(', '))})`
}
