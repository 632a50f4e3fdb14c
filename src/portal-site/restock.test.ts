import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePastAlerts } from '#features/restock/server/alerts.ts'
import { tellRestocks } from '#features/restock/server/restock-mail.ts'
import { restockAlert } from '#features/restock/server/table.ts'
import { asService } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { mail } from '#platform/table.ts'
import { as, fileFor, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { createPortalSite, type PortalSite } from './app.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
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

const host = 'localhost:3001'
const get = async (path: string) =>
  (await made.site.request(`http://${host}${path}`, { headers: { host } })).text()
const post = (path: string, fields: Record<string, string> = {}) =>
  made.site.request(`http://${host}${path}`, {
    method: 'POST',
    headers: { host },
    body: new URLSearchParams(fields),
  })
const forget = () => (made.store as unknown as { forget: (id: string) => void }).forget(portalId)
const fan = { email: 'fan@example.org', consent: 'yes' }
const sent = () =>
  world.database.db.select().from(mail).where(eq(mail.to, fan.email)).orderBy(mail.createdAt, mail.id)
const alerts = () => world.database.db.select().from(restockAlert)
const linkIn = (act: string, text = '') =>
  new URL(new RegExp(`http://localhost:3001/\\S+/${act}/\\S+`).exec(text)?.[0] ?? '').pathname
const tell = () => tellRestocks(world.database, testServices)
const confirm = async () => post(linkIn('confirm', (await sent()).at(-1)?.text))

/** A shirt in two sizes, of which there are so many left. */
async function shirt(left: { M: number; L: number }) {
  const staff = await as(world.database, 'super')
  const { id: productId } = ok(
    await staff.products.createProduct({
      portalId,
      name: { es: 'Camiseta', en: 'T-shirt' },
      category: 'apparel',
      format: 'limited',
      priceCents: 2_500,
      taxClass: 'general',
      editionUnits: 100,
      pictures: [{ url: `/files/${'a'.repeat(32)}.webp`, alt: 'De frente' }],
      purchaseAddresses: [{ shop: 'Tienda oficial', url: 'https://tienda.example/gira' }],
      variants: [{ size: 'M' }, { size: 'L' }],
    }),
  )
  const product = ok(await staff.products.activateProduct({ portalId, productId }))
  const idOf = (size: string) => product.variantRows.find((one) => one.size === size)?.id ?? ''
  const set = async (size: 'M' | 'L', units: number) => {
    await world.database.query(
      `insert into stock (portal_id, id, product_id, on_hand) values ($1, $2, $3, $4)
        on conflict (portal_id, id) do update set on_hand = excluded.on_hand`,
      [portalId, idOf(size), productId, units],
    )
    forget()
  }
  await set('M', left.M)
  await set('L', left.L)
  return { productId, set, l: idOf('L'), m: idOf('M'), path: `/nino-lobo/product/${productId}` }
}

test('a fan who waits for a size is told when that size is back, once', async () => {
  const { productId, set, l, m, path } = await shirt({ M: 0, L: 0 })
  const page = await get(`${path}/${l}`)
  expect(page).toContain(`action="/nino-lobo/restock/${productId}/${l}"`)
  expect((await post(`/nino-lobo/restock/${productId}/${l}`, { email: fan.email })).status).toBe(400)
  const asked = await post(`/nino-lobo/restock/${productId}/${l}`, fan)
  expect(await asked.text()).toContain('Mira tu correo')
  const [first] = await sent()
  expect(first).toMatchObject({
    subject: 'Confirma que quieres saber cuándo vuelve Camiseta (L)',
    fromName: 'Niño Lobo',
  })
  // Unconfirmed, nobody is told, whatever comes back.
  await set('L', 5)
  expect(await tell()).toBe(0)
  await set('L', 0)
  await confirm()
  expect(await tell()).toBe(0)
  await set('M', 5)
  expect(await tell()).toBe(0)
  await set('L', 2)
  expect(await tell()).toBe(1)
  expect(await tell()).toBe(0)
  const last = (await sent()).at(-1)
  expect(last?.subject).toBe('Vuelve Camiseta (L)')
  expect(last?.text).toContain(`http://localhost:3001${path}/${l}`)
  expect(last?.unsubscribeUrl).toMatch(/\/nino-lobo\/erase\//)
  // What can be bought takes no address, and says so, with the way to it.
  const back = await (await post(`/nino-lobo/restock/${productId}/${m}`, fan)).text()
  expect(back).toContain('Ya vuelve a estar')
  expect(back).not.toContain('Te hemos escrito')
  expect(back).toContain(`<a class="btn" href="${path}/${m}#buy"`)
  expect(await alerts()).toHaveLength(1)
  // Gone again, it may be asked for again.
  await set('L', 0)
  await post(`/nino-lobo/restock/${productId}/${l}`, fan)
  expect(await alerts()).toMatchObject([{ confirmedAt: null, toldAt: null }])
  await world.database.query('delete from rate_limit')
})

test('what came back meanwhile says so, and what has sizes left asks which one', async () => {
  await world.database.db.delete(restockAlert)
  await world.database.query('delete from rate_limit')
  const before = (await sent()).length
  const { productId, set, path } = await shirt({ M: 0, L: 0 })
  const ask = async (lead = '') => (await post(`${lead}/nino-lobo/restock/${productId}`, fan)).text()
  await set('M', 3)
  const which = await ask()
  expect(which).toContain('¿Cuál quieres?')
  expect(which).toContain(`<a class="btn" href="${path}#buy"`)
  await set('L', 3)
  const back = await ask('/en')
  expect(back).toContain('It’s back')
  expect(back).toContain(`<a class="btn" href="/en${path}#buy"`)
  expect(await sent()).toHaveLength(before)
  expect(await alerts()).toEqual([])
  await world.database.query('delete from rate_limit')
})

test('one wish is asked about once in ten minutes, and never more than five times a day', async () => {
  const before = (await sent()).length
  const { productId, l } = await shirt({ M: 0, L: 0 })
  const ask = async () => (await post(`/nino-lobo/restock/${productId}/${l}`, fan)).text()
  const [first, again] = [await ask(), await ask()]
  expect(again).toBe(first)
  expect(await sent()).toHaveLength(before + 1)
  await world.database.query(`update restock_alert set consent_at = consent_at - interval '11 minutes'`)
  expect(await ask()).toBe(first)
  expect(await sent()).toHaveLength(before + 2)
  await world.database.query('delete from rate_limit')
})

test('a concert leaves its addresses from one network', async () => {
  await world.database.db.delete(restockAlert)
  const { productId, l } = await shirt({ M: 0, L: 0 })
  for (let guest = 0; guest < 60; guest++)
    expect(
      (await post(`/nino-lobo/restock/${productId}/${l}`, { ...fan, email: `g${guest}@example.org` })).status,
    ).toBe(200)
  await world.database.query('delete from rate_limit')
})

test("a form on another site leaves nobody's address", async () => {
  await world.database.db.delete(restockAlert)
  const { productId, l } = await shirt({ M: 0, L: 0 })
  const from = (headers: Record<string, string>) =>
    made.site.request(`http://${host}/nino-lobo/restock/${productId}/${l}`, {
      method: 'POST',
      headers: { host, ...headers },
      body: new URLSearchParams(fan),
    })
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://otra.example' },
    { origin: 'null' },
    { origin: `http://${host}.otra.example` },
    { origin: 'http://localhost:3002', 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) expect((await from(headers)).status, JSON.stringify(headers)).toBe(404)
  expect(await alerts()).toEqual([])
  expect((await from({ 'sec-fetch-site': 'same-origin', origin: `http://${host}` })).status).toBe(200)
  await world.database.query('delete from rate_limit')
})

test('what nobody sells, of another portal or over for good is not asked for', async () => {
  await world.database.db.delete(restockAlert)
  const { productId, l } = await shirt({ M: 0, L: 0 })
  const staff = await as(world.database, 'super')
  const nowhere = '00000000-0000-7000-8000-000000000000'
  expect((await post(`/vera-cantil/restock/${productId}`, fan)).status).toBe(200)
  expect((await post(`/nino-lobo/restock/${nowhere}`, fan)).status).toBe(200)
  expect((await post(`/nino-lobo/restock/${productId}/${nowhere}`, fan)).status).toBe(200)
  expect((await post(`/nino-lobo/restock/${productId}/x`, fan)).status).toBe(404)
  await staff.products.archiveProduct({ portalId, productId })
  const over = await (await post(`/nino-lobo/restock/${productId}/${l}`, fan)).text()
  expect(over).toContain('Ya no se vende')
  expect(over).not.toContain('Te hemos escrito')
  expect(await alerts()).toEqual([])
  // Five a day, whatever comes of them.
  expect((await post(`/nino-lobo/restock/${productId}/${l}`, fan)).status).toBe(200)
  expect((await post(`/nino-lobo/restock/${productId}/${l}`, fan)).status).toBe(429)
  await world.database.query('delete from rate_limit')
})

test('whoever waits is counted and exported once confirmed, and erased when they ask or a year is over', async () => {
  const { productId, l } = await shirt({ M: 0, L: 0 })
  const artist = await as(world.database, 'artist')
  const at = { portalId, productId }
  await post(`/en/nino-lobo/restock/${productId}`, fan)
  await post(`/nino-lobo/restock/${productId}/${l}`, { ...fan, email: 'other@example.org' })
  expect(ok(await artist.restock.countRestockAlerts(at))).toEqual({ waiting: 0 })
  expect((await sent()).at(-1)?.subject).toBe('Confirm that you want to hear when T-shirt is back')
  await confirm()
  expect(ok(await artist.restock.countRestockAlerts(at))).toEqual({ waiting: 1 })
  const csv = await (
    await fileFor(world.database, people.artist.id, `/portal/${portalId}/restockAlerts/file`)
  ).text()
  expect(csv.split('\n').filter(Boolean)).toHaveLength(2)
  expect(csv).toContain('fan@example.org,en,Camiseta')
  const erase = () => world.database.transaction(asService('trial'), erasePastAlerts)
  await world.database.query(`update restock_alert set consent_at = now() - interval '8 days'`)
  await erase()
  expect((await alerts()).map(({ email }) => email)).toEqual([fan.email])
  // By the link of the mail, from everything at the portal.
  await post(linkIn('erase', (await sent()).at(-1)?.text))
  expect(await alerts()).toEqual([])
  await world.database.query('delete from rate_limit')
  await post(`/nino-lobo/restock/${productId}`, fan)
  await confirm()
  await world.database.query(`update restock_alert set consent_at = now() - interval '366 days'`)
  await erase()
  expect(await alerts()).toEqual([])
  await post(`/nino-lobo/restock/${productId}`, fan)
  expect(ok(await artist.releases.eraseSignUps({ portalId, email: fan.email }))).toEqual({ erased: 1 })
})
