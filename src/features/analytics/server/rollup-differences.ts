import type { Database } from '#platform/db.ts'

const sales =
  `sum(orders) as orders, sum(units) as units, coalesce(sum(units) filter (where category = 'album'), 0) as albums, ` +
  `sum(gross_micros) as gross_micros, sum(discounts_micros) as discounts_micros, sum(refunds_micros) as refunds_micros, ` +
  `sum(net_micros) as net_micros, sum(income_micros) as income_micros`
const visits =
  `count(*) filter (where opens_visit) as visits, count(*) filter (where first_of_day) as visitors, ` +
  `count(*) filter (where kind = 'view') as views, count(*) filter (where kind = 'click') as clicks`
const names = (sums: string) => [...sums.matchAll(/ as (\w+)/g)].map(([, name]) => name).join(', ')

const salesFacts = `(select l.*, p.account_id, o.country, o.source from order_line l
  join "order" o on o.portal_id = l.portal_id and o.id = l.order_id join portal p on p.id = l.portal_id) f`
const visitsFacts = `(select v.*, p.account_id from page_view v join portal p on p.id = v.portal_id) f`
const zone = `'Europe/Madrid'`
const buckets: Record<string, string> = {
  hour: `to_timestamp(floor(extract(epoch from at) / 3600) * 3600)`,
  day: `(at at time zone ${zone})::date::timestamp at time zone ${zone}`,
  month: `(to_char(at at time zone ${zone}, 'YYYY-MM') || '-01')::timestamp at time zone ${zone}`,
}
const scopes = [`portal_id`, `account_id`, `'00000000-0000-0000-0000-000000000000'::uuid`]

/** Rows that either side has and the other has not, bucket by bucket; rows of nothing but zeros count as absent. */
const compare = (table: string, columns: string, raw: string) => {
  const some = columns
    .split(', ')
    .map((name) => `${name} <> 0`)
    .join(' or ')
  const kept = `select scope_id::text, grain, t, ${table.endsWith('dimension') ? 'dimension, value, ' : ''}${columns}`
  return `select count(*)::int as n from (
    (select * from (${kept} from ${table}) a where ${some} except select * from (${raw}) b)
    union all (select * from (${raw}) b where ${some} except ${kept} from ${table})) x`
}

/**
 * How many rollup rows differ from what the raw facts add up to, computed another way than the program does.
 * Only for databases whose raw views were never dropped.
 */
export async function rollupDifferences(database: Database): Promise<Record<string, number>> {
  const totals = (facts: string, sums: string) =>
    scopes
      .flatMap((scope) =>
        Object.entries(buckets).map(
          ([grain, t]) =>
            `select (${scope})::text as scope_id, '${grain}' as grain, ${t} as t, ${sums} from ${facts} group by 1, 2, 3`,
        ),
      )
      .join(' union all ')
  const dimension = (facts: string, sums: string, name: string, value: string, of: string[]) =>
    of
      .flatMap((scope) =>
        (['day', 'month'] as const).map(
          (grain) => `select (${scope})::text as scope_id, '${grain}' as grain, ${buckets[grain]} as t,
            '${name}' as dimension, ${value} as value, ${sums} from ${facts} group by 1, 2, 3, 4, 5`,
        ),
      )
      .join(' union all ')
  const checks: Record<string, string> = {
    salesTotal: compare('sales_total', names(sales), totals(salesFacts, sales)),
    visitsTotal: compare('visits_total', names(visits), totals(visitsFacts, visits)),
  }
  const salesDimensions: [string, string, string[]][] = [
    ['sku', 'sku_id::text', scopes.slice(0, 1)],
    ['portal', 'portal_id::text', scopes.slice(1)],
    ['country', `coalesce(country, '')`, scopes],
    ['category', `coalesce(category, '')`, scopes],
    ['source', 'source', scopes],
  ]
  const visitsDimensions: [string, string, string[]][] = [
    ['source', `coalesce(source, '')`, scopes],
    ['channel', 'channel', scopes],
    ['device', 'device', scopes],
    ['channelIn', `coalesce(country, '??') || '|' || channel`, scopes],
    // Views that came by no link have no row.
    ['link', `nullif(link_id::text, '')`, scopes.slice(0, 1)],
  ]
  for (const [name, value, of] of salesDimensions)
    checks[`sales by ${name}`] = compare(
      `(select * from sales_dimension where dimension = '${name}') sales_dimension`,
      names(sales),
      dimension(salesFacts, sales, name, value, of),
    )
  for (const [name, value, of] of visitsDimensions)
    checks[`visits by ${name}`] = compare(
      `(select * from visits_dimension where dimension = '${name}') visits_dimension`,
      names(visits),
      `select * from (${dimension(visitsFacts, visits, name, value, of)}) d where value is not null`,
    )
  const found: Record<string, number> = {}
  for (const [name, statement] of Object.entries(checks)) {
    const [row] = await database.query<{ n: number }>(statement)
    found[name] = row?.n ?? -1
  }
  return found
}

/** What `rollupDifferences` answers when all is well. */
export const noDifferences = (found: Record<string, number>) =>
  Object.fromEntries(Object.keys(found).map((name) => [name, 0]))
