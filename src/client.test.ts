import { describe, expect, test } from 'vitest'
import { createClient, isFailure, type Routes } from './client.ts'
import { retryStatuses } from './platform/constants.ts'

const routes: Routes = {
  portals: { listPortals: ['GET', '/portals'], getPortal: ['GET', '/portal/{portalId}'] },
  links: { createLink: ['POST', '/portal/{portalId}/link'] },
}

/** A server that answers one status after another and remembers what it was asked. */
function server(
  statuses: (number | 'broken')[],
  body: unknown = { fine: true },
  headers: Record<string, string> = {},
) {
  const asked: { url: string; init: RequestInit }[] = []
  const fetch = async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    const status = statuses[Math.min(asked.length, statuses.length) - 1]
    if (status === 'broken') throw new TypeError('network')
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status: status as number,
      headers,
    })
  }
  return {
    asked,
    api: createClient(routes, { fetch: fetch as typeof globalThis.fetch, retryDelays: [0, 0] }),
  }
}

describe('requests that change nothing', () => {
  test.each(retryStatuses)('are tried again on %i', async (status) => {
    const { asked, api } = server([status, status, 200])
    expect(await api.portals.listPortals({})).toEqual({ fine: true })
    expect(asked).toHaveLength(3)
  })

  test.each([
    ['2', 3],
    ['3', 1],
  ])('are asked again of who asks for %s seconds %i times in all', async (seconds, times) => {
    const { asked, api } = server(
      [503],
      { error: { code: 'analytics.storeAway' } },
      { 'retry-after': seconds },
    )
    await api.portals.listPortals({})
    expect(asked).toHaveLength(times)
  })

  test('are tried again when the network fails, and end as a failure', async () => {
    const { asked, api } = server(['broken'])
    expect(await api.portals.listPortals({})).toEqual({ error: true })
    expect(asked).toHaveLength(3)
  })

  test.each([400, 401, 403, 404, 412, 422])('are not tried again on %i', async (status) => {
    const { asked, api } = server([status])
    await api.portals.listPortals({})
    expect(asked).toHaveLength(1)
  })
})

test('requests that change something are never tried again', async () => {
  const { asked, api } = server([503, 201])
  await api.links.createLink({ portalId: 'p', title: { es: 'x' }, url: 'https://example.com' })
  expect(asked).toHaveLength(1)
})

describe('failures', () => {
  test("are the server's body when it has an error field", async () => {
    const body = { error: { code: 'stale', message: 'Alguien lo ha cambiado.' } }
    const result = await server([412], body).api.portals.listPortals({})
    expect(result).toEqual(body)
    expect(isFailure(result)).toBe(true)
  })

  test.each([{ message: 'no' }, '<html>', ''])('are a bare flag otherwise: %o', async (body) => {
    expect(await server([500], body).api.portals.listPortals({})).toEqual({ error: true })
  })
})

describe('a new request with a key', () => {
  test('cancels the one in flight with it; the cancelled one gives nothing', async () => {
    let count = 0
    const fetch = (_url: string, init: RequestInit) => {
      if (++count > 1) return Promise.resolve(new Response('{"second":true}'))
      return new Promise<Response>((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      )
    }
    const api = createClient(routes, { fetch: fetch as typeof globalThis.fetch, retryDelays: [0] })
    const first = api.portals.listPortals({}, { key: 'list' })
    const second = api.portals.listPortals({}, { key: 'list' })
    expect(await first).toBeUndefined()
    expect(await second).toEqual({ second: true })
    expect(count).toBe(2)
  })

  test('leaves requests with other keys alone', async () => {
    const { api } = server([200])
    const results = await Promise.all([
      api.portals.listPortals({}, { key: 'a' }),
      api.portals.listPortals({}, { key: 'b' }),
    ])
    expect(results).toEqual([{ fine: true }, { fine: true }])
  })
})

test('path, query, body and conditions go where they belong', async () => {
  const { asked, api } = server([200])
  await api.portals.listPortals({ q: 'niño & co', page: 2 })
  await api.links.createLink(
    { portalId: 'a/b', title: { es: 'x' }, url: 'https://example.com' },
    { version: 3, idempotencyKey: 'k' },
  )
  expect(asked[0]?.url).toBe('/api/portals?q=ni%C3%B1o+%26+co&page=2')
  expect(asked[1]?.url).toBe('/api/portal/a%2Fb/link')
  expect(asked[1]?.init.body).toBe('{"title":{"es":"x"},"url":"https://example.com"}')
  expect(asked[1]?.init.headers).toMatchObject({ 'If-Match': '"3"', 'Idempotency-Key': 'k' })
})

test('an address with a part that nobody has chosen yet is not asked: its field says so', async () => {
  const { asked, api } = server([404])
  const refused = await api.links.createLink({
    portalId: '',
    title: { es: 'Gira' },
    url: 'https://a.example',
  })
  expect(refused).toEqual({
    error: { code: 'invalidInput', message: 'required', fields: { portalId: 'required' } },
  })
  expect(asked).toEqual([])
  await api.portals.getPortal({ portalId: 'p1' })
  expect(asked).toHaveLength(1)
})

test('a figure that is none goes as text, to be refused: as null many fields would take it for «none»', async () => {
  const { asked, api } = server([201])
  await api.links.createLink({
    portalId: 'p',
    title: { es: 'x' },
    url: 'https://a.example',
    order: Number.NaN,
  } as never)
  expect(JSON.parse(String(asked[0]?.init.body))).toMatchObject({ order: 'NaN' })
})

describe('the key of a write', () => {
  const create = { portalId: 'p', title: { es: 'x' }, url: 'https://a.example' }
  const keysOf = (asked: { init: RequestInit }[]) =>
    asked.map(({ init }) => (init.headers as Record<string, string>)['Idempotency-Key'])

  test.each([
    ['the connection breaks', 'broken' as const],
    ['the server does not know itself', 503],
  ])('lives on when %s, and ends with a clear answer', async (_, status) => {
    const { asked, api } = server([status, status, 201, 201])
    for (let press = 0; press < 4; press++) await api.links.createLink(create)
    const [first, second, third, fourth] = keysOf(asked)
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
  })

  test('lives on when the answer breaks off after its status', async () => {
    const asked: { init: RequestInit }[] = []
    const api = createClient(routes, {
      fetch: (async (_: string, init: RequestInit) => {
        asked.push({ init })
        const broken = new ReadableStream({ pull: (stream) => stream.error(new Error('cut')) })
        return asked.length === 1
          ? new Response(broken, { status: 201 })
          : new Response('{"id":"1"}', { status: 201 })
      }) as typeof fetch,
    })
    expect(await api.links.createLink(create)).toEqual({ error: true })
    expect(await api.links.createLink(create)).toEqual({ id: '1' })
    expect(new Set(keysOf(asked)).size).toBe(1)
  })

  test.each([400, 409, 422])('ends with %i: what is corrected is another thing', async (status) => {
    const { asked, api } = server([status, 201])
    await api.links.createLink(create)
    await api.links.createLink(create)
    expect(new Set(keysOf(asked)).size).toBe(2)
  })

  test('is nobody else’s: two at once, and other addresses, have their own', async () => {
    const { asked, api } = server(['broken', 201])
    await Promise.all([api.links.createLink(create), api.links.createLink(create)])
    await api.links.createLink({ ...create, portalId: 'q' })
    expect(new Set(keysOf(asked)).size).toBe(3)
  })
})
