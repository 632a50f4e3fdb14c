import { beforeAll, describe, expect, test } from 'vitest'
import { listParameters, listShapeOf, pageSizeMax } from '#platform/list-shape.ts'
import { cookieFor, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { callsOf, listOperations } from '#testing/list-calls.ts'
import { people, portals } from '#testing/world/cast.ts'
import { operationList } from './api.ts'

type Row = Record<string, unknown>
interface Answer {
  items: Row[]
  total?: number
  pageSize?: number
  nextCursor?: string | null
}

const lists = operationList.flatMap(({ fullName, contract }) => {
  const { route, inputSchema, outputSchema } = contract['~orpc']
  const list = listShapeOf({ method: route.method ?? '', input: inputSchema, output: outputSchema } as never)
  const call = listOperations.find(({ name }) => name === fullName)
  return list && call ? [{ fullName, list, call }] : []
})

const world = testDatabase()
const cookies: string[] = []
const places = [portals.hotelLevante.id, portals.bajamar.id, portals.claraVentisca.id, portals.ninoLobo.id]
beforeAll(async () => {
  for (const person of [people.super, people.label, people.artist])
    cookies.push(await cookieFor(world.database, person.id))
})

/** Lists of which the world has the place that they are of. */
const answered = new Set<string>()

const with_ = (path: string, more: Record<string, string>) =>
  `/api${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(more)}`

/** Who sees most of a list, and where. */
async function bestOf({ call }: (typeof lists)[number]) {
  const app = testApp(world.database)
  let best: { path: string; headers: { cookie: string }; rows: number } | undefined
  for (const cookie of cookies)
    for (const place of places) {
      const [first] = await callsOf(call, world.database, place)
      if (!first) continue
      const answer = await app.request(`/api${first.path}`, { headers: { cookie } })
      if (answer.status !== 200) continue
      const { items, total = items.length } = (await answer.json()) as Answer
      if (!best || total > best.rows) best = { path: first.path, headers: { cookie }, rows: total }
    }
  if (!best) return undefined
  answered.add(call.name)
  const { path, headers } = best
  const ask = (more: Record<string, string>, accept = 'application/json') =>
    app.request(with_(path, more), { headers: { ...headers, accept } })
  const get = async (more: Record<string, string>) => {
    const answer = await ask(more)
    const text = await answer.text()
    expect(answer.status, `${path} ${JSON.stringify(more)}: ${text}`).toBe(200)
    return JSON.parse(text) as Answer
  }
  return { ask, get }
}

test('the lists are those of the declarations', () => {
  expect(lists.length).toBeGreaterThan(45)
  expect(lists.filter(({ list }) => list.paged).length).toBeGreaterThan(25)
  for (const { list, call } of lists)
    expect(Object.keys(call.input.properties ?? {})).toEqual(
      expect.arrayContaining(Object.keys(listParameters(list))),
    )
})

describe.each(lists)('$fullName', (one) => {
  const { list } = one

  test.runIf(list.paged)('is read on by its cursor, row by row as in one page', async () => {
    const asking = await bestOf(one)
    if (!asking) return
    const { get, ask } = asking
    const whole = await get({ pageSize: String(pageSizeMax) })
    expect(whole.pageSize).toBe(pageSizeMax)
    const rows = whole.items.slice(0, 21)
    const size = rows.length > 7 ? 7 : 1
    const found: Row[] = []
    for (let cursor: string | null | undefined = ''; cursor !== null && found.length < rows.length; ) {
      const page: Answer = await get({ pageSize: String(size), cursor: cursor ?? '' })
      expect(page.items.length).toBeLessThanOrEqual(size)
      expect(page.nextCursor).not.toBeUndefined()
      found.push(...page.items)
      cursor = page.nextCursor
    }
    expect(found.slice(0, rows.length)).toEqual(rows)
    for (const wrong of [{ pageSize: '251' }, { pageSize: '0' }, { cursor: 'bm9uZQ' }, { cursor: '?' }])
      expect((await ask(wrong as never)).status, JSON.stringify(wrong)).toBe(400)
  })

  test('tells the fields that are asked for, and refuses others by name', async () => {
    const asking = await bestOf(one)
    if (!asking) return
    const { get, ask } = asking
    const [field = ''] = list.fields
    for (const row of (await get({ fields: field })).items) expect(Object.keys(row)).toEqual([field])
    const refused = await ask({ fields: `${field},nobody` })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toHaveProperty('error.fields.fields')
    expect((await ask({ nobody: '1' })).status).toBe(400)
  })

  test('is answered whole as lines', async () => {
    const asking = await bestOf(one)
    if (!asking) return
    const { get, ask } = asking
    const answer = await ask({}, 'application/x-ndjson')
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    const lines = (await answer.text()).split('\n').filter(Boolean)
    const { items, total = 0 } = await get({})
    expect(lines.length).toBe(list.paged ? total : items.length)
    expect(lines.slice(0, items.length).map((line) => JSON.parse(line))).toEqual(items)
  })

  test.runIf(list.changed)('tells what has changed since', async () => {
    const asking = await bestOf(one)
    if (!asking) return
    const { get } = asking
    expect((await get({ updatedSince: '2100-01-01T00:00:00Z' })).items).toEqual([])
    const all = await get({})
    const since = await get({ updatedSince: '2000-01-01T00:00:00Z' })
    expect(since.items).toEqual(all.items)
    if ('total' in all) expect((await get({ updatedSince: '2100-01-01T00:00:00Z' })).total).toBe(0)
  })

  test.runIf(list.expand.length > 0)('tells what stands beside its rows whole', async () => {
    const asking = await bestOf(one)
    if (!asking) return
    const { get } = asking
    const { items } = await get({ expand: list.expand.join(','), ...(list.paged ? { pageSize: '5' } : {}) })
    for (const name of list.expand) for (const row of items) expect(row).toHaveProperty(name)
  })
})

/** The world has none of what these are lists of. */
const empty = [
  'shops.listPrivacyRequests',
  'releases.listSignUps',
  'connectors.listDeliveries',
  'billing.listLineOrders',
  'webhooks.listSendings',
]

test('no other list stays unasked', () => {
  expect(lists.map(({ fullName }) => fullName).filter((name) => !answered.has(name))).toEqual(empty)
})

test('what comes and goes meanwhile moves nobody’s place', async () => {
  const { database } = world
  const add = (path: string) =>
    database.query(`insert into redirect (id, path, "to", reason) values (gen_random_uuid(), $1, '/', '')`, [
      path,
    ])
  const names = Array.from({ length: 20 }, (_, at) => `/m${String(at).padStart(2, '0')}`)
  for (const name of names) await add(name)
  const headers = { cookie: cookies[0] ?? '' }
  const read = async (cursor: string) => {
    const path = `/api/communications/redirects?pageSize=5&cursor=${cursor}&fields=path`
    const answer = await testApp(database).request(path, { headers })
    return { status: answer.status, ...((await answer.json()) as Answer) }
  }
  const found: unknown[] = []
  let page = await read('')
  for (let at = 0; page.nextCursor; at++) {
    found.push(...page.items.map(({ path }) => path))
    // Before what comes next: the row that was read last goes, and others come.
    await database.query('delete from redirect where path = $1', [found.at(-1)])
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await add(`/${letter}${at}`)
    page = await read(page.nextCursor)
  }
  found.push(...page.items.map(({ path }) => path))
  expect(found.filter((path) => /^\/m\d/.test(String(path)))).toEqual(names)
})

test('nor where a list goes on by the rows that it remembers', async () => {
  const { database } = world
  const portalId = portals.casaCal.id
  const add = (name: string, minute: number) =>
    database.query(
      `insert into event (portal_id, id, name, starts_at, time_zone)
       values ($1, gen_random_uuid(), $2, now() + $3 * interval '1 minute', 'Europe/Madrid')`,
      [portalId, name, minute],
    )
  const names = Array.from({ length: 20 }, (_, at) => `m${String(at).padStart(2, '0')}`)
  for (const [at, name] of names.entries()) await add(name, 600 + at)
  const headers = { cookie: cookies[0] ?? '' }
  const read = async (cursor: string) => {
    const path = `/api/portal/${portalId}/events?when=upcoming&pageSize=5&cursor=${cursor}&fields=name`
    const answer = await testApp(database).request(path, { headers })
    return { status: answer.status, ...((await answer.json()) as Answer) }
  }
  const found: unknown[] = []
  let page = await read('')
  for (let at = 0; page.nextCursor; at++) {
    found.push(...page.items.map(({ name }) => name))
    await database.query('delete from event where portal_id = $1 and name = $2', [portalId, found.at(-1)])
    for (let sooner = 0; sooner < 7; sooner++) await add(`a${at} ${sooner}`, 10 + at)
    page = await read(page.nextCursor)
  }
  found.push(...page.items.map(({ name }) => name))
  expect(found.filter((name) => /^m\d/.test(String(name)))).toEqual(names)
  // All that it went by is gone.
  const cursor = (await read('')).nextCursor ?? ''
  await database.query('delete from event where portal_id = $1', [portalId])
  expect((await read(cursor)).status).toBe(410)
})
