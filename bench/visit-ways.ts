import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { makeClickHouseTables } from '#features/rollups/server/clickhouse-tables.ts'
import { sendFacts } from '#features/rollups/server/feed-facts.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { goPastFacts } from '#features/visits/server/change-way.ts'
import { saltDay, viewRow } from '#features/visits/server/stage-views.ts'
import type { ViewDraft } from '#features/visits/server/view-draft.ts'
import { putBatch } from '#features/visits/server/visit-batches.ts'
import { VisitCollector } from '#features/visits/server/visit-collector.ts'
import { recentSalts } from '#features/visits/server/visit-salts.ts'
import { VisitSpool } from '#features/visits/server/visit-spool.ts'
import { ClickHouse } from '#platform/clickhouse.ts'
import { asService, type Database } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { ClickHouseServer } from '../drills/clickhouse-server.ts'
import { postgresMs } from './cpu.ts'
import type { Figure } from './figures.ts'

const [portals, batch, batches] = [5_000, 20_000, 10]
const views = batch * batches

type Cpu = Record<'program' | 'PostgreSQL' | 'ClickHouse', number>

/**
 * What a visit costs from its hash on, every visitor another, on both ways: through PostgreSQL's facts, handed on to ClickHouse and
 * rolled up, and past them. Microseconds of CPU, so that other work on the machine matters less; HTTP is not in it.
 */
export async function benchVisitWays(): Promise<Figure[] | undefined> {
  const cluster = await startCluster()
  const server = cluster && (await ClickHouseServer.make())
  if (!cluster || !server) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'backline-ways-'))
  const database = await openDatabase({ url: cluster.url('postgres'), folder: '' })
  await server.start()
  const clickhouse = new ClickHouse(server.url)
  try {
    await migrate(database)
    const ids = await makePortals(database)
    await makeClickHouseTables(clickhouse)
    await database.query(`insert into fact_feed (state) values ('fed')`)
    const spent = spentBy(() => ({
      program: process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000,
      PostgreSQL: postgresMs(cluster.folder),
      ClickHouse: server.cpuMs(),
    }))
    const spool = new VisitSpool(folder)
    const through = async (round: number) => {
      await write(database, spool, ids, round)
      await rollWaitingBatches(database)
      await sendFacts(database, clickhouse)
    }
    const collector = new VisitCollector(database, clickhouse)
    const past = async (round: number) => {
      await write(database, spool, ids, round)
      await collector.work()
    }
    // The first of each finds nothing prepared, as later ones do.
    await through(0)
    const ways = [{ way: 'through PostgreSQL', cpu: await spent(() => through(1)) }]
    await goPastFacts(database)
    await past(2)
    ways.push({ way: 'past its facts', cpu: await spent(() => past(3)) })
    return ways.flatMap(({ way, cpu }) => figuresOf(way, cpu))
  } finally {
    await clickhouse.close()
    await server.kill()
    await database.close()
    cluster.stop()
    rmSync(folder, { recursive: true })
  }
}

const figuresOf = (way: string, cpu: Cpu): Figure[] => [
  ...Object.entries(cpu).map(([who, ms]) => ({
    what: `a visit ${way}, CPU of ${who}`,
    value: (ms * 1_000) / views,
    unit: 'µs',
  })),
  {
    what: `a visit ${way}: so many a second are one core's work, all three together`,
    value: (views * 1_000) / Object.values(cpu).reduce((sum, ms) => sum + ms),
    unit: 'visits/s',
  },
]

const spentBy = (now: () => Cpu) => async (work: () => Promise<unknown>) => {
  const before = now()
  await work()
  const after = now()
  const names = Object.keys(after) as (keyof Cpu)[]
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as Cpu
}

async function makePortals(database: Database): Promise<string[]> {
  await database.transaction(asService('trial'), async (tx) => {
    await tx.execute(sql`with a as (
      insert into account (id, name) select gen_random_uuid(), 'Banda ' || n from generate_series(0, ${portals - 1}) n returning id, name)
      insert into portal (id, account_id, master, code, custom_url, name)
      select gen_random_uuid(), id, true, 'B' || substring(name from 7), 'banda-' || substring(name from 7), name from a`)
  })
  return (await database.query<{ id: string }>('select id from portal')).map(({ id }) => id)
}

/** As the queue does: hashed, on disk, read from there where it is not the latest, and written. */
async function write(database: Database, spool: VisitSpool, ids: readonly string[], round: number) {
  const known = recentSalts(database)
  for (let n = 0; n < batches; n++) {
    const drafts = Array.from({ length: batch }, (_, at) => draftOf(ids, (round * batches + n) * batch + at))
    const salts = await known(new Set(drafts.map(saltDay)))
    const rows = drafts.flatMap((draft) => {
      const salt = salts.get(saltDay(draft))
      return salt ? [viewRow(draft, salt)] : []
    })
    await spool.put({ id: v7(), rows })
  }
  for (const id of await spool.waiting()) {
    const found = await spool.read(id)
    if (found && found !== 'lost') await putBatch(database, found)
    await spool.done(id)
  }
}

/** Visitors of many places, by many links from elsewhere: hardly two are alike. */
function draftOf(ids: readonly string[], n: number): ViewDraft {
  const u = (salt: number) => ((Math.imul(n + 1, 2_654_435_761) * salt) >>> 0) / 4_294_967_296
  const referrer = Math.floor(300 * u(3) ** 2)
  return {
    portalId: ids[Math.floor(ids.length * u(7) ** 3)] ?? '',
    ...{ at: Date.now(), kind: 'view', visitor: `visitor ${n}`, path: '/' },
    source: referrer < 90 ? null : referrer < 200 ? 'Google' : `site-${referrer}`,
    medium: null,
    campaign: n % 20 === 0 ? `campaign-${n % 40}` : null,
    referrer: referrer < 90 ? null : `site-${referrer}.example`,
    channel: ['direct', 'search', 'social', 'referral'][referrer % 4] ?? '',
    ...{ country: 'ES', province: `ES-${n % 50}`, city: `city ${Math.floor(400 * u(5) ** 3)}` },
    device: ['mobile', 'mobile', 'desktop', 'tablet'][n % 4] ?? '',
    browser: ['Chrome', 'Safari', 'Firefox'][n % 3] ?? '',
    ...{ linkId: null, lineHash: null },
  }
}
