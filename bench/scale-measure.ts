import { sql } from 'drizzle-orm'
import { importLines } from '#features/orders/server/import-orders.ts'
import { asService, type Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { Big } from '#platform/money.ts'
import { openDatabase } from '#platform/open-database.ts'
import { cookieFor } from '#testing/as.ts'
import { startCluster } from '#testing/postgres.ts'
import { people, portals } from '#testing/world/cast.ts'
import { makeWorld } from '#testing/world.ts'
import { startChild, stopChild } from './child.ts'
import { measureClickHouse } from './scale-clickhouse.ts'
import { type CostOf, collect, port, portalsPort, rest, startMeter, visits } from './scale-meter.ts'
import type { Constants } from './scale-model.ts'
import { measurePast } from './scale-past.ts'

const orders = 2_000
/** Orders arrive some together, as a shop's deliveries are worked off: each alone would be rolled up alone. */
const together = 20
const pages = 1_500

/**
 * Measures what one visit, order and page cost, as CPU time of the program and of PostgreSQL: other work on the machine makes
 * it last longer and hardly cost more. Undefined where PostgreSQL or `chdb` (CHDB=FOLDER) is missing.
 */
export async function measure(only?: string): Promise<Partial<Constants> | undefined> {
  const { CHDB } = process.env
  const cluster = await startCluster()
  if (!(cluster && CHDB)) return undefined
  try {
    const url = cluster.url('postgres')
    const database = await openDatabase({ url, folder: '' })
    await migrate(database)
    await makeWorld(database, { size: 'test', days: 30 })
    await morePortals(database)
    const env = {
      DATABASE_URL: url,
      PORT: String(port),
      PORTALS_PORT: String(portalsPort),
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '1',
    }
    const program = await startChild('bin/start.ts', env, `http://127.0.0.1:${port}/readyz`)
    const cost = await startMeter(cluster, () => settled(database))
    const found: Partial<Constants> = {}
    if (!only || only === 'pages') Object.assign(found, await measurePages(database, cost))
    if (!only || only === 'visits') Object.assign(found, await measureVisits(database, cost))
    if (!only || only === 'orders') Object.assign(found, await measureOrders(database, cost))
    await stopChild(program)
    if (!only || only === 'past') Object.assign(found, await measurePast(cluster, database, env))
    await database.close()
    if (!only || only === 'clickhouse') found.clickhouse = measureClickHouse(CHDB)
    return found
  } finally {
    cluster.stop()
  }
}

async function measurePages(database: Database, cost: CostOf) {
  const cookie = await cookieFor(database, people.label.id)
  const dashboard = ['/dashboard', '/analytics', '/events']
  const dashboardOf = (at: number) => `http://127.0.0.1:${port}${dashboard[at % dashboard.length]}`
  await get(dashboardOf, { cookie }, pages / 3)
  const dashboardPage = await cost(pages, () => get(dashboardOf, { cookie }, pages))
  const fan = () => `http://127.0.0.1:${portalsPort}/${portals.claraVentisca.customUrl}`
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  await get(fan, browser, pages)
  return { dashboardPage, fanPage: await cost(pages * 4, () => get(fan, browser, pages * 4)) }
}

async function measureVisits(database: Database, cost: CostOf) {
  await collect(5)
  await settled(database)
  const [before, sent] = [await sizes(database), visits.rate * visits.seconds]
  const each = await cost(sent, () => collect(visits.seconds))
  const after = await sizes(database)
  const [viewBytes, keptBytes] = [(after.views - before.views) / sent, (after.kept - before.kept) / sent]
  return { visit: { ...each, viewBytes, keptBytes } }
}

async function measureOrders(database: Database, cost: CostOf) {
  const before = await sizes(database)
  const own = process.cpuUsage()
  const each = await cost(orders, () => sell(database))
  const { user, system } = process.cpuUsage(own)
  // An order is written by this process here, as a program would.
  each.programMs += (user + system) / 1_000 / orders
  const after = await sizes(database)
  return { order: { ...each, keptBytes: (after.kept - before.kept) / orders } }
}

async function morePortals(database: Database) {
  await database.transaction(asService('trial'), (tx) =>
    tx.execute(sql`with a as (
      insert into account (id, name) select gen_random_uuid(), 'Banda ' || n from generate_series(0, ${visits.portals - 1}) n returning id, name)
      insert into portal (id, account_id, master, code, custom_url, name)
      select gen_random_uuid(), id, true, 'B' || substring(name from 7), 'banda-' || substring(name from 7), name from a`),
  )
}

/** Everything that was taken is in the rollups. */
async function settled(database: Database) {
  let before = -1
  for (let n = 0; n < 180; n++) {
    await rest(1_500)
    const [row] = await database.query<{ waiting: number; views: number }>(
      'select (select count(*)::int from fact_batch where rolled_at is null) as waiting, (select count(*)::int from page_view) as views',
    )
    if (row?.waiting === 0 && row.views === before) return
    before = row?.views ?? 0
  }
  throw new Error('Rollups do not come to an end')
}

async function get(address: (at: number) => string, headers: Record<string, string>, count: number) {
  let next = 0
  const one = async () => {
    for (let at = next++; at < count; at = next++) {
      const answer = await fetch(address(at), { headers, redirect: 'manual' })
      if (answer.status !== 200) throw new Error(`${address(at)} answered ${answer.status}`)
      await answer.arrayBuffer()
    }
  }
  await Promise.all([one(), one(), one(), one()])
}

async function sell(database: Database) {
  const at = Date.now() - 7_200_000
  const line = (n: number) => ({
    ...{ row: n, portalKey: portals.claraVentisca.code, externalId: `measured-${n}`, kind: 'sale' as const },
    ...{ at, placedAt: at, sku: `M${n % 20}`, name: 'Medida', units: 1, currency: 'EUR', scale: 2 },
    ...{ gross: new Big('20'), net: new Big('19'), tax: new Big(0) },
  })
  for (let first = 0; first < orders; first += together) {
    const lines = Array.from({ length: together }, (_, n) => line(first + n))
    await importLines(database, 'measured', { by: 'portal', create: false }, lines, {
      secret: Buffer.alloc(32),
    })
  }
}

/** Without what has been left behind by rows that were written again: that is used again. */
async function sizes(database: Database) {
  await database.query('vacuum full')
  const [row] = await database.query<{ views: string; kept: string }>(
    `select pg_total_relation_size('page_view') as views,
      pg_database_size(current_database()) - pg_total_relation_size('page_view') as kept`,
  )
  return { views: Number(row?.views), kept: Number(row?.kept) }
}
