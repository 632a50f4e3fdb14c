import { type Bulk, inBulk } from '#platform/bulk.ts'
import type { Database } from '#platform/db.ts'
import {
  type DimensionGroup,
  everyCountry,
  everything,
  type Measures,
  salesGroups,
  salesMeasures,
  visitsGroups,
  visitsMeasures,
} from './dimensions.ts'
import { putInOutbox } from './feed-facts.ts'
import { forgetMonths } from './portal-months.ts'
import {
  added,
  addGroup,
  aggregates,
  columnsOf,
  enoughMemory,
  madrid,
  summed,
  withSimple,
} from './rollup-sql.ts'
import { waitForTypes } from './type-rollups.ts'

const families = {
  orders: {
    totals: 'sales_total',
    measures: salesMeasures,
    groups: salesGroups,
    facts: 'order_line f',
    joined: 'join "order" o on o.portal_id = f.portal_id and o.id = f.order_id',
    hoursOfPortals: true,
    ofYears: true,
  },
  visits: {
    totals: 'visits_total',
    measures: visitsMeasures,
    groups: visitsGroups,
    facts: 'page_view f',
    joined: '',
    hoursOfPortals: false,
    ofYears: false,
  },
} as const
type Kind = keyof typeof families

/** Ids are hashes of what they stand for: writers agree on them without asking each other. */
const hashed = (...columns: string[]) =>
  `hashtextextended(format('${columns.map(() => '%L').join(' ')}', ${columns.join(', ')}), 0)`
export const placeId = (alias: string) => hashed(`${alias}.country`, `${alias}.province`, `${alias}.city`)
export const originId = hashed('f.source', 'f.medium', 'f.campaign', 'f.referrer', 'f.channel')

/** Sorted by id: two writers that add the same meet in the same order. */
const addPlaces = (from: string, alias: string) => `insert into fact_place (id, country, province, city)
  select * from (select distinct ${placeId(alias)} as id, ${alias}.country, ${alias}.province, ${alias}.city from ${from}) x
  where not exists (select from fact_place p where p.id = x.id) order by id on conflict do nothing`

export const addCountries = (from: string, alias: string) => `insert into fact_country (portal_id, country)
  select * from (select distinct f.portal_id, ${alias}.country from ${from} where length(${alias}.country) = 2) x
  where not exists (select from fact_country c where c.portal_id = x.portal_id and c.country = x.country)
  order by portal_id, country on conflict do nothing`

/** Adds facts as rows that are only ever added to; portals and few of them are answered from these. */
export async function addFacts(
  bulk: Bulk,
  kind: Kind,
  facts: string,
  measures: Measures = families[kind].measures,
): Promise<void> {
  if (kind === 'orders') {
    const from = `${facts} f ${families.orders.joined}`
    await bulk.query(addPlaces(from, 'o'))
    await bulk.query(addCountries(from, 'o'))
    await bulk.query(`insert into sale_fact (portal_id, t, sku_id, place_id, category, campaign, orders, units, gross_micros,
        discounts_micros, refunds_micros, net_micros, income_micros)
      select f.portal_id, date_trunc('hour', f.at, 'UTC') as t, f.sku_id, ${placeId('o')} as place, f.category, o.campaign, sum(f.orders),
        sum(f.units), sum(f.gross_micros), sum(f.discounts_micros), sum(f.refunds_micros), sum(f.net_micros), sum(f.income_micros)
      from ${from} group by 1, 2, 3, 4, 5, 6 order by t`)
    return
  }
  await bulk.query(addPlaces(`${facts} f`, 'f'))
  await bulk.query(addCountries(`${facts} f`, 'f'))
  await bulk.query(`insert into visit_origin (portal_id, id, source, medium, campaign, referrer, channel)
    select * from (select distinct f.portal_id, ${originId} as id, f.source, f.medium, f.campaign, f.referrer, f.channel from ${facts} f) x
    where not exists (select from visit_origin o where o.portal_id = x.portal_id and o.id = x.id)
    order by portal_id, id on conflict do nothing`)
  await bulk.query(`insert into visit_fact (portal_id, t, place_id, origin_id, device, browser, link_id, ${columnsOf(measures)})
    select f.portal_id, date_trunc('hour', f.at, 'UTC') as t, ${placeId('f')} as place, ${originId} as origin, f.device, f.browser,
      f.link_id, ${aggregates(measures)}
    from ${facts} f group by 1, 2, 3, 4, 5, 6, 7 order by t`)
}

