import { compareFacts } from '#features/rollups/server/compare-facts.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { makeWorld } from '#testing/world.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import { ClickHouseServer } from './clickhouse-server.ts'
import { answers, ask, questions, write } from './clickhouse-work.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf } from './identity-program.ts'
import { Process, runCommand, sleep } from './processes.ts'

const batches = 1_000
const writers = 3
const promise = 'analytics on ClickHouse'

/** Moved there and back while people work, away in every way, and killed under load: sums are equal in the end. */
export async function run(): Promise<DrillLine[]> {
  const skipped = (why: string): DrillLine[] => [
    { promise, figure: 'equal sums after every crash', result: `skipped: ${why}`, ok: true },
  ]
  const server = await ClickHouseServer.make()
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
  const program = await Process.make(url, { CLICKHOUSE_URL: server.url })
  try {
    await program.start()
    const database = await openDatabase({ url, folder: '' })
    await makeWorld(database, { size: 'test' })
    const cookie = await cookieOf(database, 'super')
    const lines = [
      await thereAndBack(program, server, url, cookie, database),
      ...(await away(program, server, cookie)),
      await underLoad(program, server, database),
    ]
    await database.close()
    return lines
  } finally {
    await program.end('SIGTERM')
    await server.kill()
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

/** Killed and frozen: the section says so in time, everything else goes on. */
async function away(program: Process, server: ClickHouseServer, cookie: string): Promise<DrillLine[]> {
  const lines: DrillLine[] = []
  for (const [how, leave, come] of [
    ['killed', () => server.kill(), () => server.start()],
    ['frozen', async () => server.signal('SIGSTOP'), async () => server.signal('SIGCONT')],
  ] as const) {
    await leave()
    const asked = await Promise.all(questions.map((path) => ask(program, path, cookie)))
    const others = await Promise.all(
      ['/api/portals', '/api/products', '/api/session'].map((path) => ask(program, path, cookie)),
    )
    await come()
    const started = performance.now()
    while ((await ask(program, questions[0] as string, cookie)).status !== 200) {
      if (performance.now() - started > 60_000) break
      await sleep(200)
    }
    const backMs = performance.now() - started
    const slowest = Math.max(...asked.map(({ tookMs }) => tookMs))
    const codes = new Set(asked.map(({ status, body }) => `${status} ${body.error?.code ?? ''}`))
    lines.push({
      promise: `${promise}, ${how}`,
      figure: 'its calls say 503 analytics.storeAway within 2.5 s, all others answer, back by itself',
      result: `${[...codes].join(', ')} in ${slowest.toFixed(0)} ms at most; others ${others.map(({ status }) => status).join(' ')}; back after ${backMs.toFixed(0)} ms`,
      ok:
        [...codes].join() === '503 analytics.storeAway' &&
        slowest < 2_500 &&
        others.every(({ status }) => status === 200) &&
        backMs < 40_000,
    })
  }
  return lines
}

/** Facts in a thousand transactions while the program and ClickHouse are killed and PostgreSQL's connections cut. */
async function underLoad(program: Process, server: ClickHouseServer, database: Database): Promise<DrillLine> {
  let [written, refused, kills] = [0, 0, 0]
  let work = true
  const killing = (async () => {
    for (let n = 0; work; n++) {
      await sleep(1_500 + Math.random() * 2_500)
      kills++
      if (n % 3 === 0) {
        await server.kill()
        await sleep(Math.random() * 1_500)
        await server.start()
      } else if (n % 3 === 1) {
        await program.end('SIGKILL')
        await program.start()
      } else
        await database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'drill' and pid <> pg_backend_pid()`,
        )
    }
  })()
  let next = 0
  const writer = async () => {
    for (let n = next++; n < batches; n = next++)
      await write(database, 'killed', n).then(
        () => written++,
        () => refused++,
      )
  }
  await Promise.all(Array.from({ length: writers }, writer))
  work = false
  await killing
  const clickhouse = new ClickHouse(server.url)
  const started = performance.now()
  // Whoever was killed while sending is taken over after two minutes.
  while (performance.now() - started < 240_000) {
    const [row] = await database.query<{ n: number }>('select count(*)::int as n from fact_outbox')
    if (row?.n === 0) break
    await sleep(500)
  }
  const arrivedMs = performance.now() - started
  const { compared, differences } = await compareFacts(database, clickhouse, () => sleep(1_000))
  await clickhouse.close()
  const exact = server.kind === 'chdb'
  return {
    promise: `${promise}, killed under load`,
    figure: exact
      ? `${batches} batches; the program and ClickHouse killed, connections of PostgreSQL cut, in turn: sums equal`
      : `the same; 18.16 knows no repeat by its token, so what differs is told, not asked for`,
    result: `${written} written, ${refused} refused, ${kills} kills; all arrived ${(arrivedMs / 1000).toFixed(1)} s later; ${differences.length} of ${compared} portals' months differ`,
    ok: written > 0 && (differences.length === 0 || !exact),
  }
}
