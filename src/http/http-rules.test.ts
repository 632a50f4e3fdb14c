import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationList } from '#api.ts'
import { createLog } from '#platform/log.ts'
import { portalListener } from '#portal-site/listener.ts'
import { cookieFor, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { bodyAt } from './methods-at.ts'

const world = testDatabase()
const servers: Server[] = []
let dashboard = ''
let site = ''
let stop = async () => {}

beforeAll(async () => {
  const listen = async (listener: Parameters<typeof createServer>[1]) => {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  dashboard = await listen(getRequestListener(testApp(world.database).fetch))
  const services = testServices
  const made = portalListener({ database: world.database, log: createLog('silent'), services, trustProxy: 0 })
  await made.store.ready
  site = await listen(made.listener)
  stop = () => made.store.stop()
})
afterAll(async () => {
  for (const server of servers) server.close()
  await stop()
})

const cookie = () => cookieFor(world.database, people.super.id)
const paths = () => [
  `${dashboard}/healthz`,
  `${dashboard}/api/session`,
  `${dashboard}/api/portals`,
  `${dashboard}/api/portal/${portals.ninoLobo.id}`,
  `${dashboard}/api/portal/${people.label.id}`,
  `${dashboard}/api/nothing/of/the/kind`,
  `${dashboard}/api/openapi.json`,
  `${dashboard}/login`,
  `${site}/${portals.ninoLobo.customUrl}`,
  `${site}/en/${portals.ninoLobo.customUrl}`,
  `${site}/${portals.ninoLobo.customUrl}/events.ics`,
  `${site}/nobody-has-this`,
  `${site}/robots.txt`,
]

describe('HEAD', () => {
  test('answers as GET, without the body', async () => {
    const headers = { cookie: await cookie() }
    for (const path of paths()) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => fetch(path, { method, headers, redirect: 'manual' })),
      )
      const told = (response?: Response) => [
        path,
        response?.status,
        response?.headers.get('content-type'),
        response?.headers.get('cache-control'),
        response?.headers.get('etag'),
      ]
      expect(told(head)).toEqual(told(get))
      expect(await head?.text()).toBe('')
    }
  })
})

describe('a method that a path does not take', () => {
  const allow = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(path, { method, headers })
    return [response.status, response.headers.get('allow')]
  }

  test('is 405 with those that it takes', async () => {
    const headers = { cookie: await cookie() }
    expect(await allow('PATCH', `${dashboard}/api/portals`, headers)).toEqual([405, 'GET, HEAD'])
    expect(await allow('PUT', `${dashboard}/api/openapi.json`)).toEqual([405, 'GET, HEAD'])
    expect(await allow('DELETE', `${dashboard}/api/account/token-check`)).toEqual([405, 'POST'])
    expect(await allow('DELETE', `${dashboard}/login`)).toEqual([405, 'GET, HEAD'])
    expect(await allow('PUT', `${dashboard}/unsubscribe`)).toEqual([405, 'GET, HEAD, POST'])
    expect(await allow('POST', `${site}/${portals.ninoLobo.customUrl}`)).toEqual([405, 'GET, HEAD'])
    expect(await allow('PUT', `${site}/robots.txt`)).toEqual([405, 'GET, HEAD'])
  })

  test('tells nothing of ids: there, elsewhere or nowhere, signed in or not', async () => {
    const seen = new Set<string>()
    for (const id of [portals.ninoLobo.id, portals.hotelLevante.id, people.label.id, 'x'])
      for (const headers of [undefined, { cookie: await cookie() }])
        seen.add(JSON.stringify(await allow('PATCH', `${dashboard}/api/portal/${id}/link/${id}`, headers)))
    expect([...seen]).toEqual([JSON.stringify([405, 'GET, HEAD, PUT'])])
    expect(await allow('PATCH', `${dashboard}/api/nothing`)).toEqual([404, null])
    expect(await allow('GET', `${dashboard}/api/reference/nothing.js`)).toEqual([404, null])
  })
})

