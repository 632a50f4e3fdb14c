import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import type { Database } from '#platform/db.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { makeWorld } from '#testing/world.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import { fresh } from './clickhouse-fresh.ts'
import { ClickHouseServer } from './clickhouse-server.ts'
import { away, promise, underLoad } from './clickhouse-troubles.ts'
import { answers, ask, questions, write } from './clickhouse-work.ts'
import type { DrillLine } from './drill.ts'
import { SmallDisk, slowWay } from './faults.ts'
import { cookieOf } from './identity-program.ts'
import { Process, runCommand, sleep } from './processes.ts'

/** Moved there and back while people work, away in every way, and killed under load: sums are equal in the end. */
export async function run(): Promise<DrillLine[]> {
  const disk = SmallDisk.make(mkdtempSync(join(tmpdir(), 'backline-clickhouse-')), 400)
  const skipped = (why: string): DrillLine[] => {
    disk?.remove()
    return [{ promise, figure: 'equal sums after every crash', result: `skipped: ${why}`, ok: true }]
  }
  const server = await ClickHouseServer.make(disk?.folder)
  if (!server)
    return skipped(
      'no ClickHouse (apt-get install clickhouse-server, or CHDB=folder where npm installed chdb)',
    )
  await buildIfStale()
  const cluster = await startCluster()
  if (!cluster) return skipped('no PostgreSQL is installed')
  await server.start()
  const admin = await openDatabase({ url: cluster.url('postgres'), folder: '' })
  await admin.query('create database drill')
  const url = cluster.url('drill')
  const way = await slowWay(server.port)
  const program = await Process.make(url, { CLICKHOUSE_URL: `http://127.0.0.1:${way.port}/drill` })
  try {
    await program.start()
    const database = await openDatabase({ url, folder: '' })
    await makeWorld(database, { size: 'test' })
    const cookie = await cookieOf(database, 'super')
    const lines = [
      await thereAndBack(program, server, url, cookie, database),
      await fresh(program, database, cookie, promise),
      ...(await away({ program, server, database, cookie, way, disk })),
      ...(await underLoad({ program, server, database, cluster, way })),
    ]
    await database.close()
    return lines
  } finally {
    await program.end('SIGTERM')
    await server.kill()
    way.stop()
    disk?.remove()
    await admin.close()
    cluster.stop()
  }
}

async function thereAndBack(
  program: Process,
  server: ClickHouseServer,
  url: string,
  cookie: string,
  database: Database,
): Promise<DrillLine> {
  const env = { DATABASE_URL: url, CLICKHOUSE_URL: server.url }
  const analytics = (...words: string[]) => runCommand(['bin/analytics.ts', ...words], env)
  const early = await analytics('use', 'clickhouse')
  let work = true
  const working = (async () => {
    for (let n = 0; work; n++) await write(database, 'copied', n)
  })()
  const copied = await analytics('copy')
  work = false
  await working
  const verified = await analytics('verify')
  // Rollups are a minute behind facts: both stores are asked what both know.
  await rollWaitingBatches(database)
  const before = await answers(program, cookie)
  const used = await analytics('use', 'clickhouse')
  await sleep(3_000)
  const there = await answers(program, cookie)
  await server.kill()
  const proof = (await ask(program, questions[0] as string, cookie)).status
  await server.start()
  await analytics('use', 'postgres')
  await sleep(8_000)
  const back = await answers(program, cookie)
  await analytics('use', 'clickhouse')
  await sleep(5_000)
  const codes = [early, copied, verified, used].map(({ code }) => code).join(' ')
  return {
    promise: `${promise} ${await server.version()}`,
    figure: 'refused before it is copied; copied under work, verified, used, back: the same answers',
    result: `exits ${codes}; ${copied.said.split('\n').at(-1)} ${verified.said}; answers ${before === there ? 'equal there' : 'DIFFER there'}, ${before === back ? 'equal back' : 'DIFFER back'}; ${proof} with the server killed`,
    ok: codes === '1 0 0 0' && before === there && before === back && proof === 503,
  }
}
