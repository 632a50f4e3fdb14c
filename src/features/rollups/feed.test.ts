import { beforeAll, expect, test } from 'vitest'
import { importLines } from '#features/orders/server/import-orders.ts'
import { addViews } from '#features/visits/server/ingest-views.ts'
import { inBulk } from '#platform/bulk.ts'
import { type ClickHouse, ClickHouseFailure } from '#platform/clickhouse.ts'
import { Big } from '#platform/money.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { endFeed, giveUpFeed, sendFacts } from './server/feed-facts.ts'

// How facts leave the database. What a server of ClickHouse makes of them is asked in clickhouse.test.ts.

const world = testDatabase()
const { claraVentisca: portal } = portals
let order = 0

const sell = (net: string, at = '2019-05-01T10:00:00Z') =>
  importLines(
    world.database,
    'test',
    { by: 'portal', create: false },
    [
      {
        row: 0,
        portalKey: portal.code,
        externalId: `fed-${order++}`,
        kind: 'sale',
        at: Date.parse(at),
        placedAt: Date.parse(at),
        sku: 'X\t\\',
        name: 'X',
        units: 1,
        currency: 'EUR',
        gross: new Big(net),
        net: new Big(net),
        tax: new Big(0),
        scale: 2,
      },
    ],
    { secret: Buffer.alloc(32) },
  )

const visit = (city: string) =>
  addViews(world.database, [
    {
      portalId: portal.id,
      at: Date.parse('2019-05-01T10:00:00Z'),
      kind: 'view',
      visitor: city,
      path: '/',
      ...{ source: null, medium: null, campaign: null, referrer: null, channel: 'direct' },
      ...{ country: 'ES', province: 'ES-B', city },
      ...{ device: 'mobile', browser: 'Firefox', linkId: null, lineHash: null },
    },
  ])

const feed = (state: string) => world.database.query('insert into fact_feed (state) values ($1)', [state])
const waiting = async () =>
  (await world.database.query<{ n: number }>('select count(*)::int as n from fact_outbox'))[0]?.n

/** Takes inserts as a server does, and loses the answer of some after it has taken them. */
function server(lose: (n: number) => 'before' | 'after' | undefined = () => undefined) {
  const taken = new Map<string, { table: string; rows: string }>()
  let inserts = 0
  const clickhouse = {
    add: async (table: string, _: string[], rows: string, token: string) => {
      const fault = lose(inserts++)
      if (fault === 'before') throw new ClickHouseFailure('away')
      const known = taken.get(token)
      // A repeat is known by its token only if it is the same.
      if (known) expect(known).toEqual({ table, rows })
      taken.set(token, { table, rows })
      if (fault === 'after') throw new ClickHouseFailure('cut off')
    },
  } as unknown as ClickHouse
  const rowsOf = (table: string) =>
    [...taken.values()].flatMap((each) => (each.table === table ? each.rows.trimEnd().split('\n') : []))
  return { clickhouse, rowsOf, inserts: () => inserts }
}

beforeAll(() => endFeed(world.database))

test('facts wait for nobody where nothing is fed', async () => {
  await sell('10')
  expect(await waiting()).toBe(0)
})

test('what is written is sent once, whatever answers are lost, and nothing of what was rolled back', async () => {
  await feed('fed')
  for (const net of ['1', '2', '3']) await sell(net)
  for (const city of ['Vic', 'L\t\\\n']) await visit(city)
  await inBulk(world.database, async (bulk) => {
    await bulk.query(`insert into fact_outbox (kind, facts, rows) values ('orders', '[]', 0)`)
    throw new Error('taken back')
  }).catch(() => {})
  const { clickhouse, rowsOf, inserts } = server((n) => (['before', 'after', 'before', 'after'] as const)[n])
  let failed = 0
  while ((await waiting()) !== 0)
    await sendFacts(world.database, clickhouse).catch((error) => {
      expect(error).toBeInstanceOf(ClickHouseFailure)
      failed++
    })
  expect(failed).toBe(4)
  expect(inserts()).toBe(6)
  const sold = rowsOf('sale_fact').map((row) => row.split('\t'))
  expect(sold.map((row) => [row[0], row[1], row.at(-2)])).toEqual(
    [1, 2, 3].map((net) => [
      portal.id,
      String(Date.parse('2019-05-01T10:00:00Z') / 1000),
      String(net * 1_000_000),
    ]),
  )
  expect(rowsOf('visit_fact').map((row) => row.split('\t')[4])).toEqual(['Vic', 'L\\t\\\\\\n'])
  await endFeed(world.database)
})

test('nothing is sent while a copy runs, and nothing twice that it has seen', async () => {
  await feed('copying')
  await sell('5')
  await world.database.query(
    `insert into fact_copy (kind, month, snapshot, rows) values ('orders', 201905, pg_current_snapshot()::text, 1)`,
  )
  await sell('6')
  await sell('7', '2019-06-01T10:00:00Z')
  const { clickhouse, rowsOf, inserts } = server()
  expect(await sendFacts(world.database, clickhouse)).toBe(0)
  expect([inserts(), await waiting()]).toEqual([0, 3])
  await world.database.query(`update fact_feed set state = 'fed'`)
  await sendFacts(world.database, clickhouse)
  expect(rowsOf('sale_fact').map((row) => row.split('\t').at(-2))).toEqual(['6000000', '7000000'])
  expect(await waiting()).toBe(0)
  await endFeed(world.database)
})

test('a correction is a negative row beside the right one', async () => {
  await feed('fed')
  await world.database.query(`update fact_feed set state = 'fed'`)
  await sell('9')
  await inBulk(world.database, async (bulk) => {
    const { correctRollups } = await import('./server/rollups.ts')
    await bulk.query(`create temporary table corrected on commit drop as
      select * from order_line where portal_id = '${portal.id}' and net_micros = 9000000`)
    await bulk.query(
      'update corrected set units = -units, orders = -orders, gross_micros = -gross_micros, net_micros = -net_micros, income_micros = -income_micros',
    )
    await correctRollups(bulk, 'orders', 'corrected')
  })
  const { clickhouse, rowsOf } = server()
  await sendFacts(world.database, clickhouse)
  expect(rowsOf('sale_fact').map((row) => row.split('\t').at(-2))).toEqual(['9000000', '-9000000'])
  await endFeed(world.database)
})

test('too many that wait end the feed: the database has them all', async () => {
  await feed('used')
  await sell('1')
  expect(await giveUpFeed(world.database, 1)).toBe(false)
  await sell('1')
  expect(await giveUpFeed(world.database, 1)).toBe(true)
  expect(await world.database.query('select from fact_feed')).toEqual([])
  expect(await waiting()).toBe(0)
})