/** Adds facts (a table expression with the alias `f`, places as `o`) to the totals of their SKUs, which are of one portal each. */
export const addSkus = (from: string): string =>
  // Sorted: two writers that add to the same rows meet in the same order, and what is of one time lies together.
  `insert into sku_total (portal_id, country, grain, t, sku_id, ${columnsOf(salesMeasures)})
    with monthly as (
      select f.portal_id, f.sku_id, coalesce(o.country, '??') as country, ${madrid('month', 'f.at')} as month, ${aggregates(salesMeasures)}
      from ${from} group by 1, 2, 3, 4),
    summed as (
      select m.portal_id, c.country, g.grain, g.t, m.sku_id, ${summed(salesMeasures)} from monthly m
      cross join lateral (values (m.country), ('${everyCountry}')) c (country)
      cross join lateral (values ('month', m.month), ('year', ${madrid('year', 'm.month')})) g (grain, t)
      group by 1, 2, 3, 4, 5)
    select * from summed order by grain, t, country, portal_id, sku_id
    on conflict (portal_id, country, grain, t, sku_id) do update set ${added('sku_total', salesMeasures)}`

/** Adds facts (a table expression with the alias `f`) to the totals of their portals and of everything. */
export function addSums(kind: Kind, from: string, measures: Measures = families[kind].measures): string {
  const { totals, hoursOfPortals, ofYears } = families[kind]
  const years = ofYears ? `, ('year', ${madrid('year', 'h.hour')})` : ''
  return `insert into ${totals} (scope_id, grain, t, ${columnsOf(measures)})
    with hourly as (
      select f.portal_id, date_trunc('hour', f.at, 'UTC') as hour, ${aggregates(measures)}
      from ${from} group by 1, 2),
    summed as (
      select s.scope_id, g.grain, g.t, ${summed(measures)} from hourly h
      cross join lateral (values (h.portal_id), ('${everything}'::uuid)) s (scope_id)
      cross join lateral (values ('hour', h.hour), ('day', ${madrid('day', 'h.hour')}), ('month', ${madrid('month', 'h.hour')}) ${years}) g (grain, t)
      ${hoursOfPortals ? '' : `where g.grain <> 'hour' or s.scope_id = '${everything}'`}
      group by 1, 2, 3)
    select * from summed order by grain, t, scope_id
    on conflict (scope_id, grain, t) do update set ${added(totals, measures)}`
}

/**
 * Adds the facts of a temporary table (columns of the fact table) to what portals are answered from, and to the totals
 * of their portals and of everything, by hour, day and month; sales by year too.
 */
export async function addTotals(bulk: Bulk, kind: Kind, facts: string): Promise<void> {
  await forgetMonths(bulk, kind, facts)
  await addFacts(bulk, kind, facts)
  await putInOutbox(bulk, kind, facts)
  if (kind === 'orders') await bulk.query(addSkus(`${facts} f ${families.orders.joined}`))
  await bulk.query(addSums(kind, `${facts} f`))
}

interface Adding {
  measures?: Measures
  /** Groups that are added already. */
  without?: (group: DimensionGroup) => boolean
}

/** The same for dimensions, by day, month and year; `facts` is a table expression with the alias `f`. */
export async function addDimensions(
  bulk: Bulk,
  kind: Kind,
  facts: string,
  { measures = families[kind].measures, without = () => false }: Adding = {},
): Promise<void> {
  await bulk.query(enoughMemory)
  await waitForTypes(bulk, kind)
  const { groups, joined } = families[kind]
  const from = `${facts} ${joined}`
  for (const group of groups.filter((each) => !without(each)).map(withSimple))
    await bulk.query(addGroup({ kind, from, measures, group, grains: ['day', 'month', 'year'] }))
}

/**
 * Corrects what was added before. `facts` is a temporary table with the fact table's columns: facts as they were, all
 * measures negated, beside the same as they are now. Facts of a batch whose dimensions still wait will be read as they
 * are now, so the waiting batches are locked and left out.
 */
export async function correctRollups(bulk: Bulk, kind: Kind, facts: string): Promise<void> {
  await bulk.query('select id from fact_batch where rolled_at is null for update')
  await addTotals(bulk, kind, facts)
  const rolled = 'select from fact_batch b where b.id = f.batch_id and b.rolled_at is null'
  await addDimensions(bulk, kind, `(select * from ${facts} f where not exists (${rolled})) f`)
}

/** Opens a batch for facts about to be written; false where they have been written before. */
export async function openBatch(bulk: Bulk, kind: Kind, id: string): Promise<boolean> {
  const opened = await bulk.query(
    'insert into fact_batch (id, kind) values ($1, $2) on conflict (id) do nothing returning id',
    [id, kind],
  )
  return opened.length > 0
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
        // Read once: each group of rollups goes over them.
        await bulk.query('drop table if exists waiting_fact')
        await bulk.query(
          `create temporary table waiting_fact on commit drop as select f.* from ${families[kind].facts} where f.batch_id = any($1::uuid[])`,
          [ids],
        )
        await addDimensions(bulk, kind, 'waiting_fact f')
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
