import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyPictures } from '#features/links/server/copy-pictures.ts'
import { openFileStore } from '#platform/files.ts'
import { createLog } from '#platform/log.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { createPortalSite } from './app.ts'

const world = testDatabase()
const { id: portalId, customUrl } = portals.ninoLobo
const asked: string[] = []
let elsewhere: Server
let folder = ''
let origin = ''
beforeAll(async () => {
  const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#a32' } })
    .png()
    .toBuffer()
  elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '')
    const [status, type, body] =
      request.url === '/foto.png' ? [200, 'image/png', picture] : [404, 'text/html', '<p>no</p>']
    response.writeHead(status as number, { 'Content-Type': type as string }).end(body)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => elsewhere.once('listening', resolve))
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'backline-pictures-'))
})
afterAll(async () => {
  elsewhere.close()
  await rm(folder, { recursive: true, force: true })
})

const copy = () =>
  copyPictures(world.database, {
    files: openFileStore({ DATA_DIR: folder }),
    log: createLog('silent'),
    letThrough: [origin.slice('http://'.length)],
  })
/** The page as a program draws it that has drawn none before. */
const page = async () => {
  const made = createPortalSite({
    database: world.database,
    log: createLog('silent'),
    services: testServices,
    trustProxy: 0,
    count: () => {},
    visitorOf: () => '10.1.1.1',
  })
  const answer = await made.site.request(`/${customUrl}`)
  made.store.stop()
  return { html: await answer.text(), csp: answer.headers.get('content-security-policy') ?? '' }
}
const show = (linkId: string, url: string | null) =>
  world.database.query('update link set picture_url = $2 where id = $1', [linkId, url])

test('a page of fans shows our copy of a link’s picture, and asks nobody else', async () => {
  const artist = await as(world.database, 'artist')
  const { id } = ok(
    await artist.links.createLink({ portalId, title: { es: 'Con foto' }, url: 'https://uno.example/' }),
  )
  await copy()
  await show(id, `${origin}/foto.png`)
  const before = await page()
  expect(before.html).toContain('Con foto')
  expect(before.html).not.toContain(origin)
  expect(await copy()).toBe(1)
  const [row] = await world.database.query<{ copy: string }>(
    'select picture_copy as copy from link where id = $1',
    [id],
  )
  expect(row?.copy).toMatch(/^\/files\/[0-9a-f]{32}\.webp$/)
  const after = await page()
  expect(after.html).toContain(`<img src="${row?.copy}"`)
  expect(after.html).not.toContain(origin)
  expect(/img-src ([^;]*)/.exec(after.csp)?.[1]).not.toContain('https:')
  // It is asked for once, and what the team typed is what it reads again.
  expect(await copy()).toBe(0)
  expect(asked).toEqual(['/foto.png'])
  const { items } = ok(await artist.links.listLinks({ portalId }))
  expect(items.find((one) => one.id === id)?.pictureUrl).toBe(`${origin}/foto.png`)

  // Another address is not shown with the old picture; one that has none is asked once.
  await show(id, `${origin}/gone.png`)
  expect((await page()).html).not.toContain(row?.copy)
  expect([await copy(), await copy()]).toEqual([1, 0])
  expect((await page()).html).not.toContain('gone.png')
})
