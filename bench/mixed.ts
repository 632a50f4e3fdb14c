import { cpus } from 'node:os'
import { Pool } from 'undici'
import { openDatabase } from '#platform/open-database.ts'
import { cookieFor } from '#testing/as.ts'
import { startCluster } from '#testing/postgres.ts'
import { type PersonKey, people, portals } from '#testing/world/cast.ts'
import { floorOf, usualFloorMs } from './api-list.ts'
import { cpuSeconds, startChild, stopChild } from './child.ts'
import { type Figure, percentile } from './figures.ts'
import { makeWorkingWorld } from './more-portals.ts'

const perSecond = Number(process.env.BENCH_RATE ?? 300)
const seconds = Number(process.env.BENCH_SECONDS ?? 30)
/** A process that has run for a while: its hot code is compiled and its statements are known to PostgreSQL. */
const warmSeconds = 20
const ports = [20_861, 20_863]
/** To each process: as many as people's browsers open, so that what waits does so in the program. */
const connections = 1_000

interface Ask {
  who: PersonKey
  path: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: object
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const lobo = portals.ninoLobo.id
export const pages: Ask[] = [
  { who: 'staff', path: '/portals' },
  { who: 'label', path: '/dashboard' },
  { who: 'artist', path: '/dashboard/links' },
  { who: 'label', path: '/events' },
  { who: 'artist', path: '/en/dashboard/featured' },
]
export const reads: Ask[] = [
  { who: 'staff', path: '/api/portals' },
  { who: 'artist', path: `/api/portal/${lobo}/links` },
  { who: 'artist', path: `/api/portal/${lobo}/events` },
  { who: 'label', path: '/api/products' },
  { who: 'label', path: '/api/inbox/count' },
  { who: 'label', path: `/api/portal/${portals.bajamar.id}/team` },
  { who: 'staff', path: '/api/contacts' },
]
export const analytics: Ask[] = [
  'highlights',
  'portalSalesInfo',
  'portalVisitsInfo',
  'salesByProductDetailInfo',
].map((name, at) => ({
  who: at % 2 ? ('label' as const) : ('artist' as const),
  path: `/api/analytics/${name}?f=${day(30)}&t=${day(1)}`,
}))

/**
 * 300 requests a second by signed-in people at two processes and PostgreSQL, all on this machine, the generator too:
 * 20 % pages, 60 % reads, 10 % analytics, 10 % writes, at a fixed rate however slow the answers.
 */
export async function benchMixed(): Promise<Figure[] | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  try {
    const url = cluster.url('postgres')
    const database = await openDatabase({ url, folder: '' })
    await makeWorkingWorld(database)
    await database.close()
    return await mixedAt(url, '', await floorOf(url))
  } finally {
    cluster.stop()
  }
}

/** The same at a database that stands; `where` says which, behind the figures' names; `floor` is what a request costs at least, ms. */
export async function mixedAt(url: string, where: string, floor: number): Promise<Figure[]> {
  const database = await openDatabase({ url, folder: '' })
  const cookies = new Map<PersonKey, string>()
  for (const who of ['staff', 'label', 'artist'] as const)
    cookies.set(who, await cookieFor(database, people[who].id))
  await database.close()
  const programs = []
  const starts: number[] = []
  for (const port of ports) {
    const env = { DATABASE_URL: url, PORT: String(port), PORTALS_PORT: String(port + 1), LOG_LEVEL: 'warn' }
    const started = performance.now()
    programs.push(
      await startChild('bin/start.ts', { ...env, APP_ORIGIN: origin(0) }, `http://127.0.0.1:${port}/readyz`),
    )
    starts.push(performance.now() - started)
  }
  try {
    await load(cookies, warmSeconds)
    const cpuBefore = await cpuOfAll()
    const machineBefore = machineMs()
    const ownBefore = process.cpuUsage()
    const { times, shed, wrong } = await load(cookies, seconds)
    const own = process.cpuUsage(ownBefore)
    const allMs = (machineMs() - machineBefore) / times.length
    const cpuMs = (((await cpuOfAll()) - cpuBefore) * 1000) / times.length
    const ownMs = (own.user + own.system) / 1000 / times.length
    times.sort((a, b) => a - b)
    const at = (share: number) => percentile(times, share)
    const memory = Math.max(...(await Promise.all(ports.map(memoryOf))))
    const start = Math.min(...starts) / 1000
    const what = `${perSecond} mixed requests/s for ${seconds} s${where}`
    // A machine of twice the floor has half the requests to answer in the same time.
    const most = (100 * floor) / usualFloorMs
    const beside = { program: cpuMs / floor, machine: allMs / floor }
    return [
      {
        what: `${what}, p95`,
        value: at(0.95),
        unit: 'ms',
        limit: `≤ ${most.toFixed(0)} ms (100 at a floor of ${usualFloorMs} ms)`,
        met: at(0.95) <= most && wrong.length === 0,
      },
      {
        ...{ what: `${what}, CPU of the program a request`, value: cpuMs, unit: 'ms', floor },
        ...{ ratio: beside.program, limit: '≤ 5×', met: beside.program <= 5 },
      },
      { what: `${what}, CPU of the generator a request`, value: ownMs, unit: 'ms' },
      {
        ...{ what: `${what}, CPU of the whole machine a request`, value: allMs, unit: 'ms', floor },
        ...{ ratio: beside.machine, limit: '≤ 9×', met: beside.machine <= 9 },
      },
      { what: `${what}, p50`, value: at(0.5), unit: 'ms' },
      { what: `${what}, told to come again`, value: shed, unit: '' },
      { what: `${what}, not answered well`, value: wrong.length, unit: '', limit: '0', met: !wrong.length },
      {
        what: `memory of one process after it${where}`,
        value: memory,
        unit: 'MB',
        limit: '≤ 350 MB',
        met: memory <= 350,
      },
      {
        what: `start on a PostgreSQL that stands${where}`,
        value: start,
        unit: 's',
        limit: '≤ 1.5 s',
        met: start <= 1.5,
      },
    ]
  } finally {
    await Promise.all(programs.map(stopChild))
  }
}

