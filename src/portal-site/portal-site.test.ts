import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { designs } from '#features/appearance/designs.ts'
import { proposalOf } from '#features/appearance/server/default-appearance.ts'
import { appearanceVersion } from '#features/appearance/server/table.ts'
import { typographies } from '#features/appearance/typographies.ts'
import { event } from '#features/events/server/table.ts'
import { featured } from '#features/featured/server/table.ts'
import { link } from '#features/links/server/table.ts'
import { portal as portalTable } from '#features/portals/server/table.ts'
import { presave, release } from '#features/releases/server/table.ts'
import { visitQueue } from '#features/visits/server/visit-queue.ts'
import { createLog } from '#platform/log.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { fitName, widthOf } from './fit-name.ts'
import { portalListener } from './listener.ts'
import type { PageStore } from './page-store.ts'

const world = testDatabase()
const log = createLog('silent')
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let server: Server
let store: PageStore
let origin: string

beforeAll(async () => {
  const made = portalListener({ database: world.database, log, services: testServices, trustProxy: 1 })
  store = made.store
  await store.ready
  server = createServer(made.listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await store.stop()
  await visitQueue(world.database, log).stop()
})

let visitor = 0
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, {
    redirect: 'manual',
    headers: { 'user-agent': firefox, 'x-forwarded-for': `10.5.0.${visitor}`, ...headers },
  })
const count = async (portalId: string) => {
  await visitQueue(world.database, log).flush()
  const [row] = await world.database.query<{ views: number; clicks: number }>(
    `select count(*) filter (where kind = 'view')::int as views, count(*) filter (where kind = 'click')::int as clicks
     from page_view where portal_id = $1`,
    [portalId],
  )
  return row ?? { views: 0, clicks: 0 }
}
/** For rows written past the operations: they leave no activity. */
const forget = (portalId: string) => (store as unknown as { forget: (id: string) => void }).forget(portalId)
/** Until the other side of LISTEN has heard. */
const until = async (check: () => Promise<boolean>) => {
  for (let tries = 0; tries < 200; tries++) {
    if (await check()) return true
    await new Promise((resolve) => setImmediate(resolve))
  }
  return false
}

