import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { type Cluster, startCluster } from '#testing/postgres.ts'
import { makeWorld } from '#testing/world.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf } from './identity-program.ts'
import { balance, Process, sleep } from './processes.ts'
import { missing, Writers } from './writers.ts'

const kills = 50
const crashes = 10

/** Promises 23 and 24: crashes and clean stops. */
export async function run(): Promise<DrillLine[]> {
  await buildIfStale()
  const cluster = await startCluster('-c fsync=on')
  if (!cluster) throw new Error('This drill needs an installed PostgreSQL.')
  try {
    const admin = await openDatabase({ url: cluster.url('postgres'), folder: '' })
    await admin.query('create database drill')
    await admin.close()
    const url = cluster.url('drill')
    const database = await openDatabase({ url, folder: '' })
    await migrate(database)
    await makeWorld(database, { size: 'test' })
    const cookie = await cookieOf(database, 'super')
    await database.close()
    const lines: DrillLine[] = []
    for (const part of [killed, stopped])
      lines.push(...(await part(cluster, url, cookie).catch((error) => [failure(part.name, error)])))
    return lines
  } finally {
    cluster.stop()
  }
}

const failure = (promise: string, error: unknown): DrillLine => {
  console.error(error)
  return { promise, figure: 'runs to its end', result: String(error).slice(0, 120), ok: false }
}

async function killed(cluster: Cluster, url: string, cookie: string): Promise<DrillLine[]> {
  const program = await Process.make(url)
  await program.start()
  const writers = new Writers(() => program.origin, cookie)
  writers.start(4)
  let slowest = 0
  for (let n = 0; n < kills; n++) {
    await sleep(300)
    await program.end('SIGKILL')
    slowest = Math.max(slowest, await program.start())
  }
  await writers.stop()
  const lostByKills = await missing(url, writers.acknowledged)
  const written = writers.acknowledged.length

  writers.acknowledged = []
  let slowestCrash = 0
  writers.start(4)
  for (let n = 0; n < crashes; n++) {
    await sleep(500)
    cluster.crash()
    const started = performance.now()
    cluster.start()
    while (!(await program.ready())) await sleep(50)
    slowestCrash = Math.max(slowestCrash, performance.now() - started)
  }
  await writers.stop()
  const alive = program.running
  await program.end('SIGTERM')
  const lostByCrashes = await missing(url, writers.acknowledged)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return [
    {
      promise: '23 kill -9 of the program',
      figure: `${kills} times: 0 acknowledged writes lost, back within 10 s`,
      result: `${written} written, ${lostByKills} lost, back within ${seconds(slowest)}`,
      ok: written > 0 && lostByKills === 0 && slowest <= 10_000,
    },
    {
      promise: '23 kill -9 of PostgreSQL',
      figure: `${crashes} times: 0 acknowledged writes lost, back within 10 s`,
      result: `${writers.acknowledged.length} written, ${lostByCrashes} lost, back within ${seconds(slowestCrash)}, program ${alive ? 'kept running' : 'ended'}`,
      ok: writers.acknowledged.length > 0 && lostByCrashes === 0 && slowestCrash <= 10_000 && alive,
    },
  ]
}

async function stopped(_cluster: Cluster, url: string, cookie: string): Promise<DrillLine[]> {
  // Both answer for one address: the balancer's.
  const first = await Process.make(url)
  const second = await Process.make(url)
  await first.start()
  await second.start()
  const balancer = await balance([first, second])
  const writers = new Writers(() => balancer.origin, cookie)
  writers.start(6)
  let slowest = 0
  for (const each of [first, second, first, second]) {
    await sleep(700)
    slowest = Math.max(slowest, await each.end('SIGTERM'))
    await each.start()
  }
  await sleep(300)
  await writers.stop()
  const refused = [...writers.statuses].filter(([status]) => status !== 201)
  balancer.stop()
  await first.end('SIGTERM')
  await second.end('SIGTERM')
  const lost = await missing(url, writers.acknowledged)
  return [
    {
      promise: '24 SIGTERM under load, two processes',
      figure: '0 failed requests, exit within 15 s',
      result: `${writers.acknowledged.length} written, ${lost} lost, others ${JSON.stringify(refused)}, ended within ${(slowest / 1000).toFixed(1)} s`,
      ok: refused.length === 0 && lost === 0 && slowest <= 15_000 && writers.acknowledged.length > 0,
    },
  ]
}
