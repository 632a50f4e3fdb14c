import { businessTimeZone } from '#platform/constants.ts'

/** Facts as ClickHouse holds them: `type` is its own, `made` tells it of a fact just made, `kept` of one that is kept. */
interface FactColumn {
  name: string
  type: string
  made: string
  kept: string
}
export type FactKind = 'orders' | 'visits'

const text = (name: string, made: string, kept: string): FactColumn => ({
  name,
  type: 'LowCardinality(String)',
  made: `coalesce(${made}, '')`,
  kept: `coalesce(${kept}, '')`,
})
const places = (made: string) =>
  ['country', 'province', 'city'].map((name) => text(name, `${made}.${name}`, `p.${name}`))
/** Seconds since 1970 of the hour. */
const hour: FactColumn = {
  name: 't',
  type: `DateTime('UTC')`,
  made: `extract(epoch from date_trunc('hour', f.at, 'UTC'))::bigint`,
  // Not `extract`, whose numbers are decimal and cost a fifth of a copy.
  kept: `date_part('epoch', f.t)::bigint`,
}
const id = (name: string, expression: string): FactColumn => ({
  name,
  type: 'UUID',
  made: expression,
  kept: expression,
})
const sum = (name: string, type: string, made: string): FactColumn => ({
  name,
  type,
  made: `coalesce(${made}, 0)`,
  kept: `f.${name}`,
})
const added = (type: string, ...names: string[]) => names.map((name) => sum(name, type, `sum(f.${name})`))
const counted = (name: string, which: string) => sum(name, 'Int32', `count(*) filter (where ${which})`)

/** What facts are told apart by, then what is added up, in the order of ClickHouse's columns. */
const columns: Record<FactKind, { by: FactColumn[]; sums: FactColumn[] }> = {
  orders: {
    by: [
      id('portal_id', 'f.portal_id'),
      hour,
      id('sku_id', 'f.sku_id'),
      ...places('o'),
      text('category', 'f.category', 'f.category'),
      text('campaign', 'o.campaign', 'f.campaign'),
    ],
    sums: [
      ...added('Int32', 'orders', 'units'),
      ...added('Int64', 'gross_micros', 'discounts_micros', 'refunds_micros', 'net_micros', 'income_micros'),
    ],
  },
  visits: {
    by: [
      id('portal_id', 'f.portal_id'),
      hour,
      ...places('f'),
      ...['source', 'medium', 'campaign', 'referrer', 'channel'].map((name) =>
        text(name, `f.${name}`, `o.${name}`),
      ),
      ...['device', 'browser'].map((name) => text(name, `f.${name}`, `f.${name}`)),
      id('link_id', `coalesce(f.link_id, '00000000-0000-0000-0000-000000000000')`),
    ],
    sums: [
      counted('visits', 'f.opens_visit'),
      counted('visitors', 'f.first_of_day'),
      counted('views', `f.kind = 'view'`),
      counted('clicks', `f.kind = 'click'`),
    ],
  },
}

const all = (kind: FactKind) => [...columns[kind].by, ...columns[kind].sums]
export const factTables = { orders: 'sale_fact', visits: 'visit_fact' } as const
export const factColumns = (kind: FactKind): string[] => all(kind).map(({ name }) => name)
/** The types of the columns that are sent. */
export const factSent = (kind: FactKind): Record<string, string> =>
  Object.fromEntries(all(kind).map(({ name, type }) => [name, type]))
/**
 * What the server tells of a fact as it takes it: its day and month in Europe/Madrid, and its city beside its province or
 * country, as the database's store writes it. Columns of their own, as an index looks for a day that stands there four times
 * faster than for one that it has to make of a moment.
 */
