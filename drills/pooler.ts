import { execFileSync } from 'node:child_process'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { makeWorld } from '#testing/world.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf, median } from './identity-program.ts'
import { Pgbouncer } from './pgbouncer.ts'
import { Process, sleep } from './processes.ts'
import { missing, Writers } from './writers.ts'

const lent = 20
/** Of forty processes: four have the connections of ten each. */
const [programs, poolOfEach] = [4, 100]
const readersOfEach = 60

/** pgbouncer with `docs/pgbouncer.ini` before PostgreSQL: forty processes' worth of connections on twenty of the server's. */
export async function run(): Promise<DrillLine[]> {
  const line = (result: string, ok: boolean): DrillLine => ({
    promise: 'behind pgbouncer',
    figure: 'docs/pgbouncer.ini as it stands, in transaction mode',
    result,
    ok,
  })
  if (!installed()) return [line('skipped: pgbouncer is not installed (apt-get install pgbouncer)', true)]
  await buildIfStale()
  const cluster = await startCluster()
  if (!cluster) return [line('skipped: no PostgreSQL is installed', true)]
  const admin = await openDatabase({ url: cluster.url('postgres'), folder: '' })
  await admin.query('create database drill')
  const direct = cluster.url('drill')
  const pooler = await Pgbouncer.before(direct)
  const own = { DATABASE_DIRECT_URL: direct, DATABASE_POOL: String(poolOfEach) }
  const processes = await Promise.all(
    Array.from({ length: programs }, () => Process.make(pooler.url('drill'), own)),
  )
  try {
    const lines = [await refusesAlone(pooler.url('drill'))]
    // On an empty database: they migrate it in turn, by a lock that a lent connection could not keep.
    await Promise.all(processes.map((one) => one.start()))
    const database = await openDatabase({ url: direct, folder: '' })
    await makeWorld(database, { size: 'test' })
    const cookies = {
      super: await cookieOf(database, 'super'),
      label: await cookieOf(database, 'label'),
      artist: await cookieOf(database, 'artist'),
    }
    lines.push(line(`${programs} processes began together on an empty database`, true))
    lines.push(await underLoad(processes, cookies, admin, direct))
    lines.push(await away(pooler, processes, cookies.super, direct))
    await database.close()
    return lines
  } finally {
    await Promise.all(processes.map((one) => one.end('SIGTERM')))
    await pooler.stop()
    await admin.close()
    cluster.stop()
  }
}

function installed() {
  try {
    execFileSync('pgbouncer', ['--version'])
    return true
  } catch {
    return false
  }
}

/** Without the second address a process would lose its settings with each connection: it does not start. */
async function refusesAlone(url: string): Promise<DrillLine> {
  const program = await Process.make(url)
  const said = await program.start().then(
    () => 'it started',
    (error: Error) => error.message,
  )
  if (program.running) await program.end('SIGKILL')
  return {
    promise: 'behind pgbouncer, unsaid',
    figure: 'a process that is not told of it refuses to start, and says what is missing',
    result: said.includes('DATABASE_DIRECT_URL') ? 'refused, DATABASE_DIRECT_URL named' : said.slice(0, 120),
    ok: said.includes('DATABASE_DIRECT_URL'),
  }
}

const readPaths = ['/api/portals', '/api/portals?page=2', '/api/products', '/api/session']
type Cookies = Record<'super' | 'label' | 'artist', string>
type Admin = Awaited<ReturnType<typeof openDatabase>>

const said = async (origin: string, path: string, cookie: string) => {
  const started = performance.now()
  const answer = await fetch(origin + path, { headers: { cookie }, signal: AbortSignal.timeout(20_000) })
  return { status: answer.status, text: await answer.text(), tookMs: performance.now() - started }
}

/** Who is answered and what they see; figures and states of it change while jobs run. */
function whose(text: string): string {
  const { user, items } = JSON.parse(text) as { user?: { id: string }; items?: { id: string }[] }
  return JSON.stringify([user?.id, items?.map(({ id }) => id)])
}

