import type { Bulk } from '#platform/bulk.ts'
import { inBulk } from '#platform/bulk.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'

/** The scope of everything, for staff. */
export const everything = '00000000-0000-0000-0000-000000000000'

/** Rollup column → what adds it up over facts. */
type Measures = Record<string, string>

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
 * `scopes`: a SKU or a link belongs to one portal, so a label's rows would only repeat the portal's. `sparse`: most facts
 * have no value, and those that have none get no row.
 */
interface Dimension {
  name: string
  value: string
  scopes: 'all' | 'portal' | 'above'
  sparse?: true
}

const salesDimensions: Dimension[] = [
  { name: 'sku', value: 'f.sku_id::text', scopes: 'portal' },
  { name: 'portal', value: 'f.portal_id::text', scopes: 'above' },
  { name: 'category', value: `coalesce(f.category, '')`, scopes: 'all' },
  { name: 'country', value: `coalesce(o.country, '')`, scopes: 'all' },
  { name: 'province', value: `coalesce(o.province, '')`, scopes: 'all' },
  { name: 'city', value: `coalesce(coalesce(o.province, o.country) || '/' || o.city, '')`, scopes: 'all' },
  { name: 'source', value: 'o.source', scopes: 'all' },
  { name: 'campaign', value: `coalesce(o.campaign, '')`, scopes: 'all' },
]

const inCountry = (column: string) => `coalesce(f.country, '??') || '|' || coalesce(${column}, '')`

const visitsDimensions: Dimension[] = [
  { name: 'link', value: `coalesce(f.link_id::text, '')`, scopes: 'portal', sparse: true },
  { name: 'portal', value: 'f.portal_id::text', scopes: 'above' },
  { name: 'source', value: `coalesce(f.source, '')`, scopes: 'all' },
  { name: 'medium', value: `coalesce(f.medium, '')`, scopes: 'all', sparse: true },
  { name: 'campaign', value: `coalesce(f.campaign, '')`, scopes: 'all', sparse: true },
  { name: 'referrer', value: `coalesce(f.referrer, '')`, scopes: 'all' },
  { name: 'channel', value: 'f.channel', scopes: 'all' },
  { name: 'country', value: `coalesce(f.country, '')`, scopes: 'all' },
  { name: 'province', value: `coalesce(f.province, '')`, scopes: 'all' },
  { name: 'city', value: `coalesce(coalesce(f.province, f.country) || '/' || f.city, '')`, scopes: 'all' },
  { name: 'device', value: 'f.device', scopes: 'all' },
  { name: 'browser', value: 'f.browser', scopes: 'all' },
  // The same within countries, "ES|direct": raw views are gone after 48 hours and cannot be asked again.
  { name: 'sourceIn', value: inCountry('f.source'), scopes: 'all' },
  { name: 'campaignIn', value: inCountry('f.campaign'), scopes: 'all', sparse: true },
  { name: 'referrerIn', value: inCountry('f.referrer'), scopes: 'all' },
  { name: 'channelIn', value: inCountry('f.channel'), scopes: 'all' },
]

const families = {
  orders: {
    totals: 'sales_total',
    dimensions: 'sales_dimension',
    measures: salesMeasures,
    of: salesDimensions,
    facts: 'order_line f',
    joined: 'join "order" o on o.portal_id = f.portal_id and o.id = f.order_id',
  },
  visits: {
    totals: 'visits_total',
    dimensions: 'visits_dimension',
    measures: visitsMeasures,
    of: visitsDimensions,
    facts: 'page_view f',
    joined: '',
  },
} as const
type Kind = keyof typeof families

const columnsOf = (measures: Measures) => Object.keys(measures).join(', ')
const summed = (measures: Measures) =>
  Object.keys(measures)
    .map((column) => `sum(${column})::bigint as ${column}`)
    .join(', ')
const added = (table: string, measures: Measures) =>
  Object.keys(measures)
    .map((column) => `${column} = ${table}.${column} + excluded.${column}`)
    .join(', ')
const aggregates = (measures: Measures) =>
  Object.entries(measures)
    .map(([column, expression]) => `coalesce(${expression}, 0)::bigint as ${column}`)
    .join(', ')
const madrid = (grain: string, moment: string) => `date_trunc('${grain}', ${moment}, '${businessTimeZone}')`

/**
 * Adds the facts of a temporary table (columns of the fact table and `account_id`) to the totals of their portals,
 * accounts and of everything, by hour, day and month.
 */
export async function addTotals(bulk: Bulk, kind: Kind, facts: string): Promise<void> {
  const { totals, measures } = families[kind]
  // Sorted by key: two writers that add to the same rows meet in the same order.
  await bulk.query(`
    insert into ${totals} (scope_id, grain, t, ${columnsOf(measures)})
    with hourly as (
      select f.portal_id, f.account_id, date_trunc('hour', f.at, 'UTC') as hour, ${aggregates(measures)}
      from ${facts} f group by 1, 2, 3)
    select s.scope_id, g.grain, g.t, ${summed(measures)} from hourly h
    cross join lateral (values (h.portal_id), (h.account_id), ('${everything}'::uuid)) s (scope_id)
    cross join lateral (values ('hour', h.hour), ('day', ${madrid('day', 'h.hour')}), ('month', ${madrid('month', 'h.hour')})) g (grain, t)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (scope_id, grain, t) do update set ${added(totals, measures)}`)
}

