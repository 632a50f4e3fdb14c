import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#platform/db.ts'
import { as, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword } from '#testing/world/cast.ts'

const world = testDatabase()
let key = ''
beforeAll(async () => {
  const label = await as(world.database, 'label')
  const draft = { name: 'Asistente', permissions: ['portal.viewportals' as const], days: 30 as const }
  key = ok(await label.keys.createKey({ ...draft, password: demoPassword })).secret
})

const ask = (app: ReturnType<typeof testApp>, body: unknown, more: Record<string, string> = {}) =>
  app.request('/mcp', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...more,
    },
    body: JSON.stringify(body),
  })
const tool = (id: number) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name: 'portals_listPortals', arguments: {} },
})
const many = (calls: number) => Array.from({ length: calls }, (_, at) => tool(at + 1))

test('what one request holds of calls is counted, and nothing of it is done where it is too much', async () => {
  const app = testApp(world.database, undefined, 5)
  const three = await ask(app, many(3))
  expect([three.status, three.headers.get('ratelimit')?.split(';')[1]]).toEqual([200, 'r=2'])
  expect((await three.text()).match(/"id":[123]/g)).toHaveLength(3)
  const late = await ask(app, many(4))
  expect([late.status, late.headers.get('ratelimit')?.split(';')[1]]).toEqual([429, 'r=0'])
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('they wait for each other', async () => {
  let [running, most, done] = [0, 0, 0]
  const watched: Database = Object.create(world.database, {
    read: {
      value: async (...asked: Parameters<Database['read']>) => {
        most = Math.max(most, ++running)
        try {
          return await world.database.read(...asked)
        } finally {
          running--
          done++
        }
      },
    },
  })
  const answer = await ask(testApp(watched), many(6))
  expect((await answer.text()).match(/Bajamar Discos/g)?.length).toBeGreaterThanOrEqual(6)
  expect([most, done >= 6]).toEqual([1, true])
})

test('nobody waits for news that never come', async () => {
  const version = '2026-07-28'
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  }
  const notifications = { toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true }
  const method = 'subscriptions/listen'
  const answer = await ask(
    testApp(world.database),
    { jsonrpc: '2.0', id: 1, method, params: { notifications, _meta: meta } },
    { 'mcp-protocol-version': version, 'mcp-method': method },
  )
  // It ends by itself: a stream that stays open would hold the test.
  expect(await answer.text()).toContain('"resultType":"complete"')
})
