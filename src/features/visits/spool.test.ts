import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asService, type Database } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { nowhere } from '#platform/place-headers.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { VisitQueue } from './server/visit-queue.ts'
import { keptMs, type ViewBatch, VisitSpool } from './server/visit-spool.ts'

const world = testDatabase()
const log = createLog('silent')
const portal = portals.casaCal
const top = mkdtempSync(join(tmpdir(), 'backline-spool-'))
afterAll(() => rmSync(top, { recursive: true }))
let folder = top
let made = 0
beforeEach(() => {
  folder = join(top, String(++made))
})
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The world's database, which can be away, and can take a transaction without saying so. */
function troubled() {
  const trouble = { away: false, silent: false }
  const fails = () => {
    throw new Error('away')
  }
  const raw = world.database.raw
  const inner = 'pglite' in raw ? raw.pglite : raw.pool
  const verb = 'pglite' in raw ? 'transaction' : 'connect'
  const held = new Proxy(inner, {
    get: (target, name) => {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...words: unknown[]) => {
        if (trouble.away) fails()
        const answer = await value.apply(target, words)
        if (!trouble.silent || name !== verb) return answer
        if (verb === 'transaction') return fails()
        return new Proxy(answer, {
          get: (client, name) => {
            const value = Reflect.get(client, name)
            if (typeof value !== 'function') return value
            return (...words: unknown[]) =>
              words[0] === 'commit' ? value.apply(client, words).then(fails) : value.apply(client, words)
          },
        })
      }
    },
  })
  const database = {
    ...world.database,
    raw: 'pglite' in raw ? { pglite: held } : { pool: held },
    query: (...words: Parameters<Database['query']>) =>
      trouble.away ? Promise.reject(new Error('away')) : world.database.query(...words),
  } as Database
  return { trouble, database }
}

const queueOf = (database = world.database, spooled = true) => {
  const queue = new VisitQueue(database, log)
  if (spooled) queue.spoolIn(folder)
  return queue
}
let visitors = 0
const see = (
  queue: VisitQueue,
  path: string,
  at = Date.now(),
  address = `10.77.0.${++visitors}`,
  portalId: string = portal.id,
) =>
  queue.add({
    ...{ portalId, accountId: portal.accountId, kind: 'view', at, address, userAgent: firefox },
    ...{ path, query: '', referrer: '', host: 'localhost', linkId: null, place: nowhere },
  })
const counted = async (path: string) => {
  const [row] = await world.database.query<{ views: number; visits: number }>(
    `select count(*)::int as views, (count(*) filter (where opens_visit))::int as visits from page_view where path = $1`,
    [path],
  )
  return row
}

describe.each([true, false])('with a spool: %s', (spooled) => {
  test('what was written without an answer counts once', async () => {
    const { trouble, database } = troubled()
    const queue = queueOf(database, spooled)
    const path = `/silent-${spooled}`
    see(queue, path)
    trouble.silent = true
    await queue.flush()
    expect(await counted(path)).toEqual({ views: 1, visits: 1 })
    trouble.silent = false
    await queue.stop()
    expect(queue.length).toBe(0)
    expect(await counted(path)).toEqual({ views: 1, visits: 1 })
  })
})

test('while the database is away views wait on disk without addresses, and whoever comes next writes them', async () => {
  const { trouble, database } = troubled()
  const killed = queueOf(database)
  see(killed, '/before')
  await killed.flush()
  expect(await counted('/before')).toEqual({ views: 1, visits: 1 })
  trouble.away = true
  for (let n = 0; n < 3; n++) {
    see(killed, '/away', Date.now() - 3_000 + n * 1_000, '10.88.0.1')
    await killed.flush()
  }
  expect(killed.length).toBe(0)
  expect(await killed.onDisk()).toBeGreaterThan(100)
  const files = readdirSync(folder)
  expect(files).toHaveLength(3)
  expect(files.map((name) => readFileSync(join(folder, name), 'utf8')).join('')).not.toContain('10.88')
  expect(await counted('/away')).toEqual({ views: 0, visits: 0 })
  // Another process finds them a minute after they were put down.
  for (const name of files) agedBy(name, 120_000)
  const next = queueOf()
  await next.stop()
  expect(await counted('/away')).toEqual({ views: 3, visits: 1 })
  expect(readdirSync(folder)).toEqual([])
})

test('a database that takes its time keeps no views from the disk', async () => {
  const queue = queueOf()
  see(queue, '/first')
  await queue.flush()
  const slow = { go: () => {} }
  const held = new Promise<void>((resolve) => {
    slow.go = resolve
  })
  const writing = world.database.transaction(asService('trial'), async (tx) => {
    await tx.execute(sql`lock table daily_visitor in exclusive mode`)
    await held
  })
  see(queue, '/slow')
  const flushed = queue.flush()
  see(queue, '/meanwhile')
  await queue.keep()
  see(queue, '/meanwhile')
  await queue.keep()
  expect(queue.length).toBe(0)
  slow.go()
  await Promise.all([writing, flushed])
  await queue.stop()
  expect(await counted('/meanwhile')).toEqual({ views: 2, visits: 2 })
})

test('what comes while a batch is made ready is of the next one', async () => {
  const queue = queueOf()
  const put = vi.spyOn(VisitSpool.prototype, 'put').mockImplementation(async () => {
    if (put.mock.calls.length < 5) see(queue, '/steady')
  })
  see(queue, '/steady')
  await queue.keep()
  expect(put).toHaveBeenCalledTimes(1)
  expect(queue.length).toBe(1)
  put.mockRestore()
  await queue.stop()
  expect(await counted('/steady')).toEqual({ views: 1, visits: 1 })
})

