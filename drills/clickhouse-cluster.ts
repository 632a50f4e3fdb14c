import { compareFacts } from '#features/rollups/server/compare-facts.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { makeWorld } from '#testing/world.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import type { ClickHouseServer } from './clickhouse-server.ts'
import { Shards } from './clickhouse-shards.ts'
import { answers, arrived, ask, questions, write } from './clickhouse-work.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf } from './identity-program.ts'
import { Process, runCommand, sleep } from './processes.ts'

const promise = 'a cluster of ClickHouse'
const batches = 600
const kills = 14
const answeredMs = 2_500

interface Means {
  shards: Shards
  entry: ClickHouseServer
  program: Process
  database: Database
  cookie: string
  env: Record<string, string>
}

/** Two shards of two servers each: what is fed is there once, whoever is killed, and the section answers or says that it cannot. */
export async function run(): Promise<DrillLine[]> {
  const skipped = (why: string): DrillLine[] => [
    { promise, figure: 'nothing lost, nothing double', result: `skipped: ${why}`, ok: true },
  ]
  const shards = await Shards.make()
  const entry = shards?.all[0]
  if (!(shards && entry)) return skipped('apt-get install clickhouse-server zookeeperd')
  await buildIfStale()
  const cluster = await startCluster()
  if (!cluster) return skipped('no PostgreSQL is installed')
  const admin = await openDatabase({ url: cluster.url('postgres'), folder: '' })
  await admin.query('create database drill')
  const url = cluster.url('drill')
  const env = { CLICKHOUSE_URL: entry.url, CLICKHOUSE_CLUSTER: Shards.cluster }
  const program = await Process.make(url, env)
  try {
    await shards.start()
    await program.start()
    const database = await openDatabase({ url, folder: '' })
    await makeWorld(database, { size: 'test', days: 60, volume: 1 })
    const cookie = await cookieOf(database, 'super')
    const means = { shards, entry, program, database, cookie, env: { ...env, DATABASE_URL: url } }
    const lines = [await moved(means), ...(await away(means)), await underLoad(means)]
    await database.close()
    return lines
  } finally {
    await program.end('SIGTERM')
    await shards.stop()
    await admin.close()
    cluster.stop()
  }
}

/** What each server holds by itself, as one text: by shard, then by replica. */
const heldBy = (shards: Shards) =>
  Promise.all(
    shards.servers.map((replicas) =>
      Promise.all(
        replicas.map(async ({ url }) => {
          const server = new ClickHouse(url)
          const sums = ['orders', 'net_micros', 'units'].map((name) => `sum(${name})`).join(', ')
          const [orders] = await server.read(`SELECT count(), ${sums} FROM sale_fact_here`)
          const [visits] = await server.read('SELECT count(), sum(visits), sum(views) FROM visit_fact_here')
          await server.close()
          return JSON.stringify([orders, visits])
        }),
      ),
    ),
  )

/** Do both servers of each shard hold the same? They follow each other a moment later. */
async function fellowsAgree(shards: Shards): Promise<boolean> {
  for (let n = 0; n < 60; n++) {
    const held = await heldBy(shards)
    if (held.every(([first, ...others]) => others.every((other) => other === first))) return true
    await sleep(1_000)
  }
  return false
}

async function moved({ shards, entry, program, database, cookie, env }: Means): Promise<DrillLine> {
  const analytics = (...words: string[]) => runCommand(['bin/analytics.ts', ...words], env)
  const copied = await analytics('copy')
  const verified = await analytics('verify')
  await rollWaitingBatches(database)
  const before = await answers(program, cookie)
  const used = await analytics('use', 'clickhouse')
  await sleep(3_000)
  const there = await answers(program, cookie)
  const held = await heldBy(shards)
  const parts = held.map(([first = '']) => (JSON.parse(first) as string[][]).map(([count]) => Number(count)))
  const agree = await fellowsAgree(shards)
  const codes = [copied, verified, used].map(({ code }) => code).join(' ')
  return {
    promise: `${promise} ${await entry.version()}`,
    figure:
      'made, fed and asked by the program: facts on both shards, twice on each, the same answers as before',
    result: `exits ${codes}; ${copied.said.split('\n').at(-1)} ${verified.said} Sales and visits of the shards: ${parts.map((counts) => counts.join(' + ')).join(', ')}; fellows ${agree ? 'agree' : 'DIFFER'}; answers ${before === there ? 'equal' : 'DIFFER'}`,
    ok: codes === '0 0 0' && before === there && agree && parts.flat().every((count) => count > 0),
  }
}

interface Absence {
  who: string
  leave: () => Promise<unknown>
  come: () => Promise<unknown>
  /** Does the section still answer, and do facts still arrive? */
  answers: boolean
  feeds: boolean
}

