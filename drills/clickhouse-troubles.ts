import { compareFacts } from '#features/rollups/server/compare-facts.ts'
import { goThroughFacts } from '#features/visits/server/change-way.ts'
import { ClickHouse } from '#platform/clickhouse.ts'
import type { Database } from '#platform/db.ts'
import type { Cluster } from '#testing/postgres.ts'
import type { ClickHouseServer } from './clickhouse-server.ts'
import { collectWhile } from './clickhouse-visits.ts'
import { arrived, ask, questions, write } from './clickhouse-work.ts'
import type { DrillLine } from './drill.ts'
import type { SmallDisk, slowWay } from './faults.ts'
import { type Process, sleep } from './processes.ts'

export const promise = 'analytics on ClickHouse'
/** `DRILL_BATCHES=300` for a shorter one. */
const batches = Number(process.env.DRILL_BATCHES ?? 1_000)
const writers = 3
/** Longer than a question may take. */
const slowMs = 4_000

type Way = Awaited<ReturnType<typeof slowWay>>

interface Means {
  program: Process
  server: ClickHouseServer
  database: Database
  /** By which the program reaches the server. */
  way: Way
}

interface Trouble {
  how: string
  leave: () => Promise<void>
  come: () => Promise<void>
  /** Full: what is there can be asked still. */
  answers?: boolean
  /** Slow: facts may take their time. */
  feeds?: boolean
}

/** Killed, frozen, slow and full: the section says so in time, facts wait, everything else goes on. */
export async function away(
  means: Means & { cookie: string; disk: SmallDisk | undefined },
): Promise<DrillLine[]> {
  const { server, way, disk } = means
  const troubles: Trouble[] = [
    { how: 'killed', leave: () => server.kill(), come: () => server.start() },
    {
      how: 'frozen',
      leave: async () => server.signal('SIGSTOP'),
      come: async () => server.signal('SIGCONT'),
    },
    {
      ...{ how: 'slow', feeds: true },
      leave: async () => way.ms(slowMs),
      come: async () => way.ms(0),
    },
  ]
  if (disk)
    troubles.push({
      ...{ how: 'full', answers: true },
      leave: async () => disk.fill(),
      come: async () => disk.free(),
    })
  const lines: DrillLine[] = []
  for (const [at, trouble] of troubles.entries()) lines.push(await during(means, trouble, at))
  return lines
}

async function during(
  { program, database, cookie }: Means & { cookie: string },
  { how, leave, come, answers = false, feeds = false }: Trouble,
  at: number,
): Promise<DrillLine> {
  await leave()
  await write(database, `away-${how}`, at)
  const asked = await Promise.all(questions.map((path) => ask(program, path, cookie)))
  const others = await Promise.all(
    ['/api/portals', '/api/products', '/api/session'].map((path) => ask(program, path, cookie)),
  )
  const waited = feeds || !(await arrived(database, 4_000))
  await come()
  const started = performance.now()
  while ((await ask(program, questions[0] as string, cookie)).status !== 200) {
    if (performance.now() - started > 60_000) break
    await sleep(200)
  }
  const whole = await arrived(database, 60_000)
  const backMs = performance.now() - started
  const slowest = Math.max(...asked.map(({ tookMs }) => tookMs))
  const said = new Set(asked.map(({ status, body }) => `${status} ${body.error?.code ?? ''}`.trim()))
  const wanted = answers ? '200' : '503 analytics.storeAway'
  return {
    promise: `${promise}, ${how}`,
    figure: `its calls say ${wanted} within 2.5 s, facts ${feeds ? 'arrive late' : 'wait'}, all others answer, back by itself`,
    result: `${[...said].join(', ')} in ${slowest.toFixed(0)} ms at most; facts ${waited ? '' : 'did NOT wait, '}${whole ? 'arrived' : 'did NOT arrive'}; others ${others.map(({ status }) => status).join(' ')}; back after ${backMs.toFixed(0)} ms`,
    ok:
      [...said].join() === wanted &&
      slowest < 2_500 &&
      others.every(({ status }) => status === 200) &&
      waited &&
      whole &&
      backMs < 60_000,
  }
}