const origin = (turn: number) => `http://localhost:${ports[turn % ports.length]}`

async function load(cookies: Map<PersonKey, string>, forSeconds: number) {
  const pools = ports.map((_, turn) => new Pool(origin(turn), { connections }))
  const times: number[] = []
  const wrong: string[] = []
  let shed = 0
  const made: string[] = []
  const ask = async ({ who, path, method = 'GET', body }: Ask, turn: number) => {
    const started = performance.now()
    const response = await (pools[turn % pools.length] as Pool).request({
      path,
      method,
      headers: {
        cookie: cookies.get(who) ?? '',
        origin: origin(0),
        // As browsers do; what is made is not looked into, unless it is needed.
        ...(path.endsWith('/link') ? {} : { 'accept-encoding': 'gzip, deflate, br' }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    // The generator's work is taken from the same two cores.
    const text = path.endsWith('/link')
      ? await response.body.text()
      : await response.body.dump({ limit: 10_000_000 })
    if (response.statusCode === 503) {
      shed++
      return
    }
    times.push(performance.now() - started)
    if (response.statusCode >= 300) wrong.push(`${method} ${path} ${response.statusCode}`)
    else if (text) made.push((JSON.parse(text) as { id: string }).id)
  }
  const write = (turn: number): Ask => {
    const old = made.shift()
    if (old && turn % 2) return { who: 'artist', path: `/api/portal/link/${old}`, method: 'DELETE' }
    return turn % 4
      ? { who: 'label', path: '/api/account/color-mode', method: 'PUT', body: { colorMode: 'dark' } }
      : {
          who: 'artist',
          path: `/api/portal/${lobo}/link`,
          method: 'POST',
          body: { title: { es: 'Medida' }, url: 'https://example.org/' },
        }
  }
  const pick = (from: Ask[], turn: number) => from[turn % from.length] as Ask
  const running: Promise<void>[] = []
  const started = performance.now()
  for (let turn = 0; turn < perSecond * forSeconds; turn++) {
    const wait = started + (turn * 1000) / perSecond - performance.now()
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
    const round = Math.floor(turn / 10)
    const kind = turn % 10
    const next =
      kind < 2
        ? pick(pages, round * 2 + kind)
        : kind < 8
          ? pick(reads, round * 6 + kind)
          : kind < 9
            ? pick(analytics, round)
            : write(round)
    running.push(ask(next, turn).catch((error) => void wrong.push(String(error))))
  }
  await Promise.all(running)
  await Promise.all(pools.map((pool) => pool.close()))
  for (const fault of new Set(wrong)) console.log(fault)
  return { times, shed, wrong }
}

/** CPU time that the machine has spent on anything, in ms. */
const machineMs = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)

/** Asked twice: the first answer tells of a moment ago. */
async function cpuOfAll(): Promise<number> {
  const all = async () => Promise.all(ports.map((port) => cpuSeconds(`http://127.0.0.1:${port}/metrics`)))
  await all()
  return (await all()).reduce((sum, each) => sum + each, 0)
}

async function memoryOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 1e6
}
