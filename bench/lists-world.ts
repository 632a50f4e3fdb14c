import { addTotals, openBatch, rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { relearnWords } from '#features/search/server/learn-words.ts'
import { inBulk } from '#platform/bulk.ts'
import { asService, type Database } from '#platform/db.ts'
import { portals } from '#testing/world/cast.ts'
import { largest, momentOf, pick, portalOf, resting, type Volume } from './lists-volume.ts'
import { addCompany } from './lists-world-people.ts'
import { orderFacts } from './order-facts.ts'

/**
 * Fills a database that holds the test world with the rows of a large customer, made by the server itself. Keys and triggers
 * rest meanwhile: what is written here fits together.
 */
export async function fillForLists(database: Database, volume: Volume, say = (_: string) => {}) {
  const steps: [string, () => Promise<unknown>][] = [
    ['portals', () => addPortals(database, volume)],
    ['products', () => addProducts(database, volume)],
    ['orders', () => addOrders(database, volume)],
    ['company', () => addCompany(database, volume)],
    // As the job of the night does: lists look words up there.
    ['words', () => database.transaction(asService('trial'), relearnWords)],
  ]
  await database.query(`create function bench_random(n bigint, salt int) returns double precision language sql immutable parallel safe
    as $$ select (hashint8extended(n, salt) & 9007199254740991)::double precision / 9007199254740992 $$`)
  // Ids sort by time, as the program's own do.
  await database.query(`create function bench_id(at timestamptz, what text) returns uuid language sql immutable parallel safe as
    $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(what), 1, 3) || '8' ||
      substr(md5(what), 4, 15))::uuid $$`)
  await database.query(`create function bench_key(what text) returns uuid language sql immutable parallel safe as
    $$ select overlay(overlay(md5(what) placing '4' from 13) placing '8' from 17)::uuid $$`)
  for (const [name, step] of steps) {
    const from = performance.now()
    await step()
    say(`${name}: ${((performance.now() - from) / 1_000).toFixed(1)} s`)
  }
}

const nouns =
  'Tormenta Marea Niebla Faro Lobo Ventisca Levante Poniente Cántaro Luciérnaga Sombra Verano Invierno Ceniza Océano Ruina Cometa Ámbar Eclipse Otoño'
const things = 'Camiseta Sudadera Vinilo Taza Póster Gorra Casete Parche Chapa Bolsa Llavero Libro'

/** Three portals of ten belong to the label of the cast, one of ten is an artist with one, the others are of labels with six. */
async function addPortals(database: Database, { portals: count }: Volume) {
  const last = count - 1
  const owner = `case when n % 10 < 3 then '${largest.label}'::uuid when n % 10 = 3 then bench_key('list artist ' || n)
    else bench_key('list label ' || n / 10) end`
  await resting(database, [
    `insert into account (id, name, type, organisation_type)
      select bench_key('list label ' || n), ${pick(nouns, 1)} || ' Discos ' || n, 'master', 1 from generate_series(0, ${Math.floor(last / 10)}) n
      union all select bench_key('list artist ' || n), ${pick(nouns, 2)} || ' ' || n, 'simple', 2 from generate_series(3, ${last}, 10) n`,
    `insert into portal (id, account_id, code, name, custom_url, master, updated_at)
      select bench_key('list portal ' || n), ${owner}, 'L' || lpad(n::text, 6, '0'), ${pick(nouns, 3)} || ' ' || ${pick(nouns, 4)} || ' ' || n,
        'list-' || n, n % 10 in (3, 4), now() - n * interval '1 hour' from generate_series(1, ${last}) n`,
    `create table bench_portal as select 0 as place, '${largest.portal}'::uuid as id, '${portals.ninoLobo.accountId}'::uuid as account_id
      union all select n, bench_key('list portal ' || n), ${owner} from generate_series(1, ${last}) n`,
    'create unique index on bench_portal (place)',
    'analyze bench_portal',
    'grant select on bench_portal to backline_service',
  ])
}

async function addProducts(database: Database, volume: Volume) {
  const { products, variants, movements } = volume
  const kept = `(d.format in ('limited', 'presave') and d.id = bench_key('list product ' || n))`
  const each = `generate_series(1, ${products}) n ${portalOf(volume, 5)}`
  await resting(database, [
    `insert into product (portal_id, id, name, sku, category, format, status, price_cents, created_at, updated_at)
      select b.id, bench_key('list product ' || n), jsonb_build_object('es', ${pick(things, 6)} || ' «' || ${pick(nouns, 7)} || '» ' || n % 977),
        'LS-' || n, ${pick('album apparel accessory culture digital', 8)}, ${pick('limited onDemand presave digital', 9, 2)},
        ${pick('active draft archived', 10, 3)}, 500 + 100 * (n % 45), ${momentOf(products)}, ${momentOf(products)} from ${each}`,
    `insert into variant (portal_id, id, product_id, size, sku, position)
      select b.id, bench_key('list variant ' || n || ' ' || v), bench_key('list product ' || n), 'T' || v, 'LS-' || n || '-' || v, v
      from ${each} cross join generate_series(1, ${variants}) v`,
    // One of eighty is not known to the catalogue.
    `insert into sku_mapping (portal_id, id, source, sku, name, product_id, variant_id, mapped_at)
      select b.id, bench_key('list sku ' || n || ' ' || v), 'shopify', 'LS-' || n || '-' || v, 'Artículo ' || n,
        case when n % 80 > 0 then bench_key('list product ' || n) end, case when n % 80 > 0 then bench_key('list variant ' || n || ' ' || v) end,
        case when n % 80 > 0 then ${momentOf(products)} end
      from ${each} cross join generate_series(1, ${variants}) v`,
    `insert into stock (portal_id, id, product_id, on_hand, committed, safety, low_at)
      select b.id, bench_key('list variant ' || n || ' ' || v), d.id, floor(bench_random(n * 10 + v, 11) * 200), n % 4, n % 3, case when n % 2 = 0 then 5 end
      from ${each} join product d on d.portal_id = b.id and ${kept} cross join generate_series(1, ${variants}) v`,
    `create temporary table bench_stock on commit drop as select row_number() over (order by portal_id, id) - 1 as place, portal_id, id from stock`,
    'create unique index on bench_stock (place)',
    `insert into stock_movement (portal_id, id, stock_id, kind, units, on_hand_after, committed_after, at)
      select s.portal_id, bench_id(t.at, 'movement ' || n), s.id, 'adjustment', 1, 10, 0, t.at
      from generate_series(1, ${movements}) n cross join lateral (select ${momentOf(movements)} as at) t
      join bench_stock s on s.place = floor((select count(*) from bench_stock) * power(bench_random(n, 12), 3))`,
    'analyze product, variant, sku_mapping, stock, stock_movement',
  ])
}

/** So many orders are written and rolled up together. */
const ordersAtOnce = 250_000

async function addOrders(database: Database, volume: Volume) {
  const { orders } = volume
  await database.query(`create table bench_sku as select m.portal_id, m.id, m.product_id, m.variant_id, p.category,
      row_number() over (partition by m.portal_id order by m.sku) - 1 as place, count(*) over (partition by m.portal_id) as many
    from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id where m.source = 'shopify'`)
  await database.query('create unique index on bench_sku (portal_id, place)')
  await database.query('analyze bench_sku')
  await database.query('grant select on bench_sku to backline_service')
  for (let from = 0; from < orders; from += ordersAtOnce) {
    await inBulk(database, async (bulk) => {
      const [batch] = await bulk.query<{ id: string }>('select gen_random_uuid() as id')
      await openBatch(bulk, 'orders', batch?.id ?? '')
      await bulk.query('set local role none')
      await bulk.query('set local session_replication_role = replica')
      await bulk.query(`create temporary table bench_order on commit drop as
        select n, b.id as portal_id, t.at, bench_id(t.at, 'order ' || n) as id, s.many from generate_series(${from}, ${Math.min(orders, from + ordersAtOnce) - 1}) n
        cross join lateral (select ${momentOf(orders)} as at) t ${portalOf(volume, 13, 3)} join bench_sku s on s.portal_id = b.id and s.place = 0`)
      await bulk.analyze('bench_order')
      await bulk.query(`insert into "order" (portal_id, id, source, external_id, placed_at, currency, country, city, batch_id)
        select portal_id, id, ${pick('shopify woocommerce bandcamp', 14, 2)}, '#' || n, at, 'EUR', ${pick('ES MX AR FR', 15, 5)},
          ${pick('Madrid Sevilla Bilbao Cádiz', 16)}, '${batch?.id}' from bench_order`)
      await bulk.query(`create temporary table bench_fact on commit drop as
        select o.portal_id, o.id as order_id, case when n % 33 = 0 and l = 1 then 'refund' else 'sale' end as kind, l as ordinal, o.at,
          m.id as sku_id, m.product_id, m.variant_id, m.category, 1 as units, case when l = 2 then 1 else 0 end::smallint as orders,
          x.micros as gross_micros, 0::bigint as discounts_micros, 0::bigint as refunds_micros, x.micros as net_micros,
          x.micros * 8 / 10 as income_micros
        from bench_order o cross join lateral generate_series(1, 3 + n % 3) l
        cross join lateral (select 10000 * (500 + floor(4000 * bench_random(n * 8 + l, 17)))::bigint * case when n % 33 = 0 and l = 1 then -1 else 1 end as micros) x
        join bench_sku m on m.portal_id = o.portal_id and m.place = floor(o.many * power(bench_random(n * 8 + l, 18), 2))`)
      await bulk.analyze('bench_fact')
      await bulk.query(`insert into order_line (portal_id, order_id, kind, ordinal, at, sku_id, product_id, variant_id, category, units, orders,
          gross_amount, net_amount, tax_amount, currency, currency_rate, gross_micros, discounts_micros, refunds_micros, net_micros,
          tax_micros, income_micros, commission_pct, batch_id)
        select portal_id, order_id, kind, ordinal, at, sku_id, product_id, variant_id, category, units, orders, gross_micros / 1e6,
          net_micros / 1e6, 0, 'EUR', 1, gross_micros, 0, 0, net_micros, 0, income_micros, 20, '${batch?.id}' from bench_fact`)
      await bulk.query(`insert into order_total (portal_id, order_id, net_cents, categories)
        select portal_id, order_id, sum(net_micros / 10000), bit_or(category_bit(category)) filter (where kind = 'sale')
        from bench_fact group by 1, 2`)
      await bulk.query(orderFacts('bench_fact'))
      await addTotals(bulk, 'orders', 'bench_fact')
    })
  }
  await database.query('drop table bench_sku')
  // As the job does within the minute: a world that still has this before it is not at rest.
  await rollWaitingBatches(database)
}
