import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken, keyPrefix, newToken } from '#features/account/server/sessions.ts'
import { as, ok, testApp, testOrigin } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.bajamar.id
const origin = 'https://tienda.example'
let key = ''
let wide = ''
beforeAll(async () => {
  const label = await as(world.database, 'label')
  const made = async (only?: string) =>
    ok(
      await label.keys.createKey({
        ...{ name: 'Tienda', permissions: ['portal.viewportals', 'portal.editlinks'], days: 30 },
        ...{ writes: ['portal.editlinks'], password: demoPassword, ...(only ? { portalId: only } : {}) },
      }),
    ).secret
  key = await made(portalId)
  wide = await made()
})
const call = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  testApp(world.database).request(`/api${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  })

describe('what has not changed', () => {
  test.each([`/portal/${portalId}`, '/portals', `/portal/${portalId}/links`])(
    '%s answers 304',
    async (path) => {
      const first = await call(path)
      expect(first.status).toBe(200)
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"\d*\.[\w-]{16}"$/)
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
      for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await call(path, { 'if-none-match': tag })
        expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
      }
      expect((await call(path, { 'if-none-match': '"1"' })).status).toBe(200)
      expect(
        (await call(path, { 'if-none-match': etag, 'accept-language': 'en' })).headers.get('vary'),
      ).toContain('Accept-Language')
    },
  )

  test('changes with what it tells, and still stands for a version', async () => {
    const links = `/portal/${portalId}/links`
    const before = (await call(links)).headers.get('etag') ?? ''
    const body = JSON.stringify({ title: { es: 'Gira' }, url: 'https://entradas.example/gira' })
    const made = await call(`/portal/${portalId}/link`, {}, { method: 'POST', body })
    const { id } = (await made.json()) as { id: string }
    expect((await call(links, { 'if-none-match': before })).status).toBe(200)
    const etag = (await call(`/portal/${portalId}/link/${id}`)).headers.get('etag') ?? ''
    const change = (tag: string) =>
      call(`/portal/${portalId}/link/${id}`, { 'if-match': tag }, { method: 'PUT', body })
    expect((await change(etag)).status).toBe(200)
    expect((await change(etag)).status).toBe(412)
  })
})

describe('a page of another origin', () => {
  const preflight = (from: string, path = `/portal/${portalId}/links`) =>
    testApp(world.database).request(`/api${path}`, {
      method: 'OPTIONS',
      headers: { origin: from, 'access-control-request-method': 'GET' },
    })

  test('calls with a key of the portal that allows it, and with no other', async () => {
    expect((await preflight(origin)).status).toBe(405)
    expect((await call('/portals', { origin })).status).toBe(403)
    const label = await as(world.database, 'label')
    const { selfInvoice, customUrl, customDomain, salesObjectiveCents } = ok(
      await label.portals.getPortal({ portalId }),
    )
    const settings = { portalId, selfInvoice, customUrl, customDomain, salesObjectiveCents }
    const set = (apiOrigins: string[]) => label.portals.updateSettings({ ...settings, apiOrigins })
    for (const wrong of [
      'tienda.example',
      'https://tienda.example/',
      'http://tienda.example',
      '*',
      `${origin}:443`,
      `${origin}:99999`,
    ])
      expect(await set([wrong])).toMatchObject({ error: { fields: { 'apiOrigins.0': expect.any(String) } } })
    expect(ok(await set([origin])).apiOrigins).toEqual([origin])
    expect(ok(await label.portals.updateSettings(settings)).apiOrigins).toEqual([origin])

    const asked = await preflight(origin)
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe(origin)
    expect(asked.headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(asked.headers.has('access-control-allow-credentials')).toBe(false)
    expect((await preflight('https://other.example')).status).toBe(405)
    expect((await preflight(origin, '/nothing')).status).toBe(404)

    const told = await call(`/portal/${portalId}/links`, { origin })
    expect([told.status, told.headers.get('access-control-allow-origin')]).toEqual([200, origin])
    expect(told.headers.get('vary')).toContain('Origin')
    const missing = await call(`/portal/${portals.hotelLevante.id}`, { origin })
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, origin])
    const other = await call('/portals', { origin: 'https://other.example' })
    expect([other.status, other.headers.has('access-control-allow-origin')]).toEqual([403, false])
    const reaching = await call('/portals', { origin, authorization: `Bearer ${wide}` })
    expect(reaching.status).toBe(403)
    const unknown = await call('/portals', { origin, authorization: `Bearer ${keyPrefix}${newToken()}` })
    expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([401, origin])
    expect(await unknown.json()).toMatchObject({ error: { code: 'keyNotValid' } })
    const without = (from: string) =>
      testApp(world.database).request('/api/portals', { headers: { origin: from } })
    const none = await without(origin)
    expect([none.status, none.headers.get('access-control-allow-origin')]).toEqual([401, origin])
    expect((await without('https://other.example')).headers.has('access-control-allow-origin')).toBe(false)
    const bearer = { authorization: `Bearer ${keyPrefix}${newToken()}` }
    const elsewhere = await call('/portals', { origin: 'https://other.example', ...bearer })
    expect([elsewhere.status, elsewhere.headers.has('access-control-allow-origin')]).toEqual([403, false])
  })

  test('says nothing of it to a browser’s own session', async () => {
    const own = await call('/portals', { origin: testOrigin })
    expect([own.status, own.headers.has('access-control-allow-origin')]).toEqual([200, false])
  })
})

test('a key is told how many calls are left, and waits for more', async () => {
  const app = testApp(world.database, undefined, 3)
  const ask = (authorization: string) => app.request('/api/portals', { headers: { authorization } })
  for (const left of [2, 1, 0]) {
    const answer = await ask(`Bearer ${key}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60')
    expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${left};t=\\d+$`))
  }
  const late = await ask(`Bearer ${key}`)
  expect(late.status).toBe(429)
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(late.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/)
  expect((await ask(`Bearer ${wide}`)).status).toBe(200)
  expect(hashToken(key)).not.toBe(hashToken(wide))
})

test('an assistant’s calls count with those of the programs that have its key', async () => {
  const app = testApp(world.database, undefined, 3)
  const headers = { authorization: `Bearer ${wide}` }
  const ping = () =>
    app.request('/mcp', {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
  const left = (answer: Response) => [answer.status, answer.headers.get('ratelimit')?.split(';')[1]]
  expect(left(await app.request('/api/portals', { headers }))).toEqual([200, 'r=2'])
  expect(left(await ping())).toEqual([200, 'r=1'])
  expect(left(await app.request('/api/portals', { headers }))).toEqual([200, 'r=0'])
  expect(left(await ping())).toEqual([429, 'r=0'])
})

test('a key that stands in an address, where it does not belong, is not kept in the log', async () => {
  const lines: string[] = []
  const headers = { authorization: `Bearer ${wide}` }
  const app = testApp(world.database, lines)
  for (const path of [`/api/portal/${key}`, `/${key}`, '/api/portal/whsec_c2VjcmV0b3M=/links'])
    expect((await app.request(path, { headers })).status).toBeLessThan(500)
  expect(lines.filter((line) => line.includes('/api/portal/blk_…'))).toHaveLength(1)
  for (const secret of [key, wide, 'c2VjcmV0b3M']) expect(lines.join('\n')).not.toContain(secret)
})
