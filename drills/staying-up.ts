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

/** Promises 23 to 25: crashes, clean stops, and a database that is away. */
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
    for (const part of [killed, stopped, away])
      lines.push(...(await part(cluster, url, cookie).catch((error) => [failure(part.name, error)])))
    return lines
  } finally {
    cluster.freeze(false)
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

async function away(cluster: Cluster, url: string, cookie: string): Promise<DrillLine[]> {
  const program = await Process.make(url)
  await program.start()
  const ask = async () => {
    const started = performance.now()
    const { status, retry } = await fetch(`${program.origin}/api/portals`, {
      headers: { cookie },
      signal: AbortSignal.timeout(10_000),
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return { status: response.status, retry: response.headers.get('retry-after') }
      },
      () => ({ status: 0, retry: null }),
    )
    return { status, retry, ms: performance.now() - started }
  }
  const lines: DrillLine[] = []
  const faults: [string, () => void, () => void][] = [
    ['stopped', () => cluster.crash(), () => cluster.start()],
    ['frozen', () => cluster.freeze(true), () => cluster.freeze(false)],
  ]
  for (const [name, break_, repair] of faults) {
    await ask()
    break_()
    const said: Awaited<ReturnType<typeof ask>>[] = []
    for (let n = 0; n < 5; n++) {
      said.push(await ask())
      await sleep(200)
    }
    repair()
    const back = performance.now()
    let healthy = await ask()
    while (healthy.status !== 200 && performance.now() - back < 30_000) {
      await sleep(100)
      healthy = await ask()
    }
    const tookMs = performance.now() - back
    const slowest = Math.max(...said.map(({ ms }) => ms))
    const right = said.every(({ status, retry }) => status === 503 && retry !== null)
    lines.push({
      promise: `25 database ${name}`,
      figure: '503 with Retry-After within 3 s, healthy and signed in 5 s after it returns, never exits',
      result: `${said.map(({ status }) => status).join(' ')}, slowest ${(slowest / 1000).toFixed(1)} s, back after ${(tookMs / 1000).toFixed(1)} s, ${program.running ? 'running' : 'ended'}`,
      ok: right && slowest <= 3_000 && tookMs <= 5_000 && healthy.status === 200 && program.running,
    })
  }
  await program.end('SIGTERM')
  return lines
}
