import type { Database } from '#platform/db.ts'

const sales =
  `sum(orders) as orders, sum(units) as units, coalesce(sum(units) filter (where category = 'album'), 0) as albums, ` +
  `sum(gross_micros) as gross_micros, sum(discounts_micros) as discounts_micros, sum(refunds_micros) as refunds_micros, ` +
  `sum(net_micros) as net_micros, sum(income_micros) as income_micros`
const visits =
  `count(*) filter (where opens_visit) as visits, count(*) filter (where first_of_day) as visitors, ` +
  `count(*) filter (where kind = 'view') as views, count(*) filter (where kind = 'click') as clicks`
/** What an account's portals come to together, as their own totals tell it. */
const compareAccounts = (family: 'sales' | 'visits', sums: string) => {
  const each = names(sums).split(', ')
  return compareFacts(
    'account_id, grain, t',
    names(sums),
    `select account_id, grain, t, ${names(sums)} from account_${family}_total`,
    `select p.account_id, s.grain, s.t, ${each.map((name) => `sum(s.${name})`).join(', ')}
      from ${family}_total s join portal p on p.id = s.scope_id where p.deleted_at is null group by 1, 2, 3`,
  )
}
const names = (sums: string) => [...sums.matchAll(/ as (\w+)/g)].map(([, name]) => name).join(', ')

const salesFacts = `(select l.*, p.account_id, o.country, o.province, o.city, o.campaign from order_line l
  join "order" o on o.portal_id = l.portal_id and o.id = l.order_id join portal p on p.id = l.portal_id) f`
const visitsFacts = `(select v.*, p.account_id from page_view v join portal p on p.id = v.portal_id) f`
const zone = `'Europe/Madrid'`
const buckets: Record<string, string> = {
  hour: `to_timestamp(floor(extract(epoch from at) / 3600) * 3600)`,
  day: `(at at time zone ${zone})::date::timestamp at time zone ${zone}`,
  month: `(to_char(at at time zone ${zone}, 'YYYY-MM') || '-01')::timestamp at time zone ${zone}`,
  year: `(to_char(at at time zone ${zone}, 'YYYY') || '-01-01')::timestamp at time zone ${zone}`,
}
const nil = `'00000000-0000-0000-0000-000000000000'::uuid`
const simple = `'00000000-0000-0000-0000-000000000001'::uuid`
const scopes = [`portal_id`, nil]
const ofSimple = `portal_id in (select p.id from portal p join account a on a.id = p.account_id where not (p.master and a.type = 'master'))`

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

/** The same of facts: `columns` name what both queries answer, measures last. */
const compareFacts = (columns: string, measures: string, kept: string, raw: string) => {
  const some = measures
    .split(', ')
    .map((name) => `${name} <> 0`)
    .join(' or ')
  const left = `select * from (${kept}) a (${columns}, ${measures}) where ${some}`
  const right = `select * from (${raw}) b (${columns}, ${measures}) where ${some}`
  return `select count(*)::int as n from ((${left} except ${right}) union all (${right} except ${left})) x`
}

interface Rolled {
  name: string
  value: string
  of: string[]
  months?: boolean
  within?: string
}

/**
 * How many rollup rows differ from what the raw facts add up to, computed another way than the program does.
 * Only for databases whose raw views were never dropped.
 */
