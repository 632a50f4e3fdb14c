import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { portals } from '#testing/world/cast.ts'
import { makeWorld } from '#testing/world.ts'
import { cpuPerRequest, startChild, stopChild } from './child.ts'
import type { Figure } from './figures.ts'

const [port, portalsPort, floorPort] = [20_821, 20_822, 20_823]
const portal = portals.claraVentisca
const page = `http://127.0.0.1:${portalsPort}/${portal.customUrl}`
// A browser's: what calls itself a program is not counted.
const headers = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'accept-encoding': 'identity',
}

/** CPU per request of the demo label's page, each view counted, against bare node:http answering the same bytes. */
export async function benchPublicPage(): Promise<Figure[] | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  try {
    const url = cluster.url('postgres')
    const database = await openDatabase({ url, folder: '' })
    await migrate(database)
    await makeWorld(database, { size: 'test' })
    const env = {
      DATABASE_URL: url,
      PORT: String(port),
      PORTALS_PORT: String(portalsPort),
      LOG_LEVEL: 'warn',
    }
    const program = await startChild('bin/start.ts', env, `http://127.0.0.1:${port}/readyz`)
    const answer = await fetch(page, { headers })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const file = join(mkdtempSync(join(tmpdir(), 'backline-bench-')), 'page.html')
    writeFileSync(file, bytes)
    const floorUrl = `http://127.0.0.1:${floorPort}/`
    const floor = await startChild(
      'bench/public-page-floor.ts',
      { PORT: String(floorPort), BODY: file },
      floorUrl,
    )
    const before = await countOf(database)
    const rounds = { warm: 2_000, count: 10_000 }
    const floorMs = await cpuPerRequest(floorUrl, `${floorUrl}metrics`, headers, rounds)
    const pageMs = await cpuPerRequest(page, `http://127.0.0.1:${port}/metrics`, headers, rounds)
    await Promise.all([stopChild(program), stopChild(floor)])
    const counted = (await countOf(database)) - before
    await database.close()
    const sent = rounds.warm + 3 * rounds.count
    const ratio = pageMs / floorMs
    const what = `public page of ${Math.round(bytes.length / 1024)} KB, each view counted, CPU per request`
    return [
      { what, value: pageMs, unit: 'ms', floor: floorMs, ratio, limit: '≤ 2.5×', met: ratio <= 2.5 },
      {
        what: 'views of it that were counted after a clean stop',
        value: counted,
        unit: 'views',
        floor: sent,
        limit: 'all',
        met: counted >= sent,
      },
    ]
  } finally {
    cluster.stop()
  }
}

async function countOf(database: Awaited<ReturnType<typeof openDatabase>>): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from page_view where portal_id = $1 and kind = 'view'`,
    [portal.id],
  )
  return row?.count ?? 0
}
