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

/** A number in [0, 1) from a place in a series: seeded, so that every run makes the same rows. */
const random = `create function bench_random(n bigint, salt int) returns double precision language sql immutable parallel safe
  as $$ select (hashint8extended(n, salt) & 9007199254740991)::double precision / 9007199254740992 $$`

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
  // Of portals of one type there is nothing yet that rollups would not tell.
  await database.query('update type_rollup set made = asked')
  await database.query('grant select on bench_place, bench_portal to backline_service')
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
