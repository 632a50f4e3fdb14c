import { beforeAll, describe, expect, test } from 'vitest'
import { cookieFor, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

/** Lists whose cursors say where the last row stood: nobody's place moves with what comes or goes before it. */

interface Answer {
  status: number
  items: { id: string; [field: string]: unknown }[]
  total: number
  nextCursor: string | null
}

const world = testDatabase()
let cookie = ''
beforeAll(async () => {
  cookie = await cookieFor(world.database, people.super.id)
})
const get = async (path: string): Promise<Answer> => {
  const answer = await testApp(world.database).request(`/api${path}`, { headers: { cookie } })
  return { status: answer.status, ...((await answer.json()) as Omit<Answer, 'status'>) }
}
const onFrom = (path: string, cursor: string) =>
  get(`${path}${path.includes('?') ? '&' : '?'}pageSize=3&cursor=${cursor}`)
const versionOf = (cursor: string | null) => JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString())[0]

const portalId = portals.ninoLobo.id
const both = (path: string, columns: string[]) =>
  columns.flatMap((column) =>
    [column, `-${column}`].map((by) => `${path}${path.includes('?') ? '&' : '?'}orderBy=${by}`),
  )

const keyed = [
  `/products?portal=${portalId}`,
  ...both('/products', ['name', 'price', 'category', 'updatedAt']),
  '/portals',
  ...both('/portals', ['name', 'code', 'updatedAt']),
  `/orders?portal=${portalId}`,
  ...both(`/orders?portal=${portalId}`, ['placedAt']),
  ...both('/events', ['startsAt', 'name', 'city', 'portalName', 'updatedAt']),
  `/portal/${portalId}/releases`,
  '/accounts',
  '/activity',
]

describe.each(keyed)('%s', (path) => {
  test('goes on after its last row, and ends with the last of all', async () => {
    const whole = await get(`${path}${path.includes('?') ? '&' : '?'}pageSize=250`)
    const wanted = whole.items.slice(0, 12).map(({ id }) => id)
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null && found.length < wanted.length; ) {
      const page: Answer = await onFrom(path, cursor)
      expect(page.status).toBe(200)
      expect(page.total).toBe(whole.total)
      for (const row of page.items) expect(row).not.toHaveProperty('key')
      if (page.nextCursor) expect(versionOf(page.nextCursor)).toBe(2)
      found.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(found.slice(0, wanted.length)).toEqual(wanted)
  })
})

test('rows that come and go between two pages are neither lost nor told twice, however many', async () => {
  const { database } = world
  const add = (name: string) =>
    database.query(
      `insert into event (portal_id, id, name, starts_at, time_zone) values ($1, gen_random_uuid(), $2, '2031-05-05T20:00:00Z', 'Europe/Madrid')`,
      [portalId, name],
    )
  const path = `/portal/${portalId}/events?orderBy=name`
  const names = Array.from({ length: 12 }, (_, at) => `m${String(at).padStart(2, '0')}`)
  for (const name of ['k', ...names]) await add(name)
  const found: unknown[] = []
  let cursor: string | null = ''
  for (let at = 0; cursor !== null; at++) {
    const page: Answer = await onFrom(path, cursor)
    found.push(...page.items.map(({ name }) => name).filter((name) => /^m\d/.test(String(name))))
    cursor = page.nextCursor
    // All that was read so far goes, also the row that the cursor was made of; many come before it, and one after it.
    await database.query('delete from event where name = any($1::text[])', [found])
    await database.query(
      `insert into event (portal_id, id, name, starts_at, time_zone)
       select $1, gen_random_uuid(), 'a' || $2 || n, now(), 'Europe/Madrid' from generate_series(1, 700) n`,
      [portalId, String(at)],
    )
    if (at === 1) await add('m99')
  }
  expect(found).toEqual([...names, 'm99'])
  await database.query(`delete from event where name ~ '^a\\d'`)
})

test('a cursor that somebody made is refused', async () => {
  const { nextCursor } = await onFrom('/products', '')
  const [version, question, at, size, key] = JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString())
  const made = (values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')
  const broken = [
    [version, question, at, size, [key[0]]],
    [version, question, at, size, [key[0], 'no-id']],
    [version, question, at, size, ['\u0000', key[1]]],
    [version, question, at, size, [...key, 'x']],
    [3, question, at, size, key],
  ]
  for (const values of broken) expect((await onFrom('/products', made(values))).status).toBe(400)
})

test('an order by figures goes on by the rows that it remembers', async () => {
  const { nextCursor } = await onFrom('/portals?orderBy=-netCents', '')
  expect(versionOf(nextCursor)).toBe(1)
  expect((await onFrom('/portals?orderBy=-netCents', nextCursor ?? '')).status).toBe(200)
})
