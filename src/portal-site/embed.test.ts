import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { designs } from '#features/appearance/designs.ts'
import { proposalOf } from '#features/appearance/server/default-appearance.ts'
import { createLog } from '#platform/log.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { createPortalSite, type PortalSite } from './app.ts'
import type { PageData } from './page-data.ts'
import { sharePicture } from './share-picture.ts'

const world = testDatabase()
const counted: string[] = []
let made: PortalSite
beforeAll(async () => {
  made = createPortalSite({
    database: world.database,
    log: createLog('silent'),
    services: testServices,
    trustProxy: 0,
    count: (kind) => void counted.push(kind),
    visitorOf: () => '10.1.1.1',
  })
  await made.store.ready
})
afterAll(() => made.store.stop())
const get = (path: string, host?: string) => made.site.request(path, host ? { headers: { host } } : {})
const policy = (answer: Response) => answer.headers.get('content-security-policy') ?? ''

test('concerts and shop may stand in a frame of any site; no other page may', async () => {
  for (const path of ['/nino-lobo/embed/events', '/en/nino-lobo/embed/shop']) {
    const answer = await get(path)
    expect(answer.status, path).toBe(200)
    expect(policy(answer), path).toMatch(/frame-ancestors \*$/)
    expect(answer.headers.get('x-frame-options'), path).toBeNull()
    const page = await answer.text()
    // What a stranger's page frames can be pressed unseen: it may do nothing but lead away.
    expect(page, path).not.toMatch(/<form|<script|<iframe|<input/)
    for (const [link] of page.matchAll(/<a [^>]*>/g)) expect(link).toContain('target="_blank"')
    expect(page, path).toContain('<meta name="robots" content="noindex">')
  }
  for (const path of [
    '/nino-lobo',
    '/nino-lobo/legal',
    '/nino-lobo/embed/links',
    '/nino-lobo/embed/events/x',
  ])
    expect(policy(await get(path)), path).toMatch(/frame-ancestors 'none'$/)
  expect((await get('/nobody-here/embed/events')).status).toBe(404)
  expect(counted).toEqual(['view'])
})

test('a frame shows what is announced, at once, and says so when nothing is', async () => {
  const { id: portalId } = portals.ninoLobo
  expect(await (await get('/nino-lobo/embed/events')).text()).toContain(
    'Ahora mismo no hay fechas anunciadas.',
  )
  const artist = await as(world.database, 'artist')
  const startsAt = new Date(Date.now() + 9 * 86_400_000).toISOString()
  const tickets = [{ type: 'tickets' as const, url: 'https://entradas.example/' }]
  const event = {
    portalId,
    name: 'Gira',
    city: 'Bilbao',
    startsAt,
    tickets,
    publication: 'published' as const,
  }
  const { id } = ok(await artist.events.createEvent(event))
  await expect.poll(async () => (await get('/nino-lobo/embed/events')).text()).toContain('Bilbao')
  expect(await (await get('/nino-lobo/embed/events')).text()).toContain(`href="/go/${id}/0"`)
  expect(await (await get('/nino-lobo/embed/shop')).text()).toContain('class="products"')
  const own = await get('/embed/events', 'ninolobo.fans')
  expect([own.status, (await own.text()).includes('Bilbao')]).toEqual([200, true])
})

test('lines of a share picture leave room for each other’s marks', async () => {
  const design = designs.find(({ id }) => id === 'setlist')
  if (!design) throw new Error('no design')
  const appearance = proposalOf(design)
  const data = { portal: { id: 'x', name: 'Gypsyjjy Ñandúes' }, appearance } as unknown as PageData
  const { data: pixels, info } = await sharp(await sharePicture(data))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const inked = Array.from({ length: info.height }, (_, y) =>
    pixels.subarray(y * info.width + 60, y * info.width + info.width - 10).some((grey) => grey < 90),
  )
  const bands = inked.filter((ink, y) => ink && !inked[y - 1])
  // Two lines, and the tilde and accent of the second, which stand apart from their letters.
  expect(bands.length).toBeGreaterThanOrEqual(2)
  expect(inked.lastIndexOf(true)).toBeLessThan(info.height - 40)
})