describe('a body of a wrong type', () => {
  const post = async (path: string, type: string, method = 'POST') =>
    (
      await fetch(dashboard + path, {
        method,
        headers: { 'Content-Type': type },
        body: '{"email":"a@b.test"}',
      })
    ).status

  test('is 415, and JSON is not', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'multipart/form-data; boundary=x',
    ])
      expect([type, await post('/api/session', type)]).toEqual([type, 415])
    expect(await post('/api/account/password', 'text/plain', 'PUT')).toBe(415)
    expect(await post('/api/session', 'application/json; charset=utf-8')).toBe(400)
    expect(await post('/api/account/picture', 'text/plain')).toBe(415)
    expect(await post('/api/account/picture', 'multipart/form-data; boundary=x')).not.toBe(415)
    expect(await post('/api/nothing', 'text/plain')).toBe(404)
    const bare = await fetch(`${dashboard}/api/session`, {
      method: 'DELETE',
      headers: { cookie: await cookie() },
    })
    expect(bare.status).toBe(204)
  })
})

describe('what a declaration says of bodies', () => {
  const metas = operationList.map(({ fullName, contract }) => ({ fullName, ...contract['~orpc'].meta }))

  test('large ones are of those who are signed in', () => {
    const large = metas.filter(({ bodyMegabytes }) => bodyMegabytes)
    expect(large.map(({ fullName }) => fullName)).toContain('orders.uploadOrders')
    expect(large.filter(({ access }) => access === 'public')).toEqual([])
  })

  test('they are asked for by method and path', () => {
    expect(bodyAt('POST', '/api/account/picture')).toMatchObject({ bodyMegabytes: 25.5 })
    expect(bodyAt('POST', `/api/portal/${portals.ninoLobo.id}/file`)).toMatchObject({ bodyMegabytes: 25.5 })
    expect(bodyAt('POST', `/api/webhooks/shopify/${portals.ninoLobo.id}`)).toMatchObject({
      foreignBody: 'bytes',
    })
    for (const path of [`/api/portal/${portals.ninoLobo.id}/billingInformation`, '/api/bill/1/ownInvoice'])
      expect(bodyAt('PUT', path)).toMatchObject({ bodyMegabytes: 3 })
    expect(bodyAt('POST', '/api/collect')).toMatchObject({ foreignBody: 'parsed' })
    for (const [method, path] of [
      ['GET', '/api/account/picture'],
      ['POST', '/api/session'],
      ['POST', '/api/nothing'],
    ] as const)
      expect(bodyAt(method, path)).toEqual({})
  })
})

describe('a key that does not work', () => {
  test.each([`blk_${'x'.repeat(43)}`, 'no key', 'eyJhbGciOi.J9.x'])(
    '%s is 401, with a challenge',
    async (key) => {
      for (const path of ['/api/portals', '/api/session', '/api/portalDesigns']) {
        const response = await fetch(dashboard + path, {
          headers: { Authorization: `Bearer ${key}`, cookie: await cookie() },
        })
        expect([path, response.status]).toEqual([path, 401])
        expect(response.headers.get('www-authenticate')).toBe(
          'Bearer realm="Backline", error="invalid_token"',
        )
      }
      expect((await fetch(`${dashboard}/api/portals`)).headers.get('www-authenticate')).toBe(
        'Bearer realm="Backline"',
      )
    },
  )
})

describe('a page that was made for somebody else than who is signed in by now', () => {
  const portal = `/api/portal/${portals.ninoLobo.id}`
  const ask = async (pagePerson: string | undefined, method: string, path: string, body?: object) => {
    const response = await fetch(dashboard + path, {
      method,
      headers: {
        cookie: await cookieFor(world.database, people.exception.id),
        'Content-Type': 'application/json',
        'Accept-Language': 'en',
        ...(pagePerson ? { 'Backline-Person': pagePerson } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, said: await response.text() }
  }
  const event = { title: { es: 'Gira', en: 'Tour' } }

  test('neither reads nor changes anything, and hears who is signed in', async () => {
    const before = (await ask(undefined, 'GET', `${portal}/events`)).said
    for (const { status, said } of [
      await ask(people.artist.id, 'POST', `${portal}/event`, event),
      await ask(people.artist.id, 'GET', `${portal}/events`),
      await ask(people.artist.id, 'DELETE', '/api/session'),
    ]) {
      expect(status).toBe(409)
      expect(JSON.parse(said).error.code).toBe('otherPerson')
      expect(JSON.parse(said).error.message).toContain(people.exception.name)
    }
    expect((await ask(undefined, 'GET', `${portal}/events`)).said).toBe(before)
  })

  test('is like any other where it is theirs, where it does not say, and where everybody may ask', async () => {
    for (const who of [people.exception.id, undefined])
      expect((await ask(who, 'GET', `${portal}/events`)).status).toBe(200)
    expect((await ask(people.artist.id, 'GET', '/api/app/build')).status).toBe(200)
  })
})
