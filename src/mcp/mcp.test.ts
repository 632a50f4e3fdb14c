import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { operationList } from '#api.ts'
import { type keys, sampledTargets } from '#testing/access.ts'
import { AccessMatrix } from '#testing/access-matrix.ts'
import { as, ok, testApp, testOrigin } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addEdgeFacts } from '#testing/edge-facts.ts'
import { portals } from '#testing/world/cast.ts'
import { tools } from './tools.ts'

const world = testDatabase()
const routeOf = (name: string) =>
  operationList.find(({ fullName }) => fullName === name)?.contract['~orpc'].route ?? {}
let matrix: AccessMatrix
beforeAll(async () => {
  await addEdgeFacts(world.database)
  matrix = await AccessMatrix.open(world.database, sampledTargets)
}, 120_000)
type KeyActor = keyof typeof keys
interface Told {
  isError?: boolean
  content: { text: string }[]
}

async function connect(actor: KeyActor) {
  const client = new Client({ name: 'test', version: '1' })
  const app = testApp(world.database)
  const authorization = matrix.credentials(actor)['authorization'] ?? ''
  const transport = new StreamableHTTPClientTransport(new URL(`${testOrigin}/mcp`), {
    requestInit: { headers: { authorization } },
    fetch: ((url: string | URL, init: RequestInit) => app.request(String(url), init)) as typeof fetch,
  })
  await client.connect(transport)
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const told = (await client.callTool({ name, arguments: args })) as unknown as Told
    const text = told.content[0]?.text ?? ''
    return { isError: told.isError === true, body: JSON.parse(text) as Record<string, unknown>, text }
  }
  const rest = async (path: string, init: RequestInit = {}) =>
    (await app.request(`/api${path}`, {
      ...init,
      headers: { authorization, 'content-type': 'application/json' },
    })) as Response
  return { client, call, rest }
}

