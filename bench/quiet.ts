import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '#platform/open-database.ts'
import { cookieFor } from '#testing/as.ts'
import { startCluster } from '#testing/postgres.ts'
import { type PersonKey, people } from '#testing/world/cast.ts'
import { startChild, stopChild } from './child.ts'
import { postgresMs } from './cpu.ts'
import { type Figure, percentile } from './figures.ts'
import { makeWorkingWorld } from './more-portals.ts'

const port = 20_891
/** People read a page for longer than this before they open the next. */
const quietMs = 15_000
const pages: [PersonKey, string][] = [
  ['label', '/dashboard'],
  ['artist', '/dashboard'],
  ['staff', '/portals'],
  ['staff', '/billing'],
]

/** What a page costs PostgreSQL when nobody has asked anything for a while, beside the same page asked just before. */
export async function benchQuiet(): Promise<Figure[] | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  const url = cluster.url('postgres')
  const database = await openDatabase({ url, folder: '' })
  await makeWorkingWorld(database)
  const cookies = new Map<PersonKey, string>()
  for (const [who] of pages) cookies.set(who, await cookieFor(database, people[who].id))
  await database.close()
  const origin = `http://127.0.0.1:${port}`
  const env = { DATABASE_URL: url, PORT: String(port), PORTALS_PORT: String(port + 1), LOG_LEVEL: 'warn' }
  const program = await startChild('bin/start.ts', { ...env, APP_ORIGIN: origin }, `${origin}/readyz`)
  const costOf = async ([who, path]: (typeof pages)[number]) => {
    const before = postgresMs(cluster.folder)
    const response = await fetch(origin + path, { headers: { cookie: cookies.get(who) ?? '' } })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    await response.text()
    return postgresMs(cluster.folder) - before
  }
  const middle = (costs: number[]) =>
    percentile(
      costs.sort((a, b) => a - b),
      0.5,
    )
  const figures: Figure[] = []
  try {
    for (const page of pages) {
      for (let turn = 0; turn < 10; turn++) await costOf(page)
      const warm: number[] = []
      for (let turn = 0; turn < 9; turn++) warm.push(await costOf(page))
      const quiet: number[] = []
      for (let turn = 0; turn < 3; turn++) {
        await setTimeout(quietMs)
        quiet.push(await costOf(page))
      }
      const [value, floor] = [middle(quiet), middle(warm)]
      figures.push({
        what: `PostgreSQL's CPU for ${page[1]} of ${page[0]} after 15 s without anybody, beside the same at once`,
        ...{ value, unit: 'ms', floor, ratio: value / floor, limit: '≤ 2×', met: value <= 2 * floor },
      })
    }
    return figures
  } finally {
    await stopChild(program)
    cluster.stop()
  }
}