export async function rollupDifferences(database: Database): Promise<Record<string, number>> {
  const totals = (facts: string, sums: string, ofSales: boolean) =>
    scopes
      .flatMap((scope) =>
        ['hour', 'day', 'month', 'year']
          .filter((grain) => (grain === 'hour' ? scope === nil || ofSales : grain !== 'year' || ofSales))
          .map(
            (grain) =>
              `select (${scope})::text as scope_id, '${grain}' as grain, ${buckets[grain]} as t, ${sums} from ${facts} group by 1, 2, 3`,
          ),
      )
      .join(' union all ')
  const dimension = (facts: string, sums: string, { name, value, of, months, within }: Rolled) =>
    of
      .flatMap((scope) =>
        ['day', 'month', 'year']
          .filter((grain) => grain !== 'day' || !months)
          .map(
            (grain) => `select (${scope})::text as scope_id, '${grain}' as grain, ${buckets[grain]} as t,
            '${name}'${within ? ` || ' ' || ${within}` : ''} as dimension, ${value} as value, ${sums} from ${facts} group by 1, 2, 3, 4, 5`,
          ),
      )
      .join(' union all ')
  const checks: Record<string, string> = {
    salesTotal: compare('sales_total', names(sales), totals(salesFacts, sales, true)),
    visitsTotal: compare('visits_total', names(visits), totals(visitsFacts, visits, false)),
    salesOfAccounts: compareAccounts('sales', sales),
    visitsOfAccounts: compareAccounts('visits', visits),
    saleFacts: compareFacts(
      'portal_id, t, country, province, city, sku_id, category, campaign',
      'orders, units, gross, discounts, refunds, net, income',
      `select f.portal_id, f.t, p.country, p.province, p.city, f.sku_id, f.category, f.campaign, sum(orders), sum(units),
        sum(gross_micros), sum(discounts_micros), sum(refunds_micros), sum(net_micros), sum(income_micros)
      from sale_fact f join fact_place p on p.id = f.place_id group by 1, 2, 3, 4, 5, 6, 7, 8`,
      `select portal_id, ${buckets.hour}, country, province, city, sku_id, category, campaign, sum(orders), sum(units), sum(gross_micros),
        sum(discounts_micros), sum(refunds_micros), sum(net_micros), sum(income_micros)
      from ${salesFacts} group by 1, 2, 3, 4, 5, 6, 7, 8`,
    ),
    skuTotals: compareFacts(
      'portal_id, country, grain, t, sku_id',
      names(sales),
      `select portal_id, country, grain, t, sku_id, ${names(sales)} from sku_total`,
      ['month', 'year']
        .flatMap((grain) =>
          [`''`, `coalesce(country, '??')`].map(
            (country) =>
              `select portal_id, ${country}, '${grain}', ${buckets[grain]}, sku_id, ${sales} from ${salesFacts} group by 1, 2, 3, 4, 5`,
          ),
        )
        .join(' union all '),
    ),
    orderFacts: compareFacts(
      'portal_id, t, country, province, city, categories',
      'orders',
      `select f.portal_id, f.t, p.country, p.province, p.city, (select string_agg(name, ' ' order by name)
          from unnest('{album,apparel,accessory,culture,digital,unmapped}'::text[]) with ordinality c (name, place)
          where f.categories >> (place - 1)::int & 1 = 1), sum(f.orders)
        from order_fact f join fact_place p on p.id = f.place_id group by 1, 2, 3, 4, 5, 6`,
      `select portal_id, ${buckets.hour}, country, province, city, (select string_agg(distinct coalesce(l.category, 'unmapped'), ' ')
          from order_line l where l.portal_id = f.portal_id and l.order_id = f.order_id and l.kind = 'sale') as sold, sum(orders)
        from ${salesFacts} where exists (select from order_line l
          where l.portal_id = f.portal_id and l.order_id = f.order_id and l.kind = 'sale') group by 1, 2, 3, 4, 5, 6`,
    ),
    visitFacts: compareFacts(
      'portal_id, t, country, province, city, source, medium, campaign, referrer, channel, device, browser, link_id',
      'visits, visitors, views, clicks',
      `select f.portal_id, f.t, p.country, p.province, p.city, o.source, o.medium, o.campaign, o.referrer, o.channel, f.device, f.browser,
        f.link_id, sum(visits), sum(visitors), sum(views), sum(clicks)
      from visit_fact f join fact_place p on p.id = f.place_id join visit_origin o on o.portal_id = f.portal_id and o.id = f.origin_id
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13`,
      `select portal_id, ${buckets.hour}, country, province, city, source, medium, campaign, referrer, channel, device, browser, link_id,
        ${visits} from ${visitsFacts} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13`,
    ),
  }
  const hour = `extract(isodow from at at time zone ${zone}) || to_char(at at time zone ${zone}, 'HH24')`
  const place = `coalesce(country, '') || '|' || coalesce(province, '') || '|' || coalesce('/' || city, '')`
  const city = `coalesce(coalesce(province, country) || '/' || city, '')`
  const all = (name: string, value: string, more: Partial<Rolled> = {}): Rolled => ({
    name,
    value,
    of: [nil],
    ...more,
  })
  const inCountry = { within: `coalesce(country, '??')` }
  const ofCategory = { within: `coalesce(category, 'unmapped')`, months: true }
  const salesDimensions: Rolled[] = [
    all('country', `coalesce(country, '')`),
    all('city', city, { months: true }),
    all('category', `coalesce(category, '')`),
    all('campaign', `nullif(campaign, '')`),
    all('portalIn', 'portal_id::text', { ...inCountry, months: true }),
    all('hour', hour, { months: true }),
    all('hourIn', hour, { ...inCountry, months: true }),
    all('hourOf', hour, ofCategory),
    all('placeOf', place, ofCategory),
  ]
  const visitsDimensions: Rolled[] = [
    { name: 'source', value: `coalesce(source, '')`, of: ['portal_id'], months: true },
    all('source', `coalesce(source, '')`),
    all('city', city, { months: true }),
    all('channel', 'channel'),
    all('device', 'device'),
    all('channelIn', 'channel', inCountry),
    all('browserIn', 'browser', inCountry),
    all('portalIn', 'portal_id::text', { ...inCountry, months: true }),
    // Views that came by no link have no row.
    { name: 'link', value: `nullif(link_id::text, '')`, of: ['portal_id'] },
  ]
  const check = (family: string, table: string, facts: string, sums: string, each: Rolled) => {
    const scope = each.of[0] === 'portal_id' ? `not in (${nil}, ${simple})` : `= ${each.of[0]}`
    const mine = `dimension ~ '^${each.name}( |$)' and scope_id ${scope}`
    checks[
      `${family} by ${each.name}${each.of[0] === nil ? '' : each.of[0] === simple ? ' of simple portals' : ' of portals'}`
    ] = compare(
      `(select * from ${table} where ${mine}) ${table}`,
      names(sums),
      `select * from (${dimension(facts, sums, each)}) d where value is not null`,
    )
  }
  /** The same of portals' months that are rolled up. */
  const checkMonths = (kind: string, table: string, facts: string, sums: string, each: Rolled) => {
    const mine = `dimension ~ '^${each.name}( |$)' and scope_id not in (${nil}, ${simple}) and grain = 'month'`
    const rolled = `(scope_id::uuid, t) in (select portal_id, t from portal_month where kind = '${kind}')`
    checks[`${kind} of portals' months by ${each.name}`] = compare(
      `(select * from ${table} where ${mine} and ${rolled}) ${table}`,
      names(sums),
      `select * from (${dimension(facts, sums, { ...each, of: ['portal_id'] })}) d
        where value is not null and grain = 'month' and ${rolled}`,
    )
  }
  const ofEverything = ({ name, of }: Rolled) =>
    of[0] === nil && !['portalIn', 'source', 'category'].includes(name)
  for (const each of salesDimensions) check('sales', 'sales_dimension', salesFacts, sales, each)
  for (const each of visitsDimensions) check('visits', 'visits_dimension', visitsFacts, visits, each)
  for (const each of salesDimensions.filter(ofEverything))
    checkMonths('orders', 'sales_dimension', salesFacts, sales, each)
  for (const each of visitsDimensions.filter(ofEverything))
    checkMonths('visits', 'visits_dimension', visitsFacts, visits, each)
  const [waiting] = await database.query('select 1 from type_rollup where made < asked')
  const ofTypes = ({ of, within }: Rolled) => !waiting && of[0] === nil && !within
  for (const each of salesDimensions.filter(ofTypes))
    check('sales', 'sales_dimension', `(select * from ${salesFacts} where ${ofSimple}) f`, sales, {
      ...each,
      of: [simple],
    })
  for (const each of visitsDimensions.filter(ofTypes))
    check('visits', 'visits_dimension', `(select * from ${visitsFacts} where ${ofSimple}) f`, visits, {
      ...each,
      of: [simple],
    })
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