async function away(means: Means): Promise<DrillLine[]> {
  const { shards, entry } = means
  const [, fellow] = shards.servers[0] ?? []
  const other = shards.servers[1] ?? []
  const all = (work: (server: ClickHouseServer) => unknown) => Promise.all(other.map(work))
  const absences: Absence[] = [
    {
      ...{ who: 'one server of a shard', answers: true, feeds: true },
      ...{ leave: async () => other[1]?.kill(), come: async () => other[1]?.start() },
    },
    {
      ...{ who: 'the fellow of the one that is asked', answers: true, feeds: true },
      ...{ leave: async () => fellow?.kill(), come: async () => fellow?.start() },
    },
    {
      ...{ who: 'a whole shard', answers: false, feeds: false },
      ...{ leave: () => all((server) => server.kill()), come: () => all((server) => server.start()) },
    },
    {
      ...{ who: 'the one that is asked', answers: false, feeds: false },
      ...{ leave: () => entry.kill(), come: () => entry.start() },
    },
    {
      ...{ who: 'ZooKeeper', answers: true, feeds: false },
      ...{ leave: () => shards.killZooKeeper(), come: () => shards.startZooKeeper() },
    },
  ]
  const lines: DrillLine[] = []
  for (const [at, absence] of absences.entries()) lines.push(await without(means, absence, at))
  return lines
}

async function without(means: Means, absence: Absence, at: number): Promise<DrillLine> {
  const { program, database, cookie } = means
  await absence.leave()
  // Whoever begins while somebody is down finds the tables made.
  if (at === 0) {
    await program.end('SIGKILL')
    await program.start()
    await sleep(3_000)
  }
  await write(database, `without-${at}`, at)
  const asked = []
  for (const path of [...questions, ...questions]) asked.push(await ask(program, path, cookie))
  const others = await ask(program, '/api/portals', cookie)
  const fed = await arrived(database, absence.feeds ? 15_000 : 4_000)
  await absence.come()
  const back = performance.now()
  const whole = (await arrived(database, 90_000)) && (await answersAgain(means))
  const backMs = performance.now() - back
  const said = new Set(asked.map(({ status, body }) => `${status} ${body.error?.code ?? ''}`.trim()))
  const slowest = Math.max(...asked.map(({ tookMs }) => tookMs))
  const wanted = absence.answers ? '200' : '503 analytics.storeAway'
  return {
    promise: `${promise}, without ${absence.who}`,
    figure: `${wanted} within 2.5 s, facts ${absence.feeds ? 'arrive' : 'wait'}, other calls answer; back by itself`,
    result: `${[...said].join(', ')} in ${slowest.toFixed(0)} ms at most; facts ${fed ? 'arrived' : 'waited'}; others ${others.status}; ${whole ? `back after ${(backMs / 1000).toFixed(1)} s` : 'NOT back'}`,
    ok:
      [...said].join() === wanted &&
      slowest < answeredMs &&
      fed === absence.feeds &&
      others.status === 200 &&
      whole,
  }
}

async function answersAgain({ program, cookie }: Means): Promise<boolean> {
  for (let n = 0; n < 200; n++) {
    if ((await ask(program, questions[0] as string, cookie)).status === 200) return true
    await sleep(200)
  }
  return false
}

/** Facts and questions all the time while servers are killed, one after the other, and come back. */
async function underLoad(means: Means): Promise<DrillLine> {
  const { shards, entry, program, database, cookie } = means
  let [written, killed, next] = [0, 0, 0]
  const answered = new Map<string, number>()
  let slowest = 0
  const killing = (async () => {
    for (; killed < kills; killed++) {
      await sleep(1_000 + Math.random() * 1_500)
      const victim = shards.all[killed % shards.all.length]
      await victim?.kill()
      await sleep(Math.random() * 4_000)
      await victim?.start()
    }
  })()
  const writer = async () => {
    for (let n = next++; n < batches || killed < kills; n = next++) {
      await write(database, 'load', n)
      written++
    }
  }
  const asker = async () => {
    for (let n = 0; killed < kills; n++) {
      const { status, body, tookMs } = await ask(program, questions[n % questions.length] as string, cookie)
      const said = `${status} ${body.error?.code ?? ''}`.trim()
      answered.set(said, (answered.get(said) ?? 0) + 1)
      slowest = Math.max(slowest, tookMs)
      await sleep(50)
    }
  }
  await Promise.all([killing, writer(), writer(), asker()])
  const started = performance.now()
  await arrived(database, 240_000)
  const tookMs = performance.now() - started
  const clickhouse = new ClickHouse(entry.url)
  const agree = await fellowsAgree(shards)
  const { compared, differences } = await compareFacts(database, clickhouse, () => sleep(1_000))
  await clickhouse.close()
  const told = [...answered].map(([said, times]) => `${times} × ${said}`).join(', ')
  return {
    promise: `${promise}, servers killed under load`,
    figure: `${kills} killed with -9 in turn and started again: 0 lost, 0 double, each question answered or refused within 2.5 s`,
    result: `${written} batches written; ${told}, ${slowest.toFixed(0)} ms at most; all arrived ${(tookMs / 1000).toFixed(1)} s later; ${differences.length} of ${compared} portals' months differ; fellows ${agree ? 'agree' : 'DIFFER'}`,
    ok:
      written >= batches &&
      differences.length === 0 &&
      agree &&
      slowest < answeredMs &&
      [...answered.keys()].every((said) => said === '200' || said === '503 analytics.storeAway'),
  }
}
