import { factColumns } from '#features/rollups/server/fact-columns.ts'
import type { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import type { Volume } from './analytics-data.ts'

/** Rows of one statement, which may take a minute. */
const atOnce = 2_000_000
const referrers = 300

/** A number in [0, 1) from a place in a series: seeded, so that every run makes the same rows. */
const random = (n: string, salt: number) => `(cityHash64(${n}, ${salt}) / 18446744073709551616)`
/** Few have most of it, as in `analytics-data.ts`. */
const ranked = (n: string, salt: number, of: number, power = 3) =>
  `toUInt32(floor(${of} * pow(${random(n, salt)}, ${power})))`
const moment = (n: string, all: number, days: number) =>
  `toStartOfHour(toStartOfDay(now('UTC')) - toIntervalSecond(toUInt32(${days * 86_400} * (1 - (${n} + 0.5) / ${all}))))`

/** Fills the tables of facts by statements of ClickHouse, a fact for each line and each visit; answers how many seconds it took. */
export async function fillAlone(
  database: Database,
  clickhouse: ClickHouse,
  volume: Volume,
  say: (text: string) => void,
): Promise<number> {
  const towns = await copyCatalogue(database, clickhouse)
  const started = performance.now()
  const kinds = [
    ['orders', 'sale_fact', volume.lines, lines],
    ['visits', 'visit_fact', volume.visits, visits],
  ] as const
  for (const [kind, table, all, query] of kinds)
    for (let from = 0; from < all; from += atOnce) {
      const rows = Math.min(atOnce, all - from)
      await clickhouse.run(
        `INSERT INTO ${table} (${factColumns(kind).join(', ')}) ${query(volume, towns, `numbers(${from}, ${rows})`)}`,
        { max_partitions_per_insert_block: 0 },
      )
      say(`${table} ${(from + rows).toLocaleString('en')} of ${all.toLocaleString('en')}`)
    }
  return (performance.now() - started) / 1_000
}

/** Portals with their SKUs, and towns, to make facts of; answers how many towns there are. */
async function copyCatalogue(database: Database, clickhouse: ClickHouse): Promise<number> {
  await clickhouse.run(
    `CREATE TABLE bench_portal (place UInt32, id UUID, skus Array(UUID), categories Array(String)) ENGINE = MergeTree() ORDER BY place`,
  )
  await clickhouse.run(
    `CREATE TABLE bench_place (place UInt32, country String, province String, city String) ENGINE = MergeTree() ORDER BY place`,
  )
  const listed = (column: string) =>
    `(select '[' || string_agg(quote_literal(${column}), ',' order by m.sku) || ']' from sku_mapping m
      join product p on p.portal_id = m.portal_id and p.id = m.product_id where m.portal_id = b.id)`
  const portals = await database.query<{ line: string }>(
    `select concat_ws(chr(9), place, id, ${listed('m.id::text')}, ${listed('p.category')}) as line from bench_portal b`,
  )
  const places = await database.query<{ line: string }>(
    `select concat_ws(chr(9), place, country, coalesce(province, ''), city) as line from bench_place`,
  )
  const text = (rows: { line: string }[]) => rows.map(({ line }) => `${line}\n`).join('')
  await clickhouse.add('bench_portal', ['place', 'id', 'skus', 'categories'], text(portals), 'portals')
  await clickhouse.add('bench_place', ['place', 'country', 'province', 'city'], text(places), 'places')
  return places.length
}

const joined = (portals: number, towns: number, n: string, salt: number, from: string) => `
  (SELECT number, ${ranked(n, salt, portals)} AS portal, ${ranked(n, salt + 1, towns)} AS town FROM ${from}) s
  INNER JOIN bench_portal p ON p.place = s.portal INNER JOIN bench_place t ON t.place = s.town`

/** Orders of one or two lines. */
function lines({ portals, lines, days }: Volume, towns: number, from: string): string {
  const order = 'intDiv(number * 2, 3)'
  const sku = `1 + toUInt32(floor(length(p.skus) * pow(${random('number', 3)}, 2)))`
  const micros = `(5000000 + toInt64(40000000 * ${random('number', 4)}))`
  return `SELECT p.id, ${moment(order, Math.ceil((lines * 2) / 3), days)}, p.skus[${sku}], t.country, t.province, t.city,
      p.categories[${sku}], '', number % 3 != 1, 1, ${micros}, 0, 0, ${micros}, intDiv(${micros} * 4, 5)
    FROM ${joined(portals, towns, order, 5, from)}`
}

function visits({ portals, visits, days }: Volume, towns: number, from: string): string {
  const r = ranked('number', 9, referrers, 2)
  return `SELECT p.id, ${moment('number', visits, days)}, t.country, t.province, t.city,
      multiIf(${r} < 90, 'Direct', ${r} < 200, 'Google', concat('site-', toString(${r}))), '',
      if(number % 20 = 0, concat('campaign-', toString(number % 40)), ''),
      if(${r} >= 90, concat('site-', toString(${r}), '.example'), ''),
      ['direct', 'search', 'social', 'referral'][1 + ${r} % 4], ['mobile', 'mobile', 'desktop', 'tablet'][1 + number % 4],
      ['Chrome', 'Safari', 'Firefox'][1 + number % 3], toUUID('00000000-0000-0000-0000-000000000000'),
      1, ${random('number', 8)} < 0.8, 1, 0
    FROM ${joined(portals, towns, 'number', 10, from)}`
}
