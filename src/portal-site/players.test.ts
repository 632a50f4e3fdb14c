import { afterAll, beforeAll, expect, test } from 'vitest'
import { link } from '#features/links/server/table.ts'
import { createLog } from '#platform/log.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { createPortalSite, type PortalSite } from './app.ts'
import { playerOf } from './players.ts'

const world = testDatabase()
let made: PortalSite
beforeAll(async () => {
  made = createPortalSite({
    database: world.database,
    log: createLog('silent'),
    services: testServices,
    trustProxy: 0,
    count: () => {},
    visitorOf: () => '10.1.1.1',
  })
  await made.store.ready
})
afterAll(() => made.store.stop())
const get = (path: string) => made.site.request(path)

const id = '4aawyAB9vmqN3uQ7FjRGTy'
test.each([
  [`https://open.spotify.com/intl-es/album/${id}?si=x`, `https://open.spotify.com/embed/album/${id}`, 'list'],
  [`https://open.spotify.com/track/${id}`, `https://open.spotify.com/embed/track/${id}`, 'song'],
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
    'video',
  ],
  ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1', 'video'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1', 'video'],
  [
    'https://soundcloud.com/nino/faro',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fnino%2Ffaro',
    'song',
  ],
  ['https://www.deezer.com/es/album/302127', 'https://widget.deezer.com/widget/auto/album/302127', 'list'],
  [
    'https://music.apple.com/es/album/salitre/1440857781?i=1440857784',
    'https://embed.music.apple.com/es/album/1440857781?i=1440857784',
    'song',
  ],
])('%s is played by %s', (url, src, kind) => {
  expect(playerOf(url)).toMatchObject({ src, kind })
})

test.each([
  'https://open.spotify.com/',
  'https://open.spotify.com/artist/ninolobo',
  'https://www.youtube.com/@ninolobo',
  'https://www.youtube.com/watch?v="><script>',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://soundcloud.com/nino',
  'https://ninolobo.bandcamp.com/album/faro',
  'javascript:alert(1)',
])('%s is not played here', (url) => {
  expect(playerOf(url)).toBeUndefined()
})

test('a page may frame the players that it offers, and those alone', async () => {
  const { id: portalId } = portals.ninoLobo
  const before = await get('/nino-lobo')
  expect(before.headers.get('content-security-policy')).not.toContain('frame-src')
  expect(await before.text()).not.toContain('player.js')
  const artist = await as(world.database, 'artist')
  ok(await artist.links.createLink({ portalId, title: { es: 'Faro' }, url: 'https://youtu.be/dQw4w9WgXcQ' }))
  await expect.poll(async () => (await get('/nino-lobo')).text()).toContain('data-player')
  const page = await get('/nino-lobo')
  expect(page.headers.get('content-security-policy')).toContain(
    '; frame-src https://www.youtube-nocookie.com;',
  )
  const text = await page.text()
  // Nothing of theirs is loaded by the page itself, and without a script the button leads there.
  expect(text).not.toMatch(/<iframe|(src|href)="https:\/\/(www\.)?youtu/)
  expect(text).toMatch(
    /<a class="play" href="\/go\/[0-9a-f-]{36}"[^>]*aria-label="Ver aquí: Faro \(YouTube\)"/,
  )
  expect(text).toContain('▶ carga aquí el reproductor de YouTube, que puede guardar cookies.')
  expect(text.match(/<script src="\/js\/player.js" defer>/g)).toHaveLength(1)
  expect((await (await get('/js/player.js')).text()).length).toBeLessThan(1_200)
  await world.database.db.delete(link)
})

test('a release that is out is played from the first of its addresses that can be', async () => {
  const { id: portalId } = portals.veraCantil
  const vera = await as(world.database, 'vera')
  const draft = {
    portalId,
    title: { es: 'Fuera' },
    durationDays: 7 as const,
    status: 'published' as const,
    links: [
      { name: 'Bandcamp', url: 'https://vera.bandcamp.com/album/fuera' },
      { name: 'Spotify', url: `https://open.spotify.com/album/${id}` },
    ],
  }
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  ok(await vera.releases.createRelease({ ...draft, releaseAt: at(2) }))
  expect(await (await get('/vera-cantil')).text()).not.toContain('data-player')
  const { id: out } = ok(await vera.releases.createRelease({ ...draft, releaseAt: at(-1) }))
  await expect.poll(async () => (await get('/vera-cantil')).text()).toContain('data-player')
  const page = await get('/vera-cantil')
  expect(page.headers.get('content-security-policy')).toContain('; frame-src https://open.spotify.com;')
  expect(await page.text()).toContain(`class="btn play" href="/go/${out}/1"`)
})
