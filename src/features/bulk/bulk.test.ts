import { beforeAll, expect, test } from 'vitest'
import type { OpenCall } from '#platform/call.ts'
import { as, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword, portals } from '#testing/world/cast.ts'
import { runBulk } from './server/run-bulk.ts'

const world = testDatabase()
const portalId = portals.bajamar.id
const keys: Record<string, string> = {}
beforeAll(async () => {
  const label = await as(world.database, 'label')
  for (const [name, writes] of Object.entries({ writing: ['portal.editlinks'], reading: [] }))
    keys[name] = ok(
      await label.keys.createKey({
        ...{ name, permissions: ['portal.viewportals', 'portal.editlinks'], writes, days: 30 },
        password: demoPassword,
      }),
    ).secret
})
interface Answer {
  rows: { status: number; requestId: string; body: { id?: string; error?: { fields?: object } } }[]
  done: number
  refused: number
}
async function bulk(operation: string, rows: unknown[], key = 'writing', more: Record<string, string> = {}) {
  const answer = await testApp(world.database).request(`/api/bulk/${operation}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys[key]}`, 'content-type': 'application/json', ...more },
    body: JSON.stringify({ rows }),
  })
  return { status: answer.status, ...((await answer.json()) as Answer) }
}
const link = (at: number, more: object = {}) => ({
  ...{ portalId, title: { es: `Fecha ${at}` }, url: `https://entradas.example/${at}`, ...more },
})
const count = async () =>
  Number((await world.database.query<{ n: string }>('select count(*) as n from link'))[0]?.n)

test('a thousand rows are made, each by itself, and those that are wrong are told', async () => {
  const before = await count()
  // A portal has 500 links at most.
  const own = await world.database.query<{ id: string }>(
    'select id from portal where account_id = (select account_id from portal where id = $1) and deleted_at is null',
    [portalId],
  )
  const rows = Array.from({ length: 1_000 }, (_, at) => ({
    ...link(at, at % 100 === 7 ? { url: 'javascript:1' } : {}),
    portalId: own[at % own.length]?.id,
  }))
  const answer = await bulk('links.createLink', rows)
  expect([answer.status, answer.done, answer.refused]).toEqual([200, 990, 10])
  expect(answer.rows[7]).toMatchObject({
    status: 400,
    body: { error: { fields: { url: expect.any(String) } } },
  })
  expect(answer.rows[8]).toMatchObject({ status: 201, body: { id: expect.any(String) } })
  expect(await count()).toBe(before + 990)
  expect(new Set(answer.rows.map(({ requestId }) => requestId)).size).toBe(1_000)
}, 120_000)

test('the same rows under the same key are made once', async () => {
  const before = await count()
  const send = () => bulk('links.createLink', [link(1), link(2)], 'writing', { 'idempotency-key': 'gira' })
  const first = await send()
  const again = await send()
  expect(again.rows.map(({ body }) => body)).toEqual(first.rows.map(({ body }) => body))
  expect(await count()).toBe(before + 2)
})

test('a version in a row is held against what is there', async () => {
  const [made] = (await bulk('links.createLink', [link(3)])).rows
  const change = { ...link(4), linkId: made?.body.id, version: 1 }
  const { rows } = await bulk('links.updateLink', [change, change])
  expect(rows.map(({ status }) => status)).toEqual([200, 412])
})

test('opens nothing that its call by itself would not', async () => {
  const before = await count()
  const [reading] = (await bulk('links.createLink', [link(5)], 'reading')).rows
  expect(reading?.status).toBe(403)
  const foreign = await bulk('links.createLink', [{ ...link(6), portalId: portals.ninoLobo.id }])
  expect(foreign.rows[0]?.status).toBe(404)
  const other = await bulk('portals.updatePortal', [{ portalId, name: 'X' }])
  expect(other.rows[0]?.status).toBe(403)
  for (const name of ['keys.createKey', 'links.listLinks', 'nobody.knows', 'bulk.runBulk', 'toString'])
    expect((await bulk(name, [{}])).status).toBe(404)
  expect((await bulk('links.createLink', [])).status).toBe(400)
  expect(
    (
      await bulk(
        'links.createLink',
        Array.from({ length: 1_001 }, () => ({})),
      )
    ).status,
  ).toBe(400)
  expect(await count()).toBe(before)
})

test('rows that wait for nothing let others be heard between, and end with whoever sent them', async () => {
  const gone = new AbortController()
  let heard = 0
  const listen = () => {
    heard++
    if (heard === 5) gone.abort()
    else setImmediate(listen)
  }
  setImmediate(listen)
  // Nobody: each row is refused before the database is asked.
  const call = { locale: 'es', signal: gone.signal, headers: new Headers() } as unknown as OpenCall
  const { rows } = await runBulk(call, { operation: 'links.createLink', rows: Array(100).fill(link(1)) })
  expect(heard).toBe(5)
  expect(rows.length).toBeLessThan(10)
  expect(rows.every(({ status }) => status === 401)).toBe(true)
})