test('a stop ends in its time, however much waits: the disk keeps it', async () => {
  const stopped = queueOf()
  see(stopped, '/late')
  await stopped.stop(0)
  expect(await counted('/late')).toEqual({ views: 0, visits: 0 })
  for (const name of readdirSync(folder)) agedBy(name, 120_000)
  await queueOf().stop()
  expect(await counted('/late')).toEqual({ views: 1, visits: 1 })
})

/** The same batch under an id that was made earlier. */
function agedBy(name: string, ms: number): string {
  const id = v7({ msecs: Number.parseInt(name.replaceAll('-', '').slice(0, 12), 16) - ms })
  copyFileSync(join(folder, name), join(folder, `${id}.views`))
  rmSync(join(folder, name))
  return `${id}.views`
}

test('a process killed between writing and forgetting counts nothing twice', async () => {
  const { trouble, database } = troubled()
  const killed = queueOf(database)
  see(killed, '/warm')
  await killed.flush()
  trouble.away = true
  see(killed, '/twice')
  await killed.flush()
  const name = agedBy(readdirSync(folder)[0] ?? '', 120_000)
  const kept = readFileSync(join(folder, name))
  await queueOf().stop()
  writeFileSync(join(folder, name), kept)
  await queueOf().stop()
  expect(await counted('/twice')).toEqual({ views: 1, visits: 1 })
  expect(readdirSync(folder)).toEqual([])
})

test('what a crash tore, what is full and what is too old', async () => {
  const spool = new VisitSpool(folder, 200)
  const rows = [['x'.repeat(100)]]
  const ids = [v7({ msecs: Date.now() - 120_000 }), v7({ msecs: Date.now() - keptMs - 1 })]
  for (const id of ids) {
    await new VisitSpool(folder).put({ id, rows })
  }
  const torn = v7({ msecs: Date.now() - 90_000 })
  await new VisitSpool(folder).put({ id: torn, rows })
  truncateSync(join(folder, `${torn}.views`), 90)
  writeFileSync(join(folder, `${v7({ msecs: Date.now() - 90_000 })}.draft`), 'half')
  expect(await spool.waiting()).toEqual([...ids, torn].sort())
  expect(readdirSync(folder).filter((name) => name.endsWith('.draft'))).toEqual([])
  expect(await spool.read(ids[0] ?? '')).toEqual({ id: ids[0], rows })
  expect(await spool.read(ids[1] ?? '')).toBe('lost')
  expect(await spool.read(torn)).toBe('lost')
  expect(await spool.read(torn)).toBeUndefined()
  expect(await spool.waiting()).toEqual([ids[0]])
  // Another process's fresh batch is left to it.
  await new VisitSpool(folder).put({ id: v7(), rows })
  expect(await spool.waiting()).toEqual([ids[0]])
  await spool.put({ id: v7(), rows })
  await expect(spool.put({ id: v7(), rows })).rejects.toThrow('full')
})

test.each([true, false])(
  'what the database would refuse for ever keeps nothing waiting, spool: %s',
  async (spooled) => {
    const queue = queueOf(world.database, spooled)
    const path = `/after-${spooled}`
    see(queue, '/refused', Date.now(), '10.89.0.1', 'no id')
    await queue.keep()
    see(queue, path)
    await queue.flush()
    expect(await counted(path)).toEqual({ views: 1, visits: 1 })
    expect(queue.length).toBe(0)
    expect(await queue.refused()).toBe(spooled ? 1 : 0)
    if (!spooled) return
    expect(await queue.onDisk()).toBe(0)
    const aside = new VisitSpool(folder)
    expect(await aside.waiting()).toEqual([])
    // As raw views do, it ends.
    await aside.waiting(Date.now() + keptMs + 1)
    expect(readdirSync(join(folder, 'refused'))).toEqual([])
  },
)

test('of a batch in which some are refused the others are written, once', async () => {
  const queue = queueOf(world.database, true)
  for (const n of [1, 2, 3, 4, 5, 6, 7]) {
    if (n === 3 || n === 6) see(queue, '/refused', Date.now(), `10.89.1.${n}`, 'no id')
    see(queue, `/beside-${n}`, Date.now(), `10.89.2.${n}`)
  }
  await queue.keep()
  const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.views'))
  const batch = await new VisitSpool(folder).read(name.slice(0, name.indexOf('.')))
  // Elsewhere, and nothing is left here: the first queue goes on looking after its folder.
  rmSync(join(folder, name))
  folder = join(top, String(++made))
  const id = v7({ msecs: Date.now() - 90_000 })
  // Whoever is killed before it says that it is done finds it all again.
  for (const _ of ['once', 'again']) {
    await new VisitSpool(folder).put({ id, rows: (batch as ViewBatch).rows })
    const next = queueOf()
    await next.flush()
    const each = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((n) => counted(`/beside-${n}`)))
    expect(each).toEqual(Array.from({ length: 7 }, () => ({ views: 1, visits: 1 })))
    expect(await next.refused()).toBe(1)
    const aside = readFileSync(join(folder, 'refused', `${id}.views`), 'utf8')
    expect(JSON.parse(aside.slice(aside.indexOf('\n') + 1))).toHaveLength(2)
    await next.stop()
  }
})
