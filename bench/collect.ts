import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { asService } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { cpuSeconds, startChild, stopChild } from './child.ts'
import type { Figure } from './figures.ts'

const [port, portalsPort, floorPort] = [20_831, 20_832, 20_833]
// What is asked for is offered, however long the answers take: what is taken of it in a second is what the machine can.
const [wanted, seconds, portals] = [20_000, 10, 500]
const load = fileURLToPath(new URL('collect-load.ts', import.meta.url))

interface Told {
  accepted: number
  seconds: number
}

/** Sends the views to a port; what it took is told by the `metrics` of the same program. */
async function offer(to: number, metrics: string): Promise<Told & { cpuMs: number }> {
  const started = await cpuSeconds(metrics)
  const { stdout } = await promisify(execFile)(process.execPath, [
    load,
    ...[to, wanted, seconds, portals].map(String),
  ])
  const told = JSON.parse(stdout) as Told
  // Twice: what the collector does within a second of the last view is part of it.
  await cpuSeconds(metrics)
  return { ...told, cpuMs: (((await cpuSeconds(metrics)) - started) * 1_000) / told.accepted }
}

/** The same views, read by a bare server that keeps none: what HTTP alone leaves of the machine. */
async function offerFloor() {
  const origin = `http://127.0.0.1:${floorPort}`
  const floor = await startChild('bench/collect-floor.ts', { PORT: String(floorPort) }, `${origin}/readyz`)
  const told = await offer(floorPort, `${origin}/metrics`)
  await stopChild(floor)
  return told
}

/** Page views taken by `POST /api/collect` on PostgreSQL: distinct addresses and browsers at 500 portals. */
export async function benchCollect(): Promise<Figure[] | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  // What an earlier program has left on disk would be worked off too.
  const folder = mkdtempSync(join(tmpdir(), 'backline-collect-'))
  try {
    const url = cluster.url('postgres')
    const database = await openDatabase({ url, folder: '' })
    await migrate(database)
    await database.transaction(asService('trial'), async (tx) => {
      await tx.execute(sql`with a as (
        insert into account (id, name) select gen_random_uuid(), 'Banda ' || n from generate_series(0, ${portals - 1}) n returning id, name)
        insert into portal (id, account_id, master, code, custom_url, name)
        select gen_random_uuid(), id, true, 'B' || substring(name from 7), 'banda-' || substring(name from 7), name from a`)
    })
    const env = {
      DATABASE_URL: url,
      DATA_DIR: folder,
      PORT: String(port),
      PORTALS_PORT: String(portalsPort),
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '1',
    }
    const floor = await offerFloor()
    const program = await startChild('bin/start.ts', env, `http://127.0.0.1:${port}/readyz`)
    const told = await offer(portalsPort, `http://127.0.0.1:${port}/metrics`)
    const stopping = performance.now()
    await stopChild(program)
    const stopMs = performance.now() - stopping
    const [row] = await database.query<{ views: number; total: number }>(
      `select (select count(*)::int from page_view) as views,
        (select sum(views)::int from visits_total where grain = 'hour' and scope_id = '00000000-0000-0000-0000-000000000000') as total`,
    )
    await database.close()
    const sustained = told.accepted / told.seconds
    const counted = Math.min(row?.views ?? 0, row?.total ?? 0)
    return [
      {
        what: `collect, ${(wanted * seconds).toLocaleString('en')} visits at ${portals} portals, every visitor another`,
        value: sustained,
        unit: 'visits/s',
        floor: floor.accepted / floor.seconds,
        ratio: floor.accepted / floor.seconds / sustained,
        limit: `≥ ${wanted.toLocaleString('en')}`,
        met: sustained >= wanted,
      },
      {
        what: 'of these counted after a clean stop',
        value: counted,
        unit: 'visits',
        floor: told.accepted,
        limit: 'all',
        met: counted === told.accepted,
      },
      {
        what: 'CPU of the program for a visit that is taken',
        value: told.cpuMs,
        unit: 'ms',
        floor: floor.cpuMs,
        ratio: told.cpuMs / floor.cpuMs,
      },
      { what: 'the clean stop', value: stopMs / 1_000, unit: 's' },
    ]
  } finally {
    cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
