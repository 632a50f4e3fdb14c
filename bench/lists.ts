import type { Hono } from 'hono'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { cookieFor, testApp } from '#testing/as.ts'
import { callsOf, type ListCall, listOperations } from '#testing/list-calls.ts'
import { type Cluster, startCluster } from '#testing/postgres.ts'
import { people, portals } from '#testing/world/cast.ts'
import { makeWorld } from '#testing/world.ts'
import { floorOf, usualFloorMs } from './api-list.ts'
import { postgresMs } from './cpu.ts'
import { type Figure, percentile } from './figures.ts'
import { measureJobs, reportJobs } from './jobs.ts'
import { largest, largeVolume } from './lists-volume.ts'
import { fillForLists } from './lists-world.ts'
import { mixedAt } from './mixed.ts'
import { measureWrites, reportWrites } from './writes.ts'

const times = Number(process.env.BENCH_TIMES ?? 20)
/** What takes so long once is not asked for again to get used to it, nor measured for longer than five of them. */
const slowMs = 400

/** Everything, the label with most portals, the artist with most of everything. */
const askers = [
  ['staff', people.super.id, largest.portal],
  ['label', people.label.id, portals.bajamar.id],
  ['artist', people.artist.id, largest.portal],
] as const

interface Line extends ListCall {
  list: string
  asker: string
  p95: number
  /** Milliseconds of the program and of PostgreSQL for one call. */
  program: number
  postgres: number
}

/** Every list in a small and in a large world on PostgreSQL, beside each other. Undefined without PostgreSQL. */
export async function benchLists(): Promise<Figure[] | undefined> {
  const cluster = await startCluster(
    // Workers of a parallel plan end before their CPU could be read.
    '-c shared_buffers=1GB -c max_wal_size=8GB -c maintenance_work_mem=512MB -c max_parallel_workers_per_gather=0',
  )
  if (!cluster) return undefined
  try {
    await fill(cluster)
    return await compareWorlds(cluster)
  } finally {
    cluster.stop()
  }
}

/** Every list, every kind of write and every job of the clock in both worlds of a cluster. */
export async function compareWorlds(cluster: Pick<Cluster, 'url' | 'folder'>): Promise<Figure[]> {
  const small = await measure(cluster, 'small')
  const large = await measure(cluster, 'large')
  const written = [await measureWrites(cluster, 'small'), await measureWrites(cluster, 'large')] as const
  const run = [await measureJobs(cluster, 'small'), await measureJobs(cluster, 'large')] as const
  // Where a page of 50 is full: the small world has fewer portals, and a floor of fewer rows would set stricter limits.
  const floor = await floorOf(cluster.url('large'))
  return [
    { what: 'floor: bare node:http and pg, a list of 50', value: floor, unit: 'ms' },
    ...report(small, large, floor / usualFloorMs),
    ...reportWrites(...written),
    ...reportJobs(...run),
    ...(await mixedAt(cluster.url('large'), ' in the large world', floor)),
  ]
}

async function fill(cluster: Cluster) {
  const admin = await openDatabase({ url: cluster.url('postgres'), folder: '', poolSize: 1 })
  for (const name of ['small', 'large']) {
    await admin.query(`create database ${name}`)
    const database = await openDatabase({ url: cluster.url(name), folder: '' })
    await migrate(database)
    await makeWorld(database, { size: 'test' })
    if (name === 'large') await fillForLists(database, largeVolume, (text) => console.log(text))
    await database.query('vacuum analyze')
    await database.close()
  }
  await admin.close()
}

export async function measure(
  cluster: Pick<Cluster, 'url' | 'folder'>,
  name: string,
  wanted = (_: string, _call: ListCall) => true,
): Promise<Line[]> {
  const database = await openDatabase({ url: cluster.url(name), folder: '' })
  const app = testApp(database)
  const lines: Line[] = []
  for (const [asker, personId, portalId] of askers) {
    const headers = { cookie: await cookieFor(database, personId) }
    for (const list of listOperations)
      for (const call of await callsOf(list, database, portalId)) {
        if (!wanted(list.name, call)) continue
        const line = await timed(app, cluster.folder, call, headers)
        if (line) lines.push({ list: list.name, asker, ...call, ...line })
      }
  }
  await database.close()
  return lines
}

/** Undefined where the asker may not. */
async function timed(app: Hono, folder: string, { path }: ListCall, headers: Record<string, string>) {
  const ask = async () => {
    const answer = await app.request(`/api${path}`, { headers })
    const text = await answer.text()
    if (answer.status === 403 || answer.status === 404) return false
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return true
  }
  // Statements that come five times are kept with their plan.
  const began = performance.now()
  for (let warm = 0; warm < 6 && performance.now() - began < slowMs; warm++)
    if (!(await ask())) return undefined
  const waits: number[] = []
  const before = [process.cpuUsage(), postgresMs(folder)] as const
  const until = performance.now() + 5 * slowMs
  while (waits.length < times && (waits.length < 2 || performance.now() < until)) {
    const from = performance.now()
    await ask()
    waits.push(performance.now() - from)
  }
  const used = process.cpuUsage(before[0])
  const postgres = (postgresMs(folder) - before[1]) / waits.length
  waits.sort((a, b) => a - b)
  const p95 = percentile(waits, 0.95)
  return { p95, program: (used.user + used.system) / 1_000 / waits.length, postgres }
}

const cpu = ({ program, postgres }: Line) => program + postgres

/** Of each list and asker the first page in both worlds, and what else takes longest; limits go with the machine (`scale`). */
function report(small: Line[], large: Line[], scale: number): Figure[] {
  const [first30, other100] = [30 * scale, 100 * scale]
  const limit = (ms: number, most: number) => `≤ ${most.toFixed(0)} (${ms} at a floor of ${usualFloorMs})`
  const figures: Figure[] = []
  for (const first of large.filter(({ kind }) => kind === 'first page')) {
    const own = large.filter(({ list, asker }) => list === first.list && asker === first.asker)
    const what = `GET ${first.path.split('?')[0]?.replace(/[0-9a-f-]{36}/g, '{id}')}, ${first.asker}`
    const [rest] = own.filter((line) => line !== first).sort((a, b) => b.p95 - a.p95)
    const before = small.find(
      (line) => line.list === first.list && line.asker === first.asker && line.kind === 'first page',
    )
    figures.push({
      what: `${what}, p95`,
      value: first.p95,
      unit: 'ms',
      limit: limit(30, first30),
      met: first.p95 <= first30,
    })
    if (before) {
      const ratio = cpu(first) / cpu(before)
      const met = ratio <= 1.5
      figures.push({
        what: `${what}, CPU beside a small world`,
        value: cpu(first),
        unit: 'ms',
        floor: cpu(before),
        ratio,
        limit: '≤ 1.5×',
        met,
      })
    }
    if (rest) {
      const of = decodeURIComponent(rest.path.split('?')[1] ?? '').replace(/[0-9a-f-]{36}/g, '{id}')
      figures.push({
        what: `${what}, slowest other`,
        value: rest.p95,
        unit: 'ms',
        limit: limit(100, other100),
        met: rest.p95 <= other100,
      })
      console.log(`${what}: slowest is ${of}`)
    }
  }
  return figures
}