describe('the tools', () => {
  test('change nothing of money, people or rights, and publish nothing', () => {
    const writing = tools.filter(({ meta }) => !meta.read)
    expect(writing.map(({ operation, fixed }) => [operation, fixed])).toEqual([
      ['communications.createPost', {}],
      ['events.createEvent', { publication: 'draft', publishAt: null }],
      ['links.createLink', { visible: false }],
    ])
    expect(tools.every(({ meta }) => meta.apiKey && !meta.outside)).toBe(true)
    expect(
      tools.filter(({ operation }) => /^(account|keys|team|staff|contacts|spy|twoFactor)\./.test(operation)),
    ).toEqual([])
    expect(tools.length).toBeGreaterThan(40)
  })

  test('are shown to a key that they open to', async () => {
    const { client } = await connect('keyNarrow')
    const shown = (await client.listTools()).tools
    expect(shown.map(({ name }) => name)).toContain('analytics_salesChange')
    expect(shown.filter(({ name }) => /^(orders|stocks|billing)_|create/.test(name))).toEqual([])
    const writing = (await (await connect('keyWriting')).client.listTools()).tools
    expect(writing.map(({ name }) => name).filter((name) => name.includes('create'))).toEqual([
      'links_createLink',
    ])
    const link = writing.find(({ name }) => name === 'links_createLink')
    expect(link?.inputSchema.properties).not.toHaveProperty('visible')
    expect(link?.description).toContain('visible: false')
    expect(link?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    expect(JSON.stringify(shown).length).toBeLessThan(70_000)
    const asks = shown.find(({ name }) => name === 'analytics_salesChange')?.inputSchema
    expect(asks?.required).toEqual(['f', 't'])
    expect(asks?.properties?.['f']).toMatchObject({ description: expect.stringContaining('yyyy-MM-dd') })
  })
})

test('why October fell is told with the figures of the page', async () => {
  const { call } = await connect('key')
  const label = await as(world.database, 'label')
  const [f, t] = ['2022-02-10', '2022-12-05']
  const span = { f, t }
  const told = await call('analytics_salesChange', { ...span, compare: 'previous' })
  expect(told.isError).toBe(false)
  expect(told.body['changeCents']).not.toBe(0)
  expect(told.body).toEqual(ok(await label.analytics.salesChange({ ...span, compare: 'previous' } as never)))
})

test('rows that did not fit are had by leaving out those that did', async () => {
  const { call } = await connect('key')
  const label = await as(world.database, 'label')
  const span = { f: '2022-10-01', t: '2022-11-25' }
  const page = ok(await label.analytics.netSalesDetailInfo(span as never)) as unknown as Record<
    string,
    object[]
  >
  const told: Record<string, object[]> = {}
  for (let skipRows = 0, asked = 0; ; asked++) {
    expect(asked).toBeLessThan(20)
    const { body } = await call('analytics_netSalesDetailInfo', { ...span, skipRows })
    const [, name = '', next] =
      /of (\w+): ask again with skipRows: (\d+)$/.exec(String(body['leftOut'] ?? '')) ?? []
    const cut = name || Object.keys(told)[0] || ''
    told[cut] = [...(told[cut] ?? []), ...(body[cut] as object[])]
    for (const [other, value] of Object.entries(page))
      if (other !== cut && other !== 'meta') expect([other, body[other]]).toEqual([other, value])
    if (!next) break
    skipRows = Number(next)
  }
  const [cut = ''] = Object.keys(told)
  expect(cut).not.toBe('')
  expect(told[cut]).toEqual(page[cut])
  const refused = await call('analytics_netSalesDetailInfo', { ...span, skipRows: -1 })
  expect(refused.body).toMatchObject({
    error: { code: 'invalidInput', fields: { skipRows: expect.any(String) } },
  })
})

test('a link is made hidden, an event and a post as drafts, whatever is said', async () => {
  const { call } = await connect('keyOfStaff')
  const portalId = portals.claraVentisca.id
  const link = { portalId, title: { es: 'Entradas' }, url: 'https://entradas.example' }
  const made = await call('links_createLink', link)
  expect(made.body).toMatchObject({ visible: false, title: { es: 'Entradas' } })
  const seen = await call('links_createLink', { ...link, visible: true })
  expect([seen.isError, seen.body]).toMatchObject([true, { error: { code: 'invalidInput' } }])
  const event = {
    portalId,
    name: 'Gira',
    startsAt: '2027-01-10T21:00:00+01:00',
    city: 'Oviedo',
    venue: 'Sala',
  }
  expect((await call('events_createEvent', event)).body).toMatchObject({ publication: 'draft' })
  expect((await call('events_createEvent', { ...event, publication: 'published' })).isError).toBe(true)
  const told = { es: 'Mañana' }
  const post = await call('communications_createPost', {
    ...{ title: told, description: told, body: told, kind: 'info', channels: ['inApp'] },
    audience: { portalTypes: [], portals: [], roles: [] },
  })
  expect(post.text).toContain('"status":"draft"')
})

test('portals and bills are resources', async () => {
  const { client } = await connect('key')
  const { resources } = await client.listResources()
  const bill = resources.find(({ uri }) => uri.startsWith('backline://bill/'))
  const portal = resources.find(({ uri }) => uri === `backline://portal/${portals.bajamar.id}`)
  for (const one of [portal, bill]) {
    const { contents } = await client.readResource({ uri: one?.uri ?? '' })
    expect(JSON.parse((contents[0] as { text: string }).text)).toHaveProperty(
      'id',
      one?.uri.split('/').at(-1),
    )
  }
  await expect(
    client.readResource({ uri: `backline://portal/${portals.ninoLobo.id}` }),
  ).rejects.toMatchObject({
    message: expect.stringContaining('Resource not found'),
  })
})

test('answers are small', async () => {
  const { call } = await connect('keyOfStaff')
  for (const [name, args] of [
    ['products_listProducts', {}],
    ['products_listProducts', { pageSize: 250 }],
    ['orders_listOrders', { pageSize: 250 }],
    ['activity_listActivity', { pageSize: 250 }],
  ] as const) {
    const { text, body } = await call(name, args)
    expect(text.length, name).toBeLessThan(25_000)
    expect((body['items'] as object[]).length).toBeGreaterThan(1)
    if ('pageSize' in args)
      expect([typeof body['nextCursor'], body['leftOut']]).not.toEqual(['undefined', undefined])
    else expect((body['items'] as object[]).length).toBeLessThanOrEqual(20)
  }
})

test('a page that lost rows goes on where it was cut', async () => {
  const { call } = await connect('keyOfStaff')
  const ids: unknown[] = []
  const first = await call('orders_listOrders', { pageSize: 250 })
  const total = first.body['total'] as number
  for (let page = first.body, asked = 0; ; asked++) {
    ids.push(...(page['items'] as { id: string }[]).map(({ id }) => id))
    if (typeof page['nextCursor'] !== 'string' || asked > 20) break
    page = (await call('orders_listOrders', { pageSize: 250, cursor: page['nextCursor'] })).body
  }
  expect((first.body['items'] as object[]).length).toBeLessThan(total)
  expect([ids.length, new Set(ids).size]).toEqual([total, total])
  const plain = await call('orders_listOrders', { pageSize: 20, fields: 'id' })
  expect(ids.slice(0, 20)).toEqual((plain.body['items'] as { id: string }[]).map(({ id }) => id))
})

/** A tool as the same call over HTTP: the same is let in, and the same refusal told. */
const acted: KeyActor[] = ['key', 'keyNarrow', 'keyOfPortal', 'keyOfStaff', 'keyWriting', 'keyOfBefore']
describe.each(acted)('%s is let in by the same door', (actor) => {
  test.each(['claraVentisca', 'ninoLobo'] as const)('at %s', async (target) => {
    const { client, call, rest } = await connect(actor)
    const shown = new Set((await client.listTools()).tools.map(({ name }) => name))
    const differences: unknown[] = []
    for (const tool of tools) {
      const { method = 'GET', path = '' } = routeOf(tool.operation)
      const ids = Object.fromEntries(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
          name,
          name === 'portalId' ? portals[target].id : (matrix.rowOf(name, target) ?? portals[target].id),
        ]),
      )
      const at = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
      const body = method === 'GET' ? {} : { body: '{"nothing":true}' }
      const plain = await rest(at, { method, ...body })
      const code = ((await plain.json()) as { error?: { code?: string } }).error?.code
      if (!shown.has(tool.name)) {
        if (![403, 404].includes(plain.status)) differences.push([tool.name, 'is hidden', plain.status])
        continue
      }
      const told = await call(tool.name, method === 'GET' ? ids : { ...ids, nothing: true })
      const said = (told.body as { error?: { code?: string } }).error?.code
      if (said !== code) differences.push([tool.name, said, code])
    }
    expect(differences).toEqual([])
  })
})

describe('without a key that works', () => {
  const ask = (headers: Record<string, string>) =>
    testApp(world.database).request('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
  test.each(['anonymous', 'label', 'keyRevoked', 'keyExpired', 'keyGarbled'] as const)(
    '%s gets 401',
    async (who) => {
      const answer = await ask(matrix.credentials(who))
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('Bearer realm="Backline"'),
      ])
    },
  )
})
