import { deepEqual } from 'node:assert/strict'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { listPortals } from '#features/portals/server/queries.ts'
import type { Tx } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { startCluster } from '#testing/postgres.ts'
import { people } from '#testing/world/cast.ts'
import { demoPassword, makeWorld } from '#testing/world.ts'
import { cpuPerRequest, startChild, stopChild } from './child.ts'
import type { Figure } from './figures.ts'
import { morePortals } from './more-portals.ts'

const [port, portalsPort, floorPort] = [20_811, 20_812, 20_813]
const origin = `http://localhost:${port}`
const portalsOrigin = `http://localhost:${portalsPort}`

/** What a request costs at least on a machine like the one that limits in milliseconds were set on. */
export const usualFloorMs = 0.31

/** CPU of a bare node:http and pg list of 50 portals of a database, milliseconds: what this machine is held against. */
export async function floorOf(url: string): Promise<number> {
  const { floor, floorUrl } = await startFloor(url)
  try {
    return await cpuPerRequest(floorUrl, `${floorUrl}/metrics`, { 'accept-encoding': 'identity' })
  } finally {
    await stopChild(floor)
  }
}

/** How many times as long as on the usual machine the same work takes here; undefined without PostgreSQL. */
export async function slowness(): Promise<number | undefined> {
  const cluster = await startCluster()
  try {
    if (!cluster) return undefined
    await fill(cluster.url('postgres'))
    return (await floorOf(cluster.url('postgres'))) / usualFloorMs
  } finally {
    cluster?.stop()
  }
}

async function startFloor(url: string) {
  const floorUrl = `http://127.0.0.1:${floorPort}`
  const env = { URL: url, PORT: String(floorPort), QUERY: JSON.stringify(await statement()) }
  return { floorUrl, floor: await startChild('bench/api-list-floor.ts', env, `${floorUrl}/metrics`) }
}

/** CPU per request of the API's list of 50 portals, against bare node:http and pg. Undefined without PostgreSQL. */
export async function benchApiList(): Promise<Figure[] | undefined> {
  const cluster = await startCluster()
  if (!cluster) return undefined
  try {
    const url = cluster.url('postgres')
    await fill(url)
    const env = { DATABASE_URL: url, PORT: String(port), PORTALS_PORT: String(portalsPort), DEMO: '1' }
    const program = await startChild('bin/start.ts', env, `${origin}/readyz`)
    const { floor, floorUrl } = await startFloor(url)
    try {
      const headers = { cookie: await signIn() }
      const [ours, bare] = await Promise.all([
        fetch(`${origin}/api/portals`, { headers }).then((response) => response.json()),
        fetch(floorUrl).then((response) => response.json()),
      ])
      deepEqual(ours, bare)
      // The floor does not compress, so that neither does for the limit; what it costs stands in a line of its own.
      const plain = { ...headers, 'accept-encoding': 'identity' }
      const floorMs = await cpuPerRequest(floorUrl, `${floorUrl}/metrics`, plain)
      const plainMs = await cpuPerRequest(`${origin}/api/portals`, `${origin}/metrics`, plain)
      const gzipMs = await cpuPerRequest(`${origin}/api/portals`, `${origin}/metrics`, {
        ...headers,
        'accept-encoding': 'gzip',
      })
      const what = 'API list of 50 portals, CPU per request'
      const ratio = plainMs / floorMs
      return [
        { what, value: plainMs, unit: 'ms', floor: floorMs, ratio, limit: '≤ 2.5×', met: ratio <= 2.5 },
        { what: `${what}, with gzip`, value: gzipMs, unit: 'ms' },
      ]
    } finally {
      await Promise.all([stopChild(program), stopChild(floor)])
    }
  } finally {
    cluster.stop()
  }
}

/** The test world and so many more portals that a page is full. */
async function fill(url: string) {
  const database = await openDatabase({ url, folder: '' })
  await migrate(database)
  await makeWorld(database, { size: 'test' })
  await morePortals(database)
  await database.query('analyze')
  await database.close()
}

/** The statement that the list runs for staff, caught on its way to the database. */
async function statement() {
  let caught: SQL | undefined
  const tx = {
    execute: async (query: SQL) => {
      caught ??= query
      return { rows: [] }
    },
  } as unknown as Tx
  await listPortals(tx, {}, undefined, portalsOrigin)
  if (!caught) throw new Error('The list ran no statement')
  const { sql: text, params: values } = new PgDialect({ casing: 'snake_case' }).sqlToQuery(caught)
  return { text, values, portalsOrigin }
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: people.staff.email, password: demoPassword }),
  })
  if (!answer.ok) throw new Error(`Sign-in answered ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
