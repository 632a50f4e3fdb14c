import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { mail } from '#platform/table.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { createPortalSite, type PortalSite } from './app.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const behind = async (trustProxy: number) => {
  const made = createPortalSite({
    database: world.database,
    log: createLog('silent'),
    services: testServices,
    trustProxy,
    count: () => {},
    visitorOf: () => '10.1.1.1',
  })
  await made.store.ready
  return made
}
let proxied: PortalSite
let bare: PortalSite
beforeAll(async () => {
  ;[proxied, bare] = [await behind(1), await behind(0)]
})
afterAll(() => {
  proxied.store.stop()
  bare.store.stop()
})
beforeEach(() => world.database.query('delete from rate_limit'))

const seville = { 'cf-ipcountry': 'ES', 'cf-postal-code': '41001', 'cf-ipcity': 'Sevilla' }
const post = ({ site }: PortalSite, path: string, fields = {}, headers = {}) =>
  site.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
const places = () =>
  world.database.query(`select country, province, city, fans from fan_place order by country, city`)

async function releaseCalled(title: string) {
  const artist = await as(world.database, 'artist')
  const releaseAt = new Date(Date.now() + 20 * 86_400_000).toISOString()
  const draft = {
    portalId,
    title: { es: title },
    releaseAt,
    durationDays: 7 as const,
    status: 'published' as const,
  }
  return ok(await artist.releases.createRelease(draft)).id
}

/** Leaves an address for a release, and gives the path by which it is confirmed. */
async function left(site: PortalSite, releaseId: string, email: string) {
  await post(site, `/nino-lobo/presave/${releaseId}`, { email, consent: 'yes' }, seville)
  const sent = await world.database.db
    .select()
    .from(mail)
    .where(eq(mail.to, email))
    .orderBy(mail.createdAt, mail.id)
  return new URL(/http:\/\/localhost:3001\/\S+\/confirm\/\S+/.exec(sent.at(-1)?.text ?? '')?.[0] ?? '')
    .pathname
}

test('a fan counts where they confirm: once, whatever else they sign up for, and however often they press', async () => {
  const [one, other] = [await releaseCalled('Uno'), await releaseCalled('Dos')]
  const first = await left(proxied, one, 'ana@example.org')
  // To leave an address says nothing yet: it may be somebody else's.
  expect(await places()).toEqual([])
  await post(proxied, first, {}, seville)
  const ofSeville = { country: 'ES', province: 'ES-SE', city: 'Sevilla', fans: 1 }
  expect(await places()).toEqual([ofSeville])
  await post(proxied, first, {}, seville)
  await post(proxied, await left(proxied, other, 'ana@example.org'), {}, seville)
  expect(await places()).toEqual([ofSeville])
  await post(proxied, await left(proxied, other, 'bea@example.org'), {}, seville)
  expect(await places()).toEqual([{ ...ofSeville, fans: 2 }])
})

test('without a proxy that is trusted nobody says where they are, and what they send is not believed', async () => {
  await world.database.query('delete from fan_place')
  await post(bare, await left(bare, await releaseCalled('Tres'), 'carla@example.org'), {}, seville)
  expect(await places()).toEqual([{ country: '', province: '', city: '', fans: 1 }])
})

test('a count leads to no fan: erased addresses stay counted, and no row names one', async () => {
  await world.database.query('delete from fan_place')
  const confirm = await left(proxied, await releaseCalled('Cuatro'), 'dora@example.org')
  await post(proxied, confirm, {}, seville)
  await world.database.query(`delete from presave where email = 'dora@example.org'`)
  expect(await places()).toHaveLength(1)
  expect(await (await post(proxied, confirm, {}, seville)).text()).toContain('se borró de los avisos')
  expect(await places()).toMatchObject([{ fans: 1 }])
})