const told = {
  day: `Date MATERIALIZED toDate(toTimeZone(t, '${businessTimeZone}'))`,
  month: 'Date MATERIALIZED toStartOfMonth(day)',
  place: `LowCardinality(String) MATERIALIZED if(city = '' OR (province = '' AND country = ''), '',
    concat(if(province = '', country, province), '/', city))`,
}
export const factTold = Object.entries(told).map(([name, type]) => `${name} ${type}`)
/** The same of a table over others, which have told it already. */
export const factToldThere = factTold.map((column) => column.replace(/ MATERIALIZED [\s\S]*/, ''))
/** Columns as a table is made with: those that are sent, and what else it has. */
export const factTypes = (kind: FactKind, more: readonly string[] = []): string =>
  [...all(kind).map(({ name, type }) => `${name} ${type}`), ...more].join(', ')
/** What facts are added up by there, what has fewest rows first; `portal_day` has those of a portal beside each other. */
const totals: Record<FactKind, Record<string, string[]>> = {
  orders: {
    day_hour: ['day', 't'],
    day_country: ['day', 'country'],
    portal_day: ['portal_id', 'day'],
    month_portal: ['portal_id', 'month'],
    month_place: ['month', 'country', 'place'],
    month_sku: ['portal_id', 'month', 'sku_id', 'category'],
    day_portal: ['day', 'portal_id'],
    day_place: ['day', 'country', 'place'],
  },
  visits: {
    day_hour: ['day', 't'],
    day_country: ['day', 'country', 'channel'],
    day_source: ['day', 'source'],
    portal_day: ['portal_id', 'day'],
    month_portal: ['portal_id', 'month'],
    month_place: ['month', 'country', 'place'],
    day_portal: ['day', 'portal_id'],
    day_place: ['day', 'country', 'place'],
  },
}
/**
 * The totals of fewest rows that tell something by these columns; undefined where facts do. `few`: of few portals, whose days
 * are read at once, and sooner than their months and the days around those.
 */
export const totalOf = (kind: FactKind, columns: readonly string[], few = false) =>
  Object.entries(totals[kind])
    .map(([name, by]) => ({ name, by }))
    .find(({ name, by }) => (few || name !== 'portal_day') && columns.every((column) => by.includes(column)))
/**
 * What ClickHouse adds up in each part of its tables, with the part, and answers from by itself: who asks for no more than
 * one of them tells does not read facts. Sums have to be written as they are asked for.
 */
export const factProjections = (kind: FactKind) => {
  const sums = columns[kind].sums.map(({ name }) => `sum(${name})`)
  const all = kind === 'orders' ? [...sums, `sumIf(units, category = 'album')`] : sums
  return Object.entries(totals[kind]).map(([name, by]) => ({
    name,
    query: `SELECT ${[...by, ...all].join(', ')} GROUP BY ${by.join(', ')}`,
  }))
}

/** Sums of a kind, for comparing both stores. */
export const factSums = (kind: FactKind): string[] => columns[kind].sums.map(({ name }) => name)

/** Facts of a temporary table of lines or views, as rows of the outbox: kind, arrays of their columns (`perRow` at most), how many. */
export const madeFacts = (kind: FactKind, facts: string, perRow: number): string => {
  const { by } = columns[kind]
  const joined = kind === 'orders' ? 'join "order" o on o.portal_id = f.portal_id and o.id = f.order_id' : ''
  return `select '${kind}', json_agg(json_build_array(${factColumns(kind)
    .map((name) => `x.${name}`)
    .join(', ')})), count(*)
    from (select g.*, (row_number() over () - 1) / ${perRow} as part from (
      select ${all(kind)
        .map(({ name, made }) => `${made} as ${name}`)
        .join(', ')}
      from ${facts} f ${joined} group by ${by.map((_, at) => at + 1).join(', ')}) g) x group by x.part`
}

/** Facts that are kept, as rows of their columns; `where` is a condition on `f`. */
export const keptRows = (kind: FactKind, where: string): string => {
  const origin =
    kind === 'visits' ? 'join visit_origin o on o.portal_id = f.portal_id and o.id = f.origin_id' : ''
  return `select ${all(kind)
    .map(({ kept }) => kept)
    .join(', ')}
    from ${factTables[kind]} f join fact_place p on p.id = f.place_id ${origin} where ${where}`
}
