import { beforeAll, describe, expect, test } from 'vitest'
import { operationList } from '#api.ts'
import { testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { keyFor } from '#testing/key-for.ts'
import { people, portals } from '#testing/world/cast.ts'
import { apiVersion } from './api-version.ts'
import { fieldWords } from './field-words.ts'

const world = testDatabase()
const { bajamar, claraVentisca } = portals
const at = `/portal/${claraVentisca.id}`
type Body = Record<string, unknown>
let key: { authorization: string }
beforeAll(async () => {
  key = await keyFor(world.database, { owner: 'label', writes: people.staff.permissions })
})

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await testApp(world.database).request(`/api${path}`, {
    method,
    headers: { ...key, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, etag: answer.headers.get('etag'), body: (text && JSON.parse(text)) as Body }
}
const link = { title: { es: 'Entradas' }, url: 'https://entradas.example' }
const errorOf = ({ body }: { body: Body }) => body['error'] as Body

describe('what a call does not heed is refused by name', () => {
  test('a version that nothing is held against, and a key under which nothing is kept', async () => {
    const made = await call('POST', `${at}/link`, link)
    const { id, version } = made.body
    const late = await call('DELETE', `/portal/link/${id}`, undefined, { 'if-match': `"${version}"` })
    expect([late.status, errorOf(late)['code']]).toEqual([400, 'unheeded'])
    expect(errorOf(late)['message']).toContain('If-Match')
    const twice = await call('PUT', `${at}/link/${id}`, link, { 'idempotency-key': 'x' })
    expect([twice.status, errorOf(twice)['message']]).toEqual([
      400,
      expect.stringContaining('Idempotency-Key'),
    ])
    const right = await call('PUT', `${at}/link/${id}`, link, { 'if-match': `"${version}"` })
    expect([right.status, right.etag]).toEqual([200, '"2"'])
    expect((await call('DELETE', `/portal/link/${id}`)).status).toBe(204)
  })

  test('a version and a key without a value, which would hold nothing', async () => {
    const { body } = await call('POST', `${at}/link`, link)
    for (const [method, path, header] of [
      ['POST', `${at}/link`, 'Idempotency-Key'],
      ['PUT', `${at}/link/${body['id']}`, 'If-Match'],
    ] as const) {
      const refused = await call(method, path, link, { [header]: ' ' })
      expect([refused.status, errorOf(refused)['code']]).toEqual([400, 'emptyHeader'])
      expect(errorOf(refused)['message']).toContain(header)
    }
    expect((await call('DELETE', `/portal/link/${body['id']}`)).status).toBe(204)
  })

  test('but rows of a bulk call have keys made of its own', async () => {
    const rows: { portalId: string; title: object; url: string }[] = [1, 2].map(() => ({
      portalId: claraVentisca.id,
      ...link,
    }))
    const send = () => call('POST', '/bulk/links.createLink', { rows }, { 'idempotency-key': 'gira' })
    const [first, again] = [await send(), await send()]
    expect(first.body).toMatchObject({ done: 2, refused: 0 })
    const ids = ({ body }: { body: Body }) =>
      (body['rows'] as { body: { id: string } }[]).map((row) => row.body.id)
    expect(ids(again)).toEqual(ids(first))
    // One more at the top would be another first row.
    rows.unshift({ portalId: claraVentisca.id, ...link, url: 'https://entradas.example/otra' })
    expect((await send()).status).toBe(422)
    rows.shift()
    const taken = ids(first).map((linkId) => ({ linkId }))
    const gone = await call(
      'POST',
      '/bulk/links.deleteLink',
      { rows: taken },
      { 'idempotency-key': 'gira-2' },
    )
    expect(gone.body).toMatchObject({ done: 2, refused: 0 })
  })

  test('a parameter of a call that changes something', async () => {
    const links = async () => ((await call('GET', `${at}/links`)).body['items'] as Body[]).length
    const before = await links()
    const made = await call('POST', `${at}/link?dryRun=true&colour=1`, link)
    expect([made.status, Object.keys(errorOf(made)['fields'] as Body)]).toEqual([400, ['dryRun', 'colour']])
    expect(await links()).toBe(before)
    expect((await call('POST', `${at}/nothing?dryRun=true`, link)).status).toBe(404)
  })

  test('a parameter of a list that takes none', async () => {
    const { status, body } = await call('GET', `${at}/links?page=2`)
    const { page } = errorOf({ body })['fields'] as { page: string }
    expect([status, page]).toEqual([400, 'Este campo no existe aquí'])
  })

  test('a version without its quotes is one all the same', async () => {
    const { id } = (await call('POST', `${at}/link`, link)).body
    const change = (tag: string) => call('PUT', `${at}/link/${id}`, link, { 'if-match': tag })
    expect([(await change('7')).status, (await change('1')).status]).toEqual([412, 200])
  })

  test.each([[null], [[]], ['x'], [1]])('a body that is %j, which is no object', async (body) => {
    const answer = await call('POST', `${at}/link`, body)
    expect([answer.status, errorOf(answer)['code']]).toEqual([400, 'malformed'])
  })
})

test('an answer that is told again has its version again', async () => {
  const send = () => call('POST', `${at}/link`, link, { 'idempotency-key': 'otra' })
  const [first, again] = [await send(), await send()]
  expect(again.body['id']).toBe(first.body['id'])
  expect([first.etag, again.etag]).toEqual(['"1"', '"1"'])
})

test('what a key may not read whole stays as the list tells it', async () => {
  const narrow = await keyFor(world.database, { owner: 'label', permissions: ['stocks.viewstocks'] })
  const plain = await call('GET', '/orders?pageSize=1', undefined, narrow)
  const wished = await call('GET', '/orders?pageSize=1&expand=portal', undefined, narrow)
  const portalOf = ({ body }: { body: Body }) => (body['items'] as Body[])[0]?.['portal']
  expect(portalOf(wished)).toEqual(portalOf(plain))
  expect(portalOf(wished)).toMatchObject({ name: expect.any(String) })
  const whole = await call('GET', '/orders?pageSize=1&expand=portal')
  expect(portalOf(whole)).toHaveProperty('customUrl')
})

test('a program without a key is told that it needs one, and a page that its session has ended', async () => {
  const ask = async (path: string, headers: Record<string, string>) => {
    const method = path === '/mcp' ? 'POST' : 'GET'
    const answer = await testApp(world.database).request(path, { method, headers })
    return ((await answer.json()) as { error: Body }).error
  }
  for (const path of ['/api/portals', '/mcp'])
    for (const from of [{}, { 'sec-fetch-site': 'cross-site' }] as Record<string, string>[])
      expect(await ask(path, { 'accept-language': 'en', ...from })).toEqual({
        code: 'notSignedIn',
        message: expect.stringContaining('Authorization: Bearer blk_'),
      })
  const page = await ask('/api/portals', { 'sec-fetch-site': 'same-origin', 'accept-language': 'en' })
  expect(page).toEqual({ code: 'notSignedIn', message: expect.stringContaining('session has ended') })
})

test('assistants may say for which version they were made as well', async () => {
  const ask = (version: string) =>
    testApp(world.database).request('/mcp', {
      method: 'POST',
      headers: { ...key, ...json, 'backline-version': version },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  expect([(await ask('2020-01-01')).status, (await ask(apiVersion)).status]).toEqual([400, 200])
})

test('keys open nothing of people: neither the team, nor from where somebody did something', async () => {
  const portal = await call('GET', `/portal/${bajamar.id}`)
  expect([portal.status, portal.body['team']]).toEqual([200, []])
  const staff = await keyFor(world.database, { owner: 'super' })
  const accountId = (portal.body['account'] as { id: string }).id
  const account = await call('GET', `/accounts/${accountId}`, undefined, staff)
  expect([account.status, account.body['team']]).toEqual([200, []])
  const activity = await call('GET', '/activity', undefined, staff)
  expect(activity.status).toBe(200)
  const addresses = (activity.body['items'] as { address: unknown }[]).map(({ address }) => address)
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.filter((address) => address !== null)).toEqual([])
})

test('a parameter that may stand several times may stand once', async () => {
  const staff = await keyFor(world.database, { owner: 'super' })
  const file = async (query: string) =>
    (await testApp(world.database).request(`/api/portals/file?as=csv&${query}`, { headers: staff })).text()
  const one = await file(`portals=${bajamar.id}`)
  expect(one.trim().split('\n')).toHaveLength(2)
  expect(one).toContain(bajamar.name)
  const two = await file(`portals=${bajamar.id}&portals=${claraVentisca.id}`)
  expect(two.trim().split('\n')).toHaveLength(3)
})

test('lines are answered to whoever takes them, whatever else they take', async () => {
  const lines = async (accept: string) =>
    (await testApp(world.database).request('/api/portals', { headers: { ...key, accept } })).headers.get(
      'content-type',
    )
  for (const accept of ['application/x-ndjson', 'application/x-ndjson, */*', 'application/x-ndjson;q=1'])
    expect(await lines(accept)).toContain('application/x-ndjson')
  for (const accept of ['application/x-ndjson;q=0', 'application/json, application/x-ndjson; q=0.0'])
    expect(await lines(accept)).toContain('application/json')
  expect(await lines('application/json')).toContain('application/json')
})

test('what the document says a call needs is refused where it is missing', async () => {
  const needing = operationList.filter(
    ({ contract }) =>
      contract['~orpc'].meta.access === 'analytics.viewanalytics' &&
      Object.values(fieldWords(contract['~orpc'].inputSchema as never)).some(({ needed }) => needed),
  )
  expect(needing.length).toBeGreaterThan(20)
  for (const { contract, fullName } of needing) {
    const path = (contract['~orpc'].route.path ?? '')
      .replace('{portalId}', claraVentisca.id)
      .replace('{name}', 'netSalesDetailInfo')
    // Files are asked for by their format too.
    const answer = await call('GET', /\/(export\/|file$)/.test(path) ? `${path}?format=csv` : path)
    expect([fullName, answer.status, errorOf(answer)['code']]).toEqual([
      fullName,
      400,
      'analytics.datesRequired',
    ])
  }
})