/** Whose rows an answer holds decides: a role or a reach that stayed with a lent connection would show others'. */
async function underLoad(
  processes: Process[],
  cookies: Cookies,
  admin: Admin,
  direct: string,
): Promise<DrillLine> {
  const [first] = processes as [Process]
  const alone = new Map<string, string>()
  for (const [who, cookie] of Object.entries(cookies))
    for (const path of readPaths) alone.set(who + path, whose((await said(first.origin, path, cookie)).text))
  const writers = new Writers(
    () => processes[Math.floor(Math.random() * programs)]?.origin ?? '',
    cookies.super,
  )
  writers.start(6)
  const seen = { reads: 0, refused: 0, faults: 0, foreign: 0 }
  const took: number[] = []
  const until = Date.now() + 20_000
  const whos = Object.keys(cookies) as (keyof Cookies)[]
  const reader = async ({ origin }: Process, n: number) => {
    for (let turn = n; Date.now() < until; turn++) {
      const who = whos[turn % whos.length] as keyof Cookies
      const path = readPaths[turn % readPaths.length] as string
      const { status, text, tookMs } = await said(origin, path, cookies[who])
      if (status === 503) seen.refused++
      else if (status !== 200) seen.faults++
      else if (whose(text) !== alone.get(who + path)) seen.foreign++
      else took.push(tookMs)
      seen.reads++
    }
  }
  let most = 0
  const watch = setInterval(async () => {
    const [row] = await admin.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = 'drill'`,
    )
    most = Math.max(most, row?.n ?? 0)
  }, 250)
  await Promise.all(
    processes.flatMap((one) => Array.from({ length: readersOfEach }, (_, n) => reader(one, n))),
  )
  clearInterval(watch)
  await writers.stop()
  const lost = await missing(direct, writers.acknowledged)
  // What makes the world, and what follows the writes, have a connection each of their own.
  const ok = seen.faults + seen.foreign + lost === 0 && most <= lent + 2 && writers.acknowledged.length > 0
  return {
    promise: 'behind pgbouncer, under load',
    figure: `${programs * poolOfEach} connections on ${lent}: no fault, nobody else's rows, nothing acknowledged lost`,
    result: `${seen.reads} reads by three people (${median(took).toFixed(0)} ms in the middle), ${seen.refused} refused as too many, ${seen.faults} faults, ${seen.foreign} with other rows; ${writers.acknowledged.length} writes, ${lost} lost; ${most} connections at most`,
    ok,
  }
}

/** The pooler ends as a crash does and comes back: what was acknowledged is there, and the processes find it again. */
async function away(
  pooler: Pgbouncer,
  processes: Process[],
  cookie: string,
  direct: string,
): Promise<DrillLine> {
  const [first] = processes as [Process]
  const writers = new Writers(() => first.origin, cookie)
  writers.start(4)
  await sleep(1_500)
  await pooler.kill()
  await sleep(3_000)
  const meanwhile = await said(first.origin, '/api/portals', cookie)
  await pooler.start()
  const started = performance.now()
  while ((await said(first.origin, '/api/portals', cookie)).status !== 200) await sleep(100)
  const backMs = performance.now() - started
  await sleep(1_000)
  await writers.stop()
  const lost = await missing(direct, writers.acknowledged)
  return {
    promise: 'pgbouncer killed under load',
    figure: 'refused with 503 meanwhile, back within 3 s, nothing acknowledged lost',
    result: `answered ${meanwhile.status} in ${meanwhile.tookMs.toFixed(0)} ms, back after ${backMs.toFixed(0)} ms, ${writers.acknowledged.length} writes, ${lost} lost`,
    ok: meanwhile.status === 503 && meanwhile.tookMs < 2_500 && backMs < 3_000 && lost === 0,
  }
}
