import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { createPortalSite, type PortalSite } from './app.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const clicked: (string | undefined)[] = []
let made: PortalSite
beforeAll(async () => {
  made = createPortalSite({
    ...{ database: world.database, log: createLog('silent'), services: testServices, trustProxy: 0 },
    count: (kind, _where, _c, id) => void (kind === 'click' && clicked.push(id)),
    visitorOf: () => '10.1.1.1',
  })
  await made.store.ready
})
afterAll(() => made.store.stop())

const to = async (id: string) => {
  const answer = await made.site.request(`/go/${id}`)
  return answer.status === 302 ? answer.headers.get('location') : answer.status
}
const [url, title] = ['https://tienda.example/', { es: 'Entradas' }]

test('an address that fans have from elsewhere leads to the page of what was deleted, hidden, or is over', async () => {
  const artist = await as(world.database, 'artist')
  const link = ok(await artist.links.createLink({ portalId, title, url }))
  expect(await to(link.id)).toBe(url)
  ok(await artist.links.updateLink({ portalId, linkId: link.id, title, url, visible: false }, { version: 1 }))
  await expect.poll(() => to(link.id)).toBe('/nino-lobo')
  // Until its page had heard that it is hidden, it was a link.
  const before = clicked.length
  ok(await artist.links.deleteLink({ linkId: link.id }))
  expect(await to(link.id)).toBe('/nino-lobo')
  expect(await to(link.id.toUpperCase())).toBe('/nino-lobo')
  expect(clicked.length).toBe(before)
  expect(new Set(clicked)).toEqual(new Set([link.id]))
  const events = await world.database.query<{ id: string; portal: string }>(
    `select e.id, p.custom_url as portal from event e join portal p on p.id = e.portal_id where p.deleted_at is null limit 3`,
  )
  for (const { id, portal } of events) {
    await world.database.query('delete from event where id = $1', [id])
    expect(await to(`${id}/0`)).toBe(`/${portal}`)
  }
  expect(await to('01900000-0000-7000-8000-00000000abcd')).toBe(404)
  expect(await to(portalId)).toBe(404)
})

test('it follows the portal’s address, and ends with the portal', async () => {
  const artist = await as(world.database, 'artist')
  const { id } = ok(await artist.links.createLink({ portalId, title, url }))
  ok(await artist.links.deleteLink({ linkId: id }))
  await world.database.query(`update portal set custom_url = 'lobo-nuevo' where id = $1`, [portalId])
  expect(await to(id)).toBe('/lobo-nuevo')
  await world.database.query('update portal set deleted_at = now() where id = $1', [portalId])
  expect(await to(id)).toBe(404)
})
