import { type DimensionGroup, salesGroups, visitsGroups } from '#features/rollups/server/dimensions.ts'
import { keptFacts } from '#features/rollups/server/kept-facts.ts'
import {
  addGroup,
  columnsOf,
  type dimensionTables,
  summed,
  withSimple,
} from '#features/rollups/server/rollup-sql.ts'
import { addSkus, addSums } from '#features/rollups/server/rollups.ts'
import type { Database } from '#platform/db.ts'
import { fillCatalogue, type Volume } from './analytics-data.ts'
import { addOrigins, lines, views } from './analytics-facts.ts'
import { resting } from './lists-volume.ts'
import { orderFacts } from './order-facts.ts'

type Step = [what: string, work: () => Promise<unknown>]
type Kind = keyof typeof dimensionTables

const rollups = ['sales_total', 'visits_total', 'sales_dimension', 'visits_dimension', 'sku_total']
const ofAccounts = ['account_sales_total', 'account_visits_total']
const facts = ['visit_fact', 'sale_fact', 'order_fact', 'visit_origin', 'fact_country']
const written = ['order_line', '"order"', 'page_view']

/** What one connection may take while it fills; two do. */
const room = `select set_config('work_mem', '512MB', true), set_config('hash_mem_multiplier', '2', true),
  set_config('maintenance_work_mem', '1GB', true), set_config('synchronous_commit', 'off', true)`

/**
 * Fills an empty database with a believable history: few portals, products, towns and sources have most of it (their rank
 * is a power of a uniform number, which is close to Zipf's law). A fact for each line and visit is written at once, then the
 * program's own rollups over all of them, a year at a time, while keys and triggers rest: a key that is made afterwards
 * would refuse what was added twice.
 */
export async function fillHistory(
  database: Database,
  volume: Volume,
  say: (text: string) => void,
): Promise<void> {
  const rest = (...statements: string[]) => resting(database, [room, ...statements])
  const together = (...steps: Step[]) => onBothCores(steps, say)
  await fillCatalogue(database, volume)
  await addOrigins(database)
  const tables = [...rollups, ...ofAccounts, ...facts]
  // Nobody brings these back after a crash, so nothing is logged of them while they are filled.
  for (const table of tables) await database.query(`alter table ${table} set unlogged`)
  const keys = await withoutKeys(database, [...tables, 'order_line', 'order', 'page_view'])
  const withKeys = (table: string): Step => [
    `keys of ${table}`,
    () => rest(...(keys.get(table) ?? []), `analyze ${table === 'order' ? '"order"' : table}`),
  ]
  await together(['visits', () => rest(...views(volume))], ['sales', () => rest(...lines(volume))])
  await together(
    withKeys('visit_fact'),
    ['origins', () => rest(...originsOfFacts)],
    ...['visit_origin', 'fact_country', 'sale_fact', 'order_line', 'order', 'page_view'].map(withKeys),
  )
  await together(
    ['orders by what they sold', () => rest(orderFacts('order_line'), ...(keys.get('order_fact') ?? []))],
    ...years(volume).flatMap((year) => [...rolled('visits', year, rest), ...rolled('orders', year, rest)]),
  )
  await together(
    ['totals of accounts', () => rest(ofAccount('sales'), ofAccount('visits'))],
    ...['visits_dimension', 'visits_total', 'sales_total', 'sku_total', 'sales_dimension'].map(withKeys),
  )
  await together(...ofAccounts.map(withKeys))
  if (volume.rawViews) for (const table of tables) await database.query(`alter table ${table} set logged`)
  await together(
    ...[...tables, ...written, 'fact_place', 'sku_mapping', 'product', 'portal'].map(
      (table): Step => [`${table} at rest`, () => database.query(`vacuum analyze ${table}`)],
    ),
  )
}

/** Whichever connection is free takes the next. */
async function onBothCores(steps: readonly Step[], say: (text: string) => void): Promise<void> {
  const waiting = [...steps]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const started = performance.now()
      await step[1]()
      say(`${step[0]}: ${((performance.now() - started) / 1_000).toFixed(1)} s`)
    }
  }
  await Promise.all([lane(), lane()])
}