/** The same for dimensions, by day and month; `facts` is a table expression with the alias `f`. */
async function addDimensions(bulk: Bulk, kind: Kind, facts: string, values: unknown[]): Promise<void> {
  const { dimensions, measures, of, joined } = families[kind]
  const alone = (index: number) => of.map((_, other) => (other === index ? 0 : 1)).join('')
  const name = of
    .map(({ name }, index) => `when ${Number.parseInt(alone(index), 2)} then '${name}'`)
    .join(' ')
  const names = (wanted: Dimension['scopes']) =>
    of.filter(({ scopes }) => scopes === wanted).map(({ name }) => `'${name}'`)
  const sparse = of.filter((each) => each.sparse).map(({ name }) => `'${name}'`)
  const value = `coalesce(${of.map(({ name }) => `d_${name}`).join(', ')})`
  await bulk.query(
    `insert into ${dimensions} (scope_id, dimension, grain, t, value, ${columnsOf(measures)})
    with fact as (
      select f.*, p.account_id as owner_id, ${madrid('day', 'f.at')} as day, ${of.map((d) => `${d.value} as d_${d.name}`).join(', ')}
      from ${facts} ${joined} join portal p on p.id = f.portal_id),
    daily as (
      select f.portal_id, f.owner_id, f.day,
        case grouping(${of.map(({ name }) => `d_${name}`).join(', ')}) ${name} end as dimension, ${value} as value,
        ${aggregates(measures)}
      from fact f
      group by grouping sets (${of.map((d) => `(f.portal_id, f.owner_id, f.day, d_${d.name})`).join(', ')}))
    select s.scope_id, d.dimension, g.grain, g.t, d.value, ${summed(measures)} from daily d
    cross join lateral (values (d.portal_id, 'portal'), (d.owner_id, 'above'), ('${everything}'::uuid, 'above')) s (scope_id, level)
    cross join lateral (values ('day', d.day), ('month', ${madrid('month', 'd.day')})) g (grain, t)
    where not (s.level = 'above' and d.dimension in (${names('portal')}))
      and not (s.level = 'portal' and d.dimension in (${names('above')}))
      ${sparse.length > 0 ? `and not (d.dimension in (${sparse}) and (d.value = '' or (d.dimension like '%In' and d.value like '__|')))` : ''}
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (scope_id, dimension, grain, t, value) do update set ${added(dimensions, measures)}`,
    values,
  )
}

/**
 * Corrects what was added before. `facts` is a temporary table with the fact table's columns and `account_id`: facts as
 * they were, all measures negated, beside the same as they are now. Facts of a batch whose dimensions still wait will be
 * read as they are now, so the waiting batches are locked and left out.
 */
export async function correctRollups(bulk: Bulk, kind: Kind, facts: string): Promise<void> {
  await bulk.query('select id from fact_batch where rolled_at is null for update')
  await addTotals(bulk, kind, facts)
  const rolled = 'select from fact_batch b where b.id = f.batch_id and b.rolled_at is null'
  await addDimensions(bulk, kind, `(select * from ${facts} f where not exists (${rolled})) f`, [])
}

/** Opens a batch for facts about to be written and answers its id. */
export async function openBatch(bulk: Bulk, kind: Kind, id: string): Promise<void> {
  await bulk.query('insert into fact_batch (id, kind) values ($1, $2)', [id, kind])
}

/**
 * Adds the dimensions of every batch that waits for it, each batch exactly once, and answers how many there were.
 * Run by a job and at the end of imports; any number of processes may do so at the same time.
 */
export async function rollWaitingBatches(database: Database): Promise<number> {
  let rolled = 0
  for (;;) {
    const found = await inBulk(database, async (bulk) => {
      const batches = await bulk.query<{ id: string; kind: Kind }>(
        `select id, kind from fact_batch where rolled_at is null order by created_at limit 200 for update skip locked`,
      )
      for (const kind of ['orders', 'visits'] as const) {
        const ids = batches.filter((batch) => batch.kind === kind).map(({ id }) => id)
        if (ids.length === 0) continue
        const facts = `(select * from ${families[kind].facts} where f.batch_id = any($1::uuid[])) f`
        await addDimensions(bulk, kind, facts, [ids])
      }
      const ids = batches.map(({ id }) => id)
      if (ids.length > 0)
        await bulk.query('update fact_batch set rolled_at = clock_timestamp() where id = any($1::uuid[])', [
          ids,
        ])
      return ids.length
    })
    rolled += found
    if (found === 0) return rolled
  }
}
