import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { createLog } from '#platform/log.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { portalListener } from './listener.ts'
import type { PageStore } from './page-store.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
let server: Server
let store: PageStore
let origin: string

beforeAll(async () => {
  const log = createLog('silent')
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
})

const event = {
  name: 'Verano en Cabo de Palos',
  startsAt: '2027-07-03T19:30:00Z',
  city: 'Cartagena',
  venue: 'El Faro',
  tickets: [{ type: 'tickets' as const, url: 'https://entradas.example/faro' }],
}
const release = {
  title: { es: 'Un disco que no existe' },
  releaseAt: '2027-05-01T10:00:00Z',
  durationDays: 30 as const,
  presave: true,
  status: 'draft' as const,
}
const link = { title: { es: 'Nadie ha guardado esto' }, url: 'https://grupo.example' }

const shown = async (part: object) => {
  const artist = await as(world.database, 'artist')
  const { url } = ok(await artist.previews.previewPart({ portalId, ...part }))
  expect(url.startsWith(testServices.portalsOrigin)).toBe(true)
  return url.slice(testServices.portalsOrigin.length)
}

describe('what stands in a form', () => {
  test.each([
    ['event', { event }, ['Cartagena', 'El Faro', 'Verano en Cabo de Palos'], 'h-events'],
    [
      'event without a city',
      { event: { ...event, city: '' } },
      ['<b dir="auto">Verano en Cabo de Palos</b>'],
      'h-events',
    ],
    ['release', { release }, ['Un disco que no existe', 'presave'], 'h-release'],
    ['link', { link }, ['Nadie ha guardado esto'], 'h-links'],
  ])(
    'is on the fans’ page as if the %s were saved, alone, and leads nowhere',
    async (_, part, texts, block) => {
      const page = await fetch(origin + (await shown(part)))
      const body = await page.text()
      for (const text of texts) expect(body).toContain(text)
      expect(body.match(/<section/g)).toHaveLength(1)
      expect(body).not.toContain('class="hero"')
      expect(body).toContain(`id="${block}"`)
      expect(body).not.toMatch(/href="https:\/\/(entradas|grupo)|<form|<script src/)
      expect(page.headers.get('content-security-policy')).toContain(
        `frame-ancestors ${testServices.appOrigin}`,
      )
      expect(page.headers.get('cache-control')).toBe('no-store')
      // Nobody else sees it.
      const live = await (await fetch(`${origin}/${portals.ninoLobo.customUrl}`)).text()
      expect(live).not.toContain(texts[0])
    },
  )

  test('is shown only as it was sent by who may: neither another portal’s page nor other words', async () => {
    const path = await shown({ link })
    const other = await shown({ link: { ...link, title: { es: 'Otra cosa' } } })
    const packed = new URL(other, origin).searchParams.get('part') ?? ''
    const status = async (address: string) => (await fetch(origin + address)).status
    expect(await status(path)).toBe(200)
    for (const changed of [
      path.replace(/part=.*/, `part=${packed}`),
      path.replace(/&part=.*/, ''),
      path.replace(portalId, portals.veraCantil.id),
      path.replace(/token=\d+/, 'token=99999999999999'),
    ])
      expect([changed, await status(changed)]).toEqual([changed, 404])
  })

  test('is one thing that a page can show, and of a portal where one may edit', async () => {
    const artist = await as(world.database, 'artist')
    const call = async (input: object) =>
      failureCode(await artist.previews.previewPart({ portalId, ...input }))
    expect(await call({})).toBe('invalidInput')
    expect(await call({ link, event })).toBe('invalidInput')
    expect(await call({ event: { ...event, startsAt: null } })).toBe('invalidInput')
    expect(await call({ link: { ...link, url: 'javascript:alert(1)' } })).toBe('invalidInput')
    const analyst = await as(world.database, 'analyst')
    expect(failureCode(await analyst.previews.previewPart({ portalId, link }))).toMatch(/forbidden|notFound/)
    const vera = portals.veraCantil.id
    expect(failureCode(await artist.previews.previewPart({ portalId: vera, link }))).toBe('notFound')
  })
})