describe('a portal’s page', () => {
  test('is whole HTML in two languages, with what machines read, and no script to run', async () => {
    const es = await get('/nino-lobo')
    const page = await es.text()
    expect(es.status).toBe(200)
    expect(page).toContain('<html lang="es">')
    expect(page).toContain('>Niño<')
    expect(page.match(/<script(?! type="application\/ld\+json")/g)).toBeNull()
    expect(page).toContain('property="og:image" content="https://ninolobo.fans/og.png"')
    expect(page).toContain('rel="canonical" href="https://ninolobo.fans/"')
    const graph = JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '')['@graph']
    expect(graph[0]).toMatchObject({ '@type': 'MusicGroup', name: 'Niño Lobo' })
    expect(graph.some((part: { '@type': string }) => part['@type'] === 'Product')).toBe(true)
    const policy = es.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-inline')
    expect(await (await get('/en/nino-lobo')).text()).toContain('<html lang="en">')
  })

  test('has a tag, is zipped for who can read it, and is not sent twice', async () => {
    const first = await get('/vera-cantil', { 'accept-encoding': 'identity' })
    const body = await first.text()
    const etag = first.headers.get('etag') ?? ''
    expect((await get('/vera-cantil', { 'if-none-match': etag })).status).toBe(304)
    const zipped = await get('/vera-cantil', { 'accept-encoding': 'gzip' })
    expect(await zipped.text()).toBe(body)
    expect(gunzipSync((await store.get({ address: 'vera-cantil' }, 'es'))?.gzip ?? '').toString()).toBe(body)
  })

  test('changes at once when its portal does', async () => {
    const artist = await as(world.database, 'artist')
    const portalId = portals.ninoLobo.id
    const before = await (await get('/nino-lobo')).text()
    expect(store.at('es nino-lobo', Date.now())).toBeDefined()
    const title = { es: 'Disco nuevo <b>ya</b>' }
    ok(await artist.links.createLink({ portalId, title, url: 'https://disco.example/' }))
    expect(await until(async () => (await (await get('/nino-lobo')).text()) !== before)).toBe(true)
    expect(await (await get('/nino-lobo')).text()).toContain('Disco nuevo &lt;b&gt;ya&lt;/b&gt;')
  })

  test('a link that begins later is not there yet, and one that is over not any more', async () => {
    const artist = await as(world.database, 'artist')
    const portalId = portals.ninoLobo.id
    const future = new Date(Date.now() + 3_600_000).toISOString()
    const past = new Date(Date.now() - 3_600_000).toISOString()
    const url = 'https://x.example/'
    const later = ok(
      await artist.links.createLink({ portalId, title: { es: 'Mañana' }, url, startsAt: future }),
    )
    ok(await artist.links.createLink({ portalId, title: { es: 'Ayer' }, url, endsAt: past }))
    const page = (await store.get({ address: 'nino-lobo' }, 'es')) as { body: Buffer; validUntil: number }
    expect(page.body.toString()).not.toMatch(/Mañana|Ayer/)
    expect(page.validUntil).toBeLessThanOrEqual(Date.parse(future))
    expect((await get(`/go/${later.id}`)).headers.get('location')).toBe('/nino-lobo')
  })

  test('every design takes a long name, a name in other letters, and any text a person can type', async () => {
    const names = [
      'A',
      'Supercalifragilisticoespialidosoylargocomounacancionsinfinal',
      'La Orquesta Sinfónica y el Coro de la Ciudad de los Muchachos',
      '電気グルーヴ と ピエール瀧',
      '"><script>alert(1)</script>',
      '</style><img src=x onerror=alert(1)>',
      '$' + '{7*7}{{7*7}} javascript:alert(1)',
    ]
    const { id: portalId, customUrl } = portals.oxidoYSal
    let number = 100
    for (const design of designs) {
      const name = names[number % names.length] ?? ''
      await world.database.db.update(portalTable).set({ name }).where(eq(portalTable.id, portalId))
      const tagline = { es: '</style><svg onload=alert(1)>' }
      const appearance = { ...proposalOf(design), tagline }
      await world.database.db.insert(appearanceVersion).values({ portalId, number: number++, appearance })
      await world.database.db
        .insert(link)
        .values({ portalId, title: { es: `${name} "'` }, url: 'https://x.example/', position: number })
      const page = await (await get(`/${customUrl}?${number}`)).text()
      expect(page).not.toMatch(/<script(?! type="application\/ld\+json")|<img src=x|<svg onload/)
      forget(portalId)
    }
  })

  test('events with their tickets, for people, machines and calendars', async () => {
    const portalId = portals.ninoLobo.id
    const common = { portalId, startsAt: new Date(Date.now() + 30 * 86_400_000), timeZone: 'Europe/Madrid' }
    const long = `Gira de la marea; todas las noches, y ${'ñ'.repeat(60)}`
    await world.database.db.insert(event).values([
      {
        ...common,
        name: long,
        venue: 'Sala Umbral',
        city: 'Bilbao',
        publication: 'published',
        tickets: [
          { type: 'tickets', url: 'https://entradas.example/?a=1&b=2', onSaleAt: null },
          { type: 'soldOut', url: null, onSaleAt: null },
        ],
      },
      { ...common, name: 'Secreto' },
    ])
    forget(portalId)
    const page = await (await get('/nino-lobo')).text()
    expect(page).toMatch(/href="\/go\/[0-9a-f-]{36}\/0"/)
    expect(page).toContain('Agotado')
    expect(page).not.toContain('Secreto')
    expect(page).toContain('"@type":"MusicEvent"')
    const answer = await get('/nino-lobo/events.ics')
    expect(answer.headers.get('content-type')).toContain('text/calendar')
    const calendar = await answer.text()
    expect(calendar.replaceAll('\r\n ', '')).toContain('Gira de la marea\\; todas las noches\\, y')
    expect(calendar.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  })

  test('featured items stand first; a release counts down, takes sign-ups with consent, and leads on afterwards', async () => {
    const { id: portalId, customUrl } = portals.veraCantil
    const { db } = world.database
    const [first] = await db.select().from(link).where(eq(link.portalId, portalId)).limit(1)
    await db.insert(featured).values({
      portalId,
      type: 'link',
      targetId: first?.id,
      description: { es: 'Lo <i>nuevo</i>' },
      status: 'published',
      startsAt: new Date(Date.now() - 1_000),
      durationDays: 7,
      position: 0,
    })
    const title = { es: 'Salitre' }
    const days = (count: number) => new Date(Date.now() + count * 86_400_000)
    const [coming] = await db
      .insert(release)
      .values([
        { portalId, title, releaseAt: days(10), durationDays: 15, status: 'published' },
        {
          portalId,
          title: { es: 'Faro' },
          releaseAt: days(-2),
          durationDays: 15,
          status: 'published',
          links: [{ name: 'Escuchar', url: 'https://musica.example/faro' }],
        },
      ])
      .returning()
    forget(portalId)
    const page = await (await get(`/${customUrl}`)).text()
    expect(page.indexOf('class="featured"')).toBeLessThan(page.indexOf('class="links"'))
    expect(page).toContain('Lo &lt;i&gt;nuevo&lt;/i&gt;')
    expect(page).toContain('data-part="d">9<')
    expect(page).toMatch(/href="\/go\/[0-9a-f-]{36}\/0" rel="noopener nofollow">Escuchar</)
    expect(page.match(/<script src="\/js\/countdown.js" defer>/g)).toHaveLength(1)
    expect((await (await get('/js/countdown.js')).text()).length).toBeLessThan(1_000)

    const send = (fields: Record<string, string>, id = coming?.id) =>
      fetch(`${origin}/${customUrl}/presave/${id}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { 'x-forwarded-for': '10.6.0.1' },
      })
    const fans = () => db.select().from(presave).where(eq(presave.portalId, portalId))
    expect((await send({ email: 'fan@example.org' })).status).toBe(400)
    expect((await send({ email: 'nobody', consent: 'yes' })).status).toBe(400)
    expect((await send({ email: 'fan@example.org', consent: 'yes' }, portalId)).status).toBe(404)
    expect(await fans()).toEqual([])
    const done = await send({ email: 'Fan@Example.org', consent: 'yes' })
    expect(await done.text()).toContain('pulsa el botón de ese correo')
    expect((await send({ email: 'fan@example.org', consent: 'yes' })).status).toBe(200)
    expect(await fans()).toMatchObject([{ email: 'fan@example.org', locale: 'es' }])
  })

  test('says plainly what is not there', async () => {
    const missing = await get('/no-such-portal')
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('Aquí no toca nadie')
    for (const path of [
      '/',
      '/en',
      '/go/x',
      '/en/no-such',
      '/%00',
      '/..%2f..%2fetc',
      '/fonts/x.woff2',
      '/preview/x',
    ])
      expect((await get(path)).status, path).toBe(404)
  })

  test('legal notice, privacy, sitemap, QR and share picture', async () => {
    expect(await (await get('/nino-lobo/legal')).text()).toContain('Niño Lobo')
    expect(await (await get('/en/nino-lobo/privacy')).text()).toContain('no cookies')
    expect(await (await get('/sitemap.xml')).text()).toContain('<loc>https://ninolobo.fans/en</loc>')
    expect(await (await get('/nino-lobo/qr.svg')).text()).toMatch(/^<svg/)
    const png = Buffer.from(await (await get('/nino-lobo/qr.png')).arrayBuffer())
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const picture = Buffer.from(await (await get('/nino-lobo/og.png')).arrayBuffer())
    expect(picture.readUInt32BE(16)).toBe(1_200)
    expect(picture.readUInt32BE(20)).toBe(630)
  })
})

describe('counting', () => {
  test('a view and a click of a fan; nothing of a bot, of a page fetched ahead, or of HEAD', async () => {
    const { id: portalId } = portals.orquestaPoniente
    const before = await count(portalId)
    visitor = 1
    const page = await (await get('/orquesta-poniente')).text()
    const [, linkId] = /href="\/go\/([0-9a-f-]{36})"/.exec(page) ?? []
    await get('/orquesta-poniente', { 'sec-purpose': 'prefetch' })
    await get('/orquesta-poniente', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    await fetch(`${origin}/orquesta-poniente`, { method: 'HEAD', headers: { 'user-agent': firefox } })
    const click = await get(`/go/${linkId}`)
    const [stored] = await world.database.db
      .select()
      .from(link)
      .where(eq(link.id, linkId ?? ''))
    expect(click.status).toBe(302)
    expect(click.headers.get('location')).toBe(stored?.url)
    expect(await count(portalId)).toEqual({ views: before.views + 1, clicks: before.clicks + 1 })
  })

  test('a redirect leads nowhere but to the link’s own address', async () => {
    const page = await (await get('/orquesta-poniente')).text()
    const [, linkId] = /href="\/go\/([0-9a-f-]{36})"/.exec(page) ?? []
    const plain = (await get(`/go/${linkId}`)).headers.get('location')
    const asked = await get(`/go/${linkId}?url=https://evil.example&to=//evil.example`)
    expect(asked.headers.get('location')).toBe(plain)
    expect((await get(`/go/${linkId}//evil.example`)).status).toBe(404)
  })

  test('trackers elsewhere may post from any site; what is too large or no event is refused', async () => {
    const post = (body: string) =>
      fetch(`${origin}/api/collect`, {
        method: 'POST',
        body,
        headers: { 'user-agent': firefox, 'content-type': 'text/plain', origin: 'https://tienda.example' },
      })
    const good = await post(JSON.stringify({ n: 'pageview', u: 'https://tienda.example/', d: 'vera-cantil' }))
    expect(good.status).toBe(202)
    expect(good.headers.get('access-control-allow-origin')).toBe('*')
    expect(await good.json()).toEqual({ accepted: true })
    expect((await post('{')).status).toBe(400)
    expect((await post('x'.repeat(9_000))).status).toBe(413)
    expect((await get('/js/script.js')).headers.get('content-type')).toContain('javascript')
  })
})

describe('the preview', () => {
  test('shows the draft to who has its address, in a frame of the dashboard alone', async () => {
    const artist = await as(world.database, 'artist')
    const portalId = portals.ninoLobo.id
    const state = ok(await artist.appearance.getAppearance({ portalId }))
    const tagline = { es: 'Solo en el borrador' }
    ok(
      await artist.appearance.updateAppearance(
        { portalId, ...state.draft, tagline },
        { version: state.version },
      ),
    )
    const path = state.previewUrl.replace('http://localhost:3001', '')
    const page = await get(path)
    expect(await page.text()).toContain('Solo en el borrador')
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:3000')
    expect(await (await get('/nino-lobo')).text()).not.toContain('Solo en el borrador')
    expect((await get(path.replace(portalId, portals.veraCantil.id))).status).toBe(404)
    expect((await get(path.replace(/token=\d+/, 'token=99999999999999'))).status).toBe(404)
  })
})

test('a name is split where its longest line is shortest, and never cut', () => {
  const [typography] = typographies
  if (!typography) throw new Error('no typography')
  expect(fitName('CLARA VENTISCA', typography, 3).map(({ text }) => text)).toEqual(['CLARA', 'VENTISCA'])
  expect(fitName('Fito', typography, 3)).toHaveLength(1)
  const long = 'La Orquesta Sinfónica y el Coro de la Ciudad'
  expect(
    fitName(long, typography, 3)
      .map(({ text }) => text)
      .join(' '),
  ).toBe(long)
  expect(widthOf('電気', typography)).toBeGreaterThan(2)
})

test('a trusted proxy says where fans are', async () => {
  visitor++
  const { id, customUrl } = portals.casaCal
  const place = { 'cf-ipcountry': 'ES', 'cf-postal-code': '48001', 'cf-ipcity': 'Bilbao' }
  expect((await get(`/${customUrl}`, place)).status).toBe(200)
  await count(id)
  const found = await world.database.query(
    `select country, province, city from page_view where portal_id = $1 and city = 'Bilbao' and at > now() - interval '1 minute'`,
    [id],
  )
  expect(found).toEqual([{ country: 'ES', province: 'ES-BI', city: 'Bilbao' }])
})