/** Facts in a thousand transactions while the program, ClickHouse and PostgreSQL are killed and their connections cut, in turn. */
export async function underLoad({
  program,
  server,
  database,
  way,
  cluster,
}: Means & { cluster: Cluster }): Promise<DrillLine[]> {
  const programKills: number[] = []
  const collected = collectWhile(program, programKills)
  let [refused, kills] = [0, 0]
  const acknowledged: string[] = []
  let work = true
  const ways: (() => Promise<unknown>)[] = [
    async () => {
      await server.kill()
      await sleep(Math.random() * 1_500)
      await server.start()
    },
    async () => {
      programKills.push(Date.now())
      await program.end('SIGKILL')
      await program.start()
    },
    () =>
      database
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'drill' and pid <> pg_backend_pid()`,
        )
        .catch(() => {}),
    async () => {
      cluster.crash()
      await sleep(Math.random() * 1_500)
      cluster.start()
    },
    async () => way.cut(),
  ]
  const killing = (async () => {
    for (; work; kills++) {
      await sleep(1_500 + Math.random() * 2_500)
      await ways[kills % ways.length]?.()
    }
  })()
  let next = 0
  const writer = async () => {
    for (let n = next++; n < batches; n = next++)
      await write(database, 'killed', n).then(
        () => acknowledged.push(`killed-${n}`),
        async () => {
          refused++
          // Whoever is refused at once would be through with all of it before anybody is back.
          await sleep(200)
        },
      )
  }
  await Promise.all(Array.from({ length: writers }, writer))
  work = false
  await killing
  const clickhouse = new ClickHouse(server.url)
  const visits = await collected(clickhouse, `${promise}, visits past PostgreSQL's facts`)
  const started = performance.now()
  // Whoever was killed while sending is taken over after two minutes.
  await arrived(database, 240_000)
  const arrivedMs = performance.now() - started
  const [kept] = await database.query<{ n: number }>(
    'select count(*)::int as n from "order" where external_id = any($1)',
    [acknowledged],
  )
  const lost = acknowledged.length - (kept?.n ?? 0)
  const { compared, differences } = await compareFacts(database, clickhouse, () => sleep(1_000))
  const alone = await visitsNoted(database)
  const exact = server.kind === 'chdb'
  // What came twice is more than was noted, and taken back all the same.
  await goThroughFacts(database, clickhouse, { whatever: !exact })
  const back = await compareFacts(database, clickhouse, () => sleep(1_000))
  await clickhouse.close()
  const returned: DrillLine = {
    promise: `${promise}, the way back`,
    figure: `visits that only ClickHouse had facts of are back${exact ? ': sums equal,' : ', as often as it has them:'} nothing noted any more`,
    result: `${alone} views were there alone, ${await visitsNoted(database)} are; ${back.differences.length} of ${back.compared} portals' months differ`,
    ok: alone > 0 && (await visitsNoted(database)) === 0 && (back.differences.length === 0 || !exact),
  }
  const line: DrillLine = {
    promise: `${promise}, killed under load`,
    figure: exact
      ? `${batches} batches; the program, ClickHouse and PostgreSQL killed, connections of both cut, in turn: none lost, sums equal`
      : `the same; 18.16 knows no repeat by its token, so what differs is told, not asked for`,
    result: `${acknowledged.length} acknowledged, ${refused} refused, ${kills} kills; ${lost} lost; all arrived ${(arrivedMs / 1000).toFixed(1)} s later; ${differences.length} of ${compared} portals' months differ`,
    ok: acknowledged.length > 0 && lost === 0 && (differences.length === 0 || !exact),
  }
  return [line, visits, returned]
}

const visitsNoted = async (database: Database) =>
  Number((await database.query<{ n: string }>('select coalesce(sum(views), 0) as n from visit_alone'))[0]?.n)
