import { addDimensions, addTotals, openBatch, rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { inBulk } from '#platform/bulk.ts'
import type { Database } from '#platform/db.ts'

export interface Volume {
  portals: number
  products: number
  lines: number
  visits: number
  /** Days of history that they spread over. */
  days: number
  /** Raw page views stay, as they do for 48 hours: to ask them the same, and to measure what ingest costs with them. */
  rawViews: boolean
}

const towns = 8_000
const countries = 60
const referrers = 300
/** Facts that are written, and rolled up, together. */
const batchRows = 500_000

/** A number in [0, 1) from a place in a series: seeded, so that every run makes the same rows. */
const random = `create function bench_random(n bigint, salt int) returns double precision language sql immutable parallel safe
  as $$ select (hashint8extended(n, salt) & 9007199254740991)::double precision / 9007199254740992 $$`

/**
 * Fills an empty database with a believable history: few portals, products, towns and sources have most of it (their rank
 * is a power of a uniform number, which is close to Zipf's law). Facts go through the program's own rollups. Answers how
 * many visits a second were written and rolled up with all dimensions.
 */
export async function fillHistory(
  database: Database,
  volume: Volume,
  say: (text: string) => void,
): Promise<number> {
  await fillCatalogue(database, volume)
  const indexes = volume.rawViews ? [] : await withoutIndexes(database, ['visit_fact', 'sale_fact'])
  // Measured, visits have the database for themselves.
  if (!volume.rawViews) await Promise.all([sales(database, volume, say), visits(database, volume, say)])
  else await sales(database, volume, say)
  const started = process.hrtime.bigint()
  if (volume.rawViews) await visits(database, volume, say)
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  for (const definition of indexes) await database.query(definition)
  // The program itself never asks raw views by time: this is for those who ask them the same as their rollups.
  if (volume.rawViews) await database.query('create index on page_view (portal_id, at)')
  for (const table of [
    'order_line',
    '"order"',
    'page_view',
    'sales_total',
    'sales_dimension',
    'sku_total',
    'visits_total',
    'visits_dimension',
    'sale_fact',
    'visit_fact',
    'fact_place',
    'visit_origin',
    'sku_mapping',
    'product',
    'portal',
  ])
    await database.query(`vacuum analyze ${table}`)
  return volume.visits / seconds
}

/** Towns, accounts, portals and what they sell: all that there is before the first fact. */
export async function fillCatalogue(database: Database, volume: Volume): Promise<void> {
  await database.query(random)
  await database.query(`create unlogged table bench_place as
    select n as place, country, case when country = 'ES' then 'ES-' || (array['M','B','V','SE','MA','BI','A','C','Z','MU'])[1 + n % 10] end as province,
      'Town ' || n as city
    from (select n, case when bench_random(n, 1) < 0.6 then 'ES'
      else chr(65 + (n * 7 % ${countries} / 26)) || chr(65 + (n * 7 % ${countries} % 26)) end as country
      from generate_series(0, ${towns - 1}) n) t`)
  await database.query('create unique index on bench_place (place)')
  await catalogue(database, volume)
  await database.query('grant select on bench_place, bench_portal to backline_service')
}

/** Drops what would be kept in order row by row, and answers how to make it again: at the end that takes a fraction. */
async function withoutIndexes(database: Database, tables: string[]): Promise<string[]> {
  const found = await database.query<{ indexname: string; indexdef: string }>(
    'select indexname, indexdef from pg_indexes where tablename = any($1)',
    [tables],
  )
  for (const { indexname } of found) await database.query(`drop index ${indexname}`)
  return found.map(({ indexdef }) => indexdef)
}

/** One account of ten is a label with six portals, the others are artists with one. */
async function catalogue(database: Database, { portals, products }: Volume) {
  const labels = Math.round(portals / 10)
  const ofLabels = labels * 6
  await database.query(`insert into account (id, name, type, organisation_type)
    select md5('account ' || n)::uuid, 'Account ' || n, case when n <= ${labels} then 'master' else 'simple' end,
      case when n <= ${labels} then 1 else 2 end
    from generate_series(1, ${labels + portals - ofLabels}) n`)
  await database.query(`insert into portal (id, account_id, code, name, custom_url, master)
    select md5('portal ' || n)::uuid,
      md5('account ' || case when n <= ${ofLabels} then (n - 1) % ${labels} + 1 else ${labels} + n - ${ofLabels} end)::uuid,
      'P' || lpad(n::text, 6, '0'), 'Portal ' || n, 'portal-' || n, n <= ${labels} or n > ${ofLabels}
    from generate_series(1, ${portals}) n`)
  await database.query(`create unlogged table bench_portal as
    select row_number() over (order by hashtext(id::text)) - 1 as place, id, account_id, null::uuid[] as skus from portal`)
  await database.query(`insert into product (portal_id, id, name, sku, category, status, price_cents)
    select p.id, md5('product ' || s.n)::uuid, jsonb_build_object('es', 'Producto ' || s.n), 'SKU-' || s.n,
      (array['album','apparel','accessory','culture','digital'])[1 + s.n / ${portals} % 5], 'active', 2000
    from generate_series(1, ${products}) s(n) join bench_portal p on p.place = s.n % ${portals}`)
  await database.query(`insert into sku_mapping (portal_id, id, source, sku, name, product_id)
    select portal_id, gen_random_uuid(), 'bench', sku, sku, id from product`)
  await database.query(`update bench_portal b set skus = m.skus from (
    select portal_id, array_agg(id order by sku) as skus from sku_mapping group by 1) m where m.portal_id = b.id`)
  await database.query('create unique index on bench_portal (place)')
  await database.query('create index on bench_portal (id)')
  await database.query('analyze')
}

/** Facts come in the order of time, as they do: fact `n` of `all` stands at its share of the history. */
const moment = (n: string, all: number, days: number) =>
  `date_trunc('day', now()) - interval '1 second' * floor(${days} * 86400 * (1 - (${n} + 0.5) / ${all}::numeric))`

/** Orders of one or two lines. */
async function sales(database: Database, { portals, lines, days }: Volume, say: (text: string) => void) {
  for (let from = 0; from < lines; from += batchRows) {
    const until = Math.min(lines, from + batchRows)
    await inBulk(database, async (bulk) => {
      const [batch] = await bulk.query<{ id: string }>('select gen_random_uuid() as id')
      await openBatch(bulk, 'orders', batch?.id ?? '')
      await bulk.query(`create temporary table bench_line on commit drop as
        select p.id as portal_id, p.account_id, md5('o' || o)::uuid as order_id, n, o, t.country, t.province, t.city,
          ${moment('o', Math.ceil((lines * 2) / 3), days)} as at, p.skus[1 + floor(cardinality(p.skus) * power(bench_random(n, 3), 2))] as sku_id,
          500 + floor(4000 * bench_random(n, 4))::bigint as cents
        from (select n, n * 2 / 3 as o from generate_series(${from}::bigint, ${until - 1}::bigint) n) s
        join bench_portal p on p.place = floor(${portals} * power(bench_random(o, 5), 3))
        join bench_place t on t.place = floor(${towns} * power(bench_random(o, 6), 3))`)
      await bulk.query(`insert into "order" (portal_id, id, source, external_id, placed_at, currency, country, province, city, batch_id)
        select distinct on (portal_id, order_id) portal_id, order_id, 'bench', o::text, at, 'EUR', country, province, city, '${batch?.id}'
        from bench_line order by portal_id, order_id on conflict do nothing`)
      await bulk.query(`create temporary table bench_fact on commit drop as
        select l.portal_id, l.account_id, l.order_id, 'sale'::text as kind, l.n::int as ordinal, l.at, l.sku_id, m.product_id,
          null::uuid as variant_id, p.category, 1 as units, case when l.n % 3 = 0 or l.n % 3 = 2 then 1 else 0 end::smallint as orders,
          l.cents * 10000 as gross_micros, 0::bigint as discounts_micros, 0::bigint as refunds_micros,
          l.cents * 10000 as net_micros, l.cents * 8000 as income_micros, l.cents
        from bench_line l join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
        join product p on p.portal_id = m.portal_id and p.id = m.product_id`)
      await bulk.query(`insert into order_line (portal_id, order_id, kind, ordinal, at, sku_id, product_id, category, units, orders,
          gross_amount, net_amount, tax_amount, currency, currency_rate, gross_micros, discounts_micros, refunds_micros, net_micros,
          tax_micros, income_micros, commission_pct, batch_id)
        select portal_id, order_id, kind, ordinal, at, sku_id, product_id, category, units, orders, cents / 100.0, cents / 100.0, 0,
          'EUR', 1, gross_micros, 0, 0, net_micros, 0, income_micros, 20, '${batch?.id}' from bench_fact`)
      await addTotals(bulk, 'orders', 'bench_fact')
    })
    await rollWaitingBatches(database)
    say(`order lines ${until.toLocaleString('en')} of ${lines.toLocaleString('en')}`)
  }
}

async function visits(
  database: Database,
  { portals, visits, days, rawViews }: Volume,
  say: (text: string) => void,
) {
  for (let from = 0; from < visits; from += batchRows) {
    const until = Math.min(visits, from + batchRows)
    await inBulk(database, async (bulk) => {
      const [batch] = await bulk.query<{ id: string }>('select gen_random_uuid() as id')
      await bulk.query(`create temporary table bench_fact on commit drop as
        select p.id as portal_id, gen_random_uuid() as id, ${moment('s.n', visits, days)} as at, 'view'::text as kind,
          int8send(n) as visitor_hash, true as opens_visit, bench_random(n, 8) < 0.8 as first_of_day,
          case when r < 90 then 'Direct' when r < 200 then 'Google' else 'site-' || r end as source, null::text as medium,
          case when n % 20 = 0 then 'campaign-' || n % 40 end as campaign,
          case when r >= 90 then 'site-' || r || '.example' end as referrer,
          (array['direct','search','social','referral'])[1 + r % 4] as channel, t.country, t.province, t.city,
          (array['mobile','mobile','desktop','tablet'])[1 + n % 4] as device, (array['Chrome','Safari','Firefox'])[1 + n % 3] as browser,
          null::uuid as link_id
        from (select n, floor(${referrers} * power(bench_random(n, 9), 2))::int as r
          from generate_series(${from}::bigint, ${until - 1}::bigint) n) s
        join bench_portal p on p.place = floor(${portals} * power(bench_random(n, 10), 3))
        join bench_place t on t.place = floor(${towns} * power(bench_random(n, 11), 3))`)
      await addTotals(bulk, 'visits', 'bench_fact')
      if (!rawViews) {
        await addDimensions(bulk, 'visits', 'bench_fact f')
        return
      }
      await openBatch(bulk, 'visits', batch?.id ?? '')
      await bulk.query(`insert into page_view (portal_id, id, at, kind, visitor_hash, opens_visit, first_of_day, path, source, medium,
          campaign, referrer, channel, country, province, city, device, browser, link_id, batch_id)
        select portal_id, id, at, kind, visitor_hash, opens_visit, first_of_day, '/', source, medium, campaign, referrer, channel,
          country, province, city, device, browser, link_id, '${batch?.id}' from bench_fact`)
    })
    await rollWaitingBatches(database)
    say(`visits ${until.toLocaleString('en')} of ${visits.toLocaleString('en')}`)
  }
}
