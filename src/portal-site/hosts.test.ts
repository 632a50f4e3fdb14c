import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { visitQueue } from '#features/visits/server/visit-queue.ts'
import { createLog } from '#platform/log.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { portalListener } from './listener.ts'
import type { PageStore } from './page-store.ts'

const world = testDatabase()
const log = createLog('silent')
let server: Server
let store: PageStore

beforeAll(async () => {
  const made = portalListener({ database: world.database, log, services: testServices, trustProxy: 0 })
  store = made.store
  await store.ready
  server = createServer(made.listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await store.stop()
  await visitQueue(world.database, log).stop()
})

const main = new URL(testServices.portalsOrigin).host
const get = (host: string, path: string, method = 'GET', referer?: string) =>
  new Promise<{ status: number; location: string | undefined; text: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    request(
      { port, host: '127.0.0.1', path, method, headers: { host, ...(referer ? { referer } : {}) } },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, text }),
        )
      },
    )
      .on('error', reject)
      .end()
  })

const clara = { host: 'claraventisca.es', ...portals.claraVentisca }
const others = Object.values(portals).filter(({ id }) => id !== clara.id)

describe('on a domain of its own', () => {
  // Once, among many files in one process, an answer never came; asked again it is told as such, as journeys are.
  test('a portal is all that there is', { retry: 1 }, async () => {
    // Known to the memory of pages by then.
    for (const { customUrl } of others) expect((await get(main, `/${customUrl}`)).status).toBe(200)
    for (const path of [
      '/',
      '/en',
      '/legal',
      '/en/privacy',
      `/${clara.customUrl}/legal`,
      '/qr.svg',
      '/events.ics',
      '/og.png',
    ])
      expect([path, (await get(clara.host, path)).status]).toEqual([path, 200])
    expect(await get(clara.host, `/${clara.customUrl}`)).toMatchObject({ status: 301, location: '/' })
    expect(await get(clara.host, `/en/${clara.customUrl}`)).toMatchObject({ status: 301, location: '/en' })
    for (const { customUrl } of others)
      for (const path of [
        `/${customUrl}`,
        `/en/${customUrl}`,
        `/${customUrl}/legal`,
        `/${customUrl}/qr.svg`,
        `/${customUrl}/events.ics`,
      ])
        expect([path, (await get(clara.host, path)).status]).toEqual([path, 404])
    expect((await get(clara.host, `/preview/${portals.ninoLobo.id}?token=x`)).status).toBe(404)
  })

  test('robots and sitemap name it and nobody else', async () => {
    const robots = await get(clara.host, '/robots.txt')
    expect(robots.text).toContain(`Sitemap: https://${clara.host}/sitemap.xml`)
    expect(robots.text).not.toContain(main)
    const { text, status } = await get(clara.host, '/sitemap.xml')
    expect(status).toBe(200)
    const pages = [...text.matchAll(/<loc>([^<]*)/g)].map(([, loc = '']) => loc)
    expect(pages.slice(0, 2)).toEqual([`https://${clara.host}/`, `https://${clara.host}/en`])
    const products = await world.database.query<{ id: string }>(
      `select id from product where portal_id = $1 and status = 'active'`,
      [clara.id],
    )
    const below = (id: string) => [`/product/${id}`, `/en/product/${id}`]
    expect(pages.slice(2).sort()).toEqual(
      products.flatMap(({ id }) => below(id).map((path) => `https://${clara.host}${path}`)).sort(),
    )
    for (const page of pages) expect((await get(clara.host, new URL(page).pathname)).status, page).toBe(200)
  })

  test('clicks of others lead nowhere', async () => {
    const links = await world.database.query<{ id: string; portal_id: string }>(
      `select id, portal_id from link where visible and starts_at is null and ends_at is null`,
    )
    const own = links.find(({ portal_id }) => portal_id === clara.id)?.id
    const foreign = links.find(({ portal_id }) => portal_id !== clara.id)?.id
    for (const id of [own, foreign]) expect((await get(main, `/go/${id}`)).status).toBe(302)
    expect((await get(clara.host, `/go/${own}`)).status).toBe(302)
    expect((await get(clara.host, `/go/${foreign}`)).status).toBe(404)
  })

  test('a press on what its team has just taken away leads back to the page', async () => {
    const gone = '00000000-0000-7000-8000-00000000abcd'
    const item = `/product/${gone}/${gone}`
    const to = async (host: string, referer?: string) => {
      const { status, location } = await get(host, `/go/${gone}`, 'GET', referer)
      return status === 302 ? location : status
    }
    expect(await to(main, `http://${main}/clara-ventisca`)).toBe('/clara-ventisca')
    expect(await to(main, `http://${main}/en/clara-ventisca${item}?x=1#buy`)).toBe(
      `/en/clara-ventisca${item}`,
    )
    expect(await to(main, `http://${main}/clara-ventisca/embed/shop`)).toBe('/clara-ventisca')
    for (const referer of [
      undefined,
      'x',
      'https://otra.example/clara-ventisca',
      `http://${main}.otra.example/clara-ventisca`,
      `http://${main}//otra.example`,
      `http://${main}/`,
    ])
      expect(await to(main, referer), referer).toBe(404)
    expect(await to(clara.host)).toBe('/')
    expect(await to(clara.host, `https://${clara.host}/en${item}`)).toBe(`/en${item}`)
    expect(await to(clara.host, `https://${clara.host}//otra.example/`)).toBe('/')
    expect(await to(clara.host, `https://otra.example/en`)).toBe('/')
  })

  test('an address typed in capitals leads to the portal', async () => {
    expect(await get(main, '/CLARA-Ventisca?utm_source=x')).toMatchObject({
      status: 301,
      location: '/clara-ventisca?utm_source=x',
    })
    expect(await get(main, '/en/CLARA-VENTISCA/legal')).toMatchObject({
      status: 301,
      location: '/en/clara-ventisca/legal',
    })
    expect((await get(main, '/CLARA-VENTISCA', 'POST')).location).toBeUndefined()
  })

  test('an address with a slash behind it leads to the portal, known already or not, and nowhere else', async () => {
    const leads = async (host: string, path: string) => {
      const { status, location } = await get(host, path)
      return status === 301 ? location : status
    }
    for (const _ of ['first', 'again']) {
      expect(await leads(main, '/clara-ventisca/?utm_source=x')).toBe('/clara-ventisca?utm_source=x')
      expect((await get(main, '/clara-ventisca')).status).toBe(200)
    }
    expect(await leads(main, '/en/clara-ventisca/legal//')).toBe('/en/clara-ventisca/legal')
    expect(await leads(clara.host, '/en/')).toBe('/en')
    expect(await leads(clara.host, '/legal/')).toBe('/legal')
    expect(await leads(clara.host, '/')).toBe(200)
    for (const path of ['//otra.example/', '/%5Cotra.example/../', '///otra.example//'])
      expect(String(await leads(main, path)), path).not.toMatch(/^(\/\/|\/\\|http)/)
  })

  test('what machines are told stands on one origin', async () => {
    for (const path of ['/', '/en', '/legal']) {
      const { text } = await get(clara.host, path)
      expect(text).not.toContain(testServices.portalsOrigin)
      expect(text).toContain(`<meta property="og:image" content="https://${clara.host}/og.png">`)
    }
    expect((await get(clara.host, '/')).text).toContain(`"image":"https://${clara.host}/`)
  })

  test('a domain whose records broke shows nothing at all, and a host of nobody is the main one', async () => {
    await world.database.query(`update portal set domain_state = 4 where custom_domain = 'perromanso.club'`)
    for (const path of ['/', `/${portals.perroManso.customUrl}`, `/${clara.customUrl}`, '/sitemap.xml'])
      expect([path, (await get('perromanso.club', path)).status]).toEqual([path, 404])
    expect((await get('nobodys.example', `/${clara.customUrl}`)).status).toBe(200)
  })
})

