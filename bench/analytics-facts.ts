import { originId, placeId } from '#features/rollups/server/rollups.ts'
import type { Database } from '#platform/db.ts'
import type { Volume } from './analytics-data.ts'

const towns = 8_000
const referrers = 300

/** A rank: few have most of it. */
const ranked = (n: string, salt: number, of: number, power = 3) =>
  `floor(${of} * power(bench_random(${n}, ${salt}), ${power}))::int`

/** Facts come in the order of time, as they do: fact `n` of `all` stands at its share of the history. */
const moment = (n: string, all: number, days: number) =>
  `date_trunc('day', now()) - interval '1 second' * floor(${days * 86_400} * (1 - (${n} + 0.5) / ${all}::double precision))`

/** What brings visits, numbered by referrer and campaign, and the ids that the program gives to it and to places. */
export async function addOrigins(database: Database): Promise<void> {
  await database.query(`create unlogged table bench_origin as select f.*, ${originId} as id from (
    select r * 3 + c as place, case when r < 90 then 'Direct' when r < 200 then 'Google' else 'site-' || r end as source, null::text as medium,
      case when c > 0 then 'campaign-' || (c - 1) * 20 end as campaign, case when r >= 90 then 'site-' || r || '.example' end as referrer,
      (array['direct','search','social','referral'])[1 + r % 4] as channel
    from generate_series(0, ${referrers - 1}) r cross join generate_series(0, 2) c where r < 4 or r >= 90) f`)
  await database.query('create unique index on bench_origin (id)')
  await database.query(`alter table bench_place add id bigint`)
  await database.query(`update bench_place t set id = ${placeId('t')}`)
  await database.query(
    'insert into fact_place (id, country, province, city) select id, country, province, city from bench_place',
  )
  for (const table of ['bench_origin', 'bench_place', 'fact_place']) await database.query(`analyze ${table}`)
}

const batch = (kind: string) =>
  `insert into fact_batch (id, kind, rolled_at) values ('00000000-0000-7000-8000-00000000000${kind === 'orders' ? 1 : 2}', '${kind}', now())`
const batchId = (n: number) => `'00000000-0000-7000-8000-00000000000${n}'::uuid`

/** Orders of one or two lines, their lines, and a fact for each. */
export function lines({ portals, lines, days }: Volume): string[] {
  return [
    batch('orders'),
    `create unlogged table bench_line as
      select p.id as portal_id, md5('o' || o)::uuid as order_id, n, o, s.at, t.id as place_id, t.country, t.province, t.city, m.id as sku_id,
        m.product_id, d.category, cents, case when n % 3 <> 1 then 1 else 0 end::smallint as orders
      from (select n, n * 2 / 3 as o, ${ranked('n * 2 / 3', 5, portals)} as portal, ${ranked('n * 2 / 3', 6, towns)} as town,
          ${moment('n * 2 / 3', Math.ceil((lines * 2) / 3), days)} as at, bench_random(n, 3) as u,
          500 + floor(4000 * bench_random(n, 4))::bigint as cents
        from generate_series(0::bigint, ${lines - 1}::bigint) n) s
      join bench_portal p on p.place = s.portal join bench_place t on t.place = s.town
      join sku_mapping m on m.portal_id = p.id and m.id = p.skus[1 + floor(cardinality(p.skus) * power(s.u, 2))]
      join product d on d.portal_id = m.portal_id and d.id = m.product_id`,
    `insert into "order" (portal_id, id, source, external_id, placed_at, currency, country, province, city, batch_id)
      select distinct on (portal_id, order_id) portal_id, order_id, 'bench', o::text, at, 'EUR', country, province, city, ${batchId(1)}
      from bench_line order by portal_id, order_id`,
    `insert into order_line (portal_id, order_id, kind, ordinal, at, sku_id, product_id, category, units, orders,
        gross_amount, net_amount, tax_amount, currency, currency_rate, gross_micros, discounts_micros, refunds_micros, net_micros,
        tax_micros, income_micros, commission_pct, batch_id)
      select portal_id, order_id, 'sale', n::int, at, sku_id, product_id, category, 1, orders, cents / 100.0, cents / 100.0, 0,
        'EUR', 1, cents * 10000, 0, 0, cents * 10000, 0, cents * 8000, 20, ${batchId(1)} from bench_line`,
    `insert into sale_fact (portal_id, t, sku_id, place_id, category, campaign, orders, units, gross_micros, discounts_micros,
        refunds_micros, net_micros, income_micros)
      select portal_id, date_trunc('hour', at, 'UTC'), sku_id, place_id, category, null, orders, 1, cents * 10000, 0, 0, cents * 10000, cents * 8000
      from bench_line`,
    'drop table bench_line',
  ]
}

/** A fact for each visit, and where they are wanted the raw views too. */
export function views({ portals, visits, days, rawViews }: Volume): string[] {
  const from = `(select n, ${ranked('n', 9, referrers, 2)} as r, ${ranked('n', 10, portals)} as portal, ${ranked('n', 11, towns)} as town,
      ${moment('n', visits, days)} as at, bench_random(n, 8) < 0.8 as first_of_day,
      (array['mobile','mobile','desktop','tablet'])[1 + n % 4] as device, (array['Chrome','Safari','Firefox'])[1 + n % 3] as browser
    from generate_series(0::bigint, ${visits - 1}::bigint) n) s
    join bench_portal p on p.place = s.portal join bench_place t on t.place = s.town
    join bench_origin o on o.place = 3 * case when r < 90 then r % 4 else r end + case when n % 20 = 0 then 1 + n % 40 / 20 else 0 end`
  return [
    `insert into visit_fact (portal_id, t, place_id, origin_id, device, browser, link_id, visits, visitors, views, clicks)
      select p.id, date_trunc('hour', s.at, 'UTC'), t.id, o.id, s.device, s.browser, null, 1, s.first_of_day::int, 1, 0 from ${from}`,
    ...(rawViews
      ? [
          batch('visits'),
          `insert into page_view (portal_id, id, at, kind, visitor_hash, opens_visit, first_of_day, path, source, medium,
              campaign, referrer, channel, country, province, city, device, browser, link_id, batch_id)
            select p.id, gen_random_uuid(), s.at, 'view', int8send(n), true, s.first_of_day, '/', o.source, o.medium, o.campaign, o.referrer,
              o.channel, t.country, t.province, t.city, s.device, s.browser, null, ${batchId(2)} from ${from}`,
          // The program itself never asks raw views by time: this is for those who ask them the same as their rollups.
          'create index on page_view (portal_id, at)',
        ]
      : []),
  ]
}