/** Drops what would be kept in order row by row, and answers by table how to make it again: at the end that takes a fraction. */
async function withoutKeys(database: Database, tables: string[]): Promise<Map<string, string[]>> {
  const found = await database.query<{ table: string; drop: string; make: string }>(
    `select c.relname as "table",
      case when k.oid is null then format('drop index %I', i.relname) else format('alter table %I drop constraint %I', c.relname, k.conname) end as drop,
      case when k.oid is null then pg_get_indexdef(i.oid)
        else format('alter table %I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) end as make
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    left join pg_constraint k on k.conindid = i.oid and k.conrelid = c.oid and k.contype in ('p', 'u')
    where c.relname = any($1) and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint f where f.conindid = i.oid and f.contype = 'f')`,
    [tables],
  )
  for (const { drop } of found) await database.query(drop)
  const byTable = Map.groupBy(found, ({ table }) => table)
  return new Map([...byTable].map(([table, all]) => [table, all.map(({ make }) => make)]))
}

const originsOfFacts = [
  `insert into visit_origin (portal_id, id, source, medium, campaign, referrer, channel)
    select f.portal_id, o.id, o.source, o.medium, o.campaign, o.referrer, o.channel
    from (select distinct portal_id, origin_id from visit_fact) f join bench_origin o on o.id = f.origin_id`,
  `insert into fact_country (portal_id, country) select distinct f.portal_id, p.country
    from (select portal_id, place_id from visit_fact group by 1, 2 union all select portal_id, place_id from sale_fact group by 1, 2) f
    join fact_place p on p.id = f.place_id`,
]

const startOf = (year: number) => `'${year}-01-01'::timestamp at time zone 'Europe/Madrid'`
/** The calendar years of a history, newest last: no row of a rollup is of two of them. */
function years({ days }: Volume): number[] {
  const last = new Date().getUTCFullYear()
  const first = new Date(Date.now() - (days + 1) * 86_400_000).getUTCFullYear()
  return Array.from({ length: last - first + 1 }, (_, n) => first + n)
}

/** Joined outside: what a group does not ask is not looked up. */
const factsOf = {
  orders: `(select x.*, x.t as at, p.country, p.province, p.city from sale_fact x left join fact_place p on p.id = x.place_id) f
    ${keptFacts.orders.joined}`,
  visits: `(select x.*, x.t as at, p.country, p.province, p.city, o.source, o.medium, o.campaign, o.referrer, o.channel
    from visit_fact x left join fact_place p on p.id = x.place_id left join bench_origin o on o.id = x.origin_id) f`,
}
const groups = { orders: salesGroups, visits: visitsGroups }

/** Without keys there is nothing to add to; and rows come day by day, as the program's batches do. */
const anew = (statement: string) =>
  statement
    .slice(0, statement.lastIndexOf('on conflict'))
    .replace('order by 1, 2, 3, 4, 5', 'order by 4, 1, 2, 3, 5')

function rolled(kind: Kind, year: number, rest: (statement: string) => Promise<unknown>): Step[] {
  const { measures } = keptFacts[kind]
  const from = `${factsOf[kind]} where f.t >= ${startOf(year)} and f.t < ${startOf(year + 1)}`
  const step = (what: string, statement: string): Step => [
    `${kind} ${year}, ${what}`,
    () => rest(anew(statement)),
  ]
  return [
    ...groups[kind]
      .flatMap(apart)
      .map((group) =>
        step(
          `by ${Object.keys(group.by).join(', ')}`,
          addGroup({ kind, from, measures, group: withSimple(group), grains: ['day', 'month', 'year'] }),
        ),
      ),
    step('totals', addSums(kind, from, measures)),
    ...(kind === 'orders' ? [step('SKUs', addSkus(from))] : []),
  ]
}

/** Rollups of as few columns as each needs: facts are walked more often, and come to far fewer rows each time. */
function apart({ by, of }: DimensionGroup): DimensionGroup[] {
  const told = of.map((each) => {
    const text = `${each.value} ${each.within ?? ''} ${each.scope === 'portal' ? 'g.portal_id' : ''}`
    return { each, needed: Object.keys(by).filter((name) => new RegExp(`g\\.${name}\\b`).test(text)) }
  })
  const sets = Map.groupBy(told, ({ needed }) => needed.filter((name) => name !== 'country').join())
  return [...sets.values()].map((some) => {
    const needed = new Set(some.flatMap(({ needed }) => needed))
    return {
      by: Object.fromEntries(Object.entries(by).filter(([name]) => needed.has(name))),
      of: some.map(({ each }) => each),
    }
  })
}

/** As migration 0090 adds them up where there were none. */
function ofAccount(family: 'sales' | 'visits'): string {
  const { measures } = keptFacts[family === 'sales' ? 'orders' : 'visits']
  return `insert into account_${family}_total (account_id, grain, t, ${columnsOf(measures)})
    select p.account_id, s.grain, s.t, ${summed(measures)} from ${family}_total s
    join portal p on p.id = s.scope_id and p.deleted_at is null group by 1, 2, 3`
}