describe('an address that was given up', () => {
  const move = async (customUrl: string) => {
    const artist = await as(world.database, 'artist')
    const portalId = portals.ninoLobo.id
    const { version, selfInvoice, customDomain, salesObjectiveCents, advanceLimitPct } = ok(
      await artist.portals.getPortal({ portalId }),
    )
    const rest = { selfInvoice, customDomain, salesObjectiveCents, advanceLimitPct }
    return artist.portals.updateSettings({ portalId, customUrl, ...rest }, { version })
  }

  test('leads to the new one, whatever of it is asked for', async () => {
    ok(await move('lobo-nuevo'))
    store.stop()
    expect((await get(main, '/lobo-nuevo')).status).toBe(200)
    expect(await get(main, '/nino-lobo')).toMatchObject({ status: 301, location: '/lobo-nuevo' })
    expect(await get(main, '/en/nino-lobo?utm_source=x')).toMatchObject({
      status: 301,
      location: '/en/lobo-nuevo?utm_source=x',
    })
    expect(await get(main, '/nino-lobo/events.ics')).toMatchObject({ location: '/lobo-nuevo/events.ics' })
    ok(await move('lobo-tercero'))
    expect(await get(main, '/nino-lobo')).toMatchObject({ location: '/lobo-tercero' })
    expect(await get(main, '/lobo-nuevo')).toMatchObject({ location: '/lobo-tercero' })
  })

  test('is nobody else’s for half a year, and its own portal’s at any time', async () => {
    const staff = await as(world.database, 'super')
    const wish = { name: 'Otro', code: 'OTROLOBO', customUrl: 'nino-lobo' }
    expect(ok(await staff.portals.checkPortal(wish)).customUrl).toMatchObject({ ok: false })
    const draft = { ...wish, accountId: portals.ninoLobo.accountId }
    expect(failureCode(await staff.portals.createPortal(draft as never))).toBe('invalidInput')
    ok(await move('nino-lobo'))
    expect((await get(main, '/nino-lobo')).status).toBe(200)
    ok(await move('lobo-tercero'))
    await world.database.query(
      `update former_address set released_at = released_at - interval '181 days' where custom_url = 'nino-lobo'`,
    )
    expect(ok(await staff.portals.checkPortal(wish)).customUrl).toEqual({ ok: true })
  })
})
