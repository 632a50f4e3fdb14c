import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { erasePastSignUps, tellReleases } from '#features/releases/server/fan-mail.ts'
import { presave, release } from '#features/releases/server/table.ts'
import { asService } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { mail } from '#platform/table.ts'
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
    database: world.database,
    log: createLog('silent'),
    services: testServices,
    trustProxy: 0,
    count: (kind, _where, _c, id) => void (kind === 'click' && clicked.push(id)),
    visitorOf: () => '10.1.1.1',
  })
  await made.store.ready
})
afterAll(() => made.store.stop())

const get = (path: string) => made.site.request(path)
const post = (path: string, fields: Record<string, string> = {}) =>
  made.site.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('what is pressed is counted on its way', () => {
  test('tickets of an event, each to its own address, while they are on sale', async () => {
    const artist = await as(world.database, 'artist')
    const event = {
      portalId,
      name: 'Contado',
      startsAt: soon(9),
      tickets: [
        { type: 'tickets' as const, url: 'https://uno.example/' },
        { type: 'VIP' as const, url: 'https://dos.example/' },
        { type: 'presale' as const, url: 'https://tres.example/', onSaleAt: soon(1) },
        { type: 'soldOut' as const, url: 'https://cuatro.example/' },
      ],
      publication: 'published' as const,
    }
    const { id, version } = ok(await artist.events.createEvent(event))
    const page = await (await get('/nino-lobo')).text()
    expect(page).toContain(`href="/go/${id}/0"`)
    expect(page).toContain(`href="/go/${id}/1"`)
    expect(page).not.toContain('href="https://uno.example/')
    const to = async (place: string) => (await get(`/go/${id}/${place}`)).headers.get('location')
    expect([await to('0'), await to('1')]).toEqual(['https://uno.example/', 'https://dos.example/'])
    // What cannot be had leads to what can.
    for (const place of ['2', '3', '4', '99']) expect(await to(place), place).toBe('/nino-lobo')
    for (const place of ['-1', '0/1', '1e0'])
      expect((await get(`/go/${id}/${place}`)).status, place).toBe(404)
    expect((await get(`/go/${id}`)).headers.get('location')).toBe('/nino-lobo')
    expect(clicked).toEqual([id, id])
    const cancelled = { ...event, eventId: id, state: 'cancelled' as const }
    ok(await artist.events.updateEvent(cancelled, { version }))
    // Until the pages have heard of it, a press is a click like any other.
    await expect.poll(() => to('0')).toBe('/nino-lobo')
    const before = clicked.length
    expect([await to('0'), await to('1')]).toEqual(['/nino-lobo', '/nino-lobo'])
    expect(clicked).toHaveLength(before)
  })

  test('a release once it is out, and never before', async () => {
    const artist = await as(world.database, 'artist')
    const draft = {
      portalId,
      title: { es: 'Fuera' },
      durationDays: 7 as const,
      links: [{ name: 'Uno', url: 'https://oir.example/' }],
      status: 'published' as const,
    }
    const out = ok(await artist.releases.createRelease({ ...draft, releaseAt: soon(-1) }))
    const later = ok(await artist.releases.createRelease({ ...draft, releaseAt: soon(1) }))
    expect((await get(`/go/${out.id}/0`)).headers.get('location')).toBe('https://oir.example/')
    expect((await get(`/go/${later.id}/0`)).headers.get('location')).toBe('/nino-lobo')
  })
})

describe('a fan who leaves their address', () => {
  const sent = () => world.database.db.select().from(mail).where(eq(mail.to, 'fan@example.org'))
  const left = () => world.database.db.select().from(presave).where(eq(presave.email, 'fan@example.org'))

  const linkIn = (act: string, text = '') =>
    new URL(new RegExp(`http://localhost:3001/\\S+/${act}/\\S+`).exec(text)?.[0] ?? '').pathname
  const confirmed = async () => (await left()).filter(({ confirmedAt }) => confirmedAt).length

  test('stands before the form again where its answer is opened anew, without what was sent', async () => {
    const led = async (path: string) => {
      const answer = await get(path)
      return [answer.status, answer.headers.get('location')]
    }
    const id = '01932000-0000-7000-8000-000000000001'
    expect(await led(`/nino-lobo/presave/${id}`)).toEqual([302, '/nino-lobo#h-release'])
    expect(await led(`/en/nino-lobo/presave/${id}`)).toEqual([302, '/en/nino-lobo#h-release'])
    for (const goods of [id, `${id}/${id}`])
      expect(await led(`/nino-lobo/restock/${goods}`)).toEqual([302, `/nino-lobo/product/${id}`])
    expect(await led(`/en/nino-lobo/restock/${id}`)).toEqual([302, `/en/nino-lobo/product/${id}`])
    for (const wrong of [`/nadie/presave/${id}`, `/nadie/restock/${id}`, '/nino-lobo/restock/x'])
      expect(await led(wrong)).toEqual([404, null])
  })

  test('is asked whether it is theirs, and can take it back without a login', async () => {
    const artist = await as(world.database, 'artist')
    const draft = {
      portalId,
      title: { es: 'Marea <b>', en: 'Tide' },
      releaseAt: soon(20),
      durationDays: 7 as const,
      status: 'published' as const,
    }
    const { id } = ok(await artist.releases.createRelease(draft))
    const other = ok(await artist.releases.createRelease({ ...draft, title: { es: 'Otro' } }))
    const fields = { email: 'fan@example.org', consent: 'yes' }
    expect((await post(`/nino-lobo/presave/${id}`, { email: 'fan@example.org' })).status).toBe(400)
    expect(await sent()).toEqual([])
    expect((await post(`/nino-lobo/presave/${id}`, fields)).status).toBe(200)
    await post(`/en/nino-lobo/presave/${other.id}`, fields)
    const mails = await sent()
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Confirma que quieres saber cuándo sale Marea <b>',
      'Confirm that you want to hear when Otro is out',
    ])
    expect(mails[0]?.html).toContain('Marea &#60;b&#62;')
    expect(mails[0]?.fromName).toBe('Niño Lobo')
    // Whoever opens the link, a mail program too, has said nothing yet.
    const confirm = linkIn('confirm', mails[0]?.text)
    expect(await (await get(confirm)).text()).toContain('Sí, avísame')
    expect(await confirmed()).toBe(0)
    // The link that takes it back confirms nothing, and the other way round.
    const path = linkIn('erase', mails[0]?.text)
    expect((await post(path.replace('/erase/', '/confirm/'))).status).toBe(404)
    expect(await (await post(confirm)).text()).toContain('Niño Lobo te avisará')
    expect(await confirmed()).toBe(1)
    // Pressed again where it is confirmed, nobody is written to; where it is not, once more, but not at once.
    await post(`/nino-lobo/presave/${id}`, fields)
    expect(await (await post(`/nino-lobo/presave/${other.id}`, fields)).text()).toContain('Te hemos escrito')
    expect(await sent()).toHaveLength(2)
    await world.database.query(`update presave set consent_at = consent_at - interval '11 minutes'`)
    await world.database.query('delete from rate_limit')
    await post(`/nino-lobo/presave/${id}`, fields)
    expect(await sent()).toHaveLength(2)
    await post(`/nino-lobo/presave/${other.id}`, fields)
    expect(await sent()).toHaveLength(3)
    expect(mails[0]?.unsubscribeUrl).toBe(`http://localhost:3001${path}`)
    // Mail programs open links by themselves.
    const asked = await get(path)
    expect(await asked.text()).toContain('Borrar mi correo')
    expect(asked.headers.get('cache-control')).toBe('no-store')
    expect(await left()).toHaveLength(2)
    for (const wrong of [`${path}x`, path.replace('nino-lobo', 'vera-cantil/x'), path.slice(0, -1)])
      expect((await post(wrong)).status, wrong).toBe(404)
    // Another portal's page erases nothing of this one.
    await post(path.replace('nino-lobo', 'vera-cantil'))
    expect(await left()).toHaveLength(2)
    expect(await (await post(path)).text()).toContain('ya no está en los avisos')
    expect(await left()).toEqual([])
    expect((await post(path)).status).toBe(200)
    expect(await (await post(confirm)).text()).toContain('se borró de los avisos')
    // Five a day, from wherever it is pressed.
    for (let time = 0; time < 3; time++)
      expect((await post(`/nino-lobo/presave/${id}`, fields)).status).toBe(200)
    expect((await post(`/nino-lobo/presave/${id}`, fields)).status).toBe(429)
    await world.database.db.delete(presave)
  })

  test('hears of it on the day, once, and is forgotten after a month', async () => {
    const { db } = world.database
    const artist = await as(world.database, 'artist')
    const draft = {
      portalId,
      title: { es: 'Hoy' },
      releaseAt: soon(1),
      durationDays: 15 as const,
      status: 'published' as const,
    }
    const { id } = ok(await artist.releases.createRelease(draft))
    await world.database.query('delete from rate_limit')
    const others = 'nobody@example.org'
    for (const email of ['fan@example.org', others])
      await post(`/nino-lobo/presave/${id}`, { email, consent: 'yes' })
    await post(linkIn('confirm', (await sent()).at(-1)?.text))
    const before = (await sent()).length
    expect(await tellReleases(world.database, testServices)).toBe(0)
    await db.update(release).set({ releaseAt: new Date() }).where(eq(release.id, id))
    expect(await tellReleases(world.database, testServices)).toBe(1)
    expect(await tellReleases(world.database, testServices)).toBe(0)
    const mails = await sent()
    expect(mails).toHaveLength(before + 1)
    expect(mails.some(({ subject }) => subject === 'Ya puedes escuchar Hoy')).toBe(true)
    const erase = () => world.database.transaction(asService('trial'), erasePastSignUps)
    const unconfirmed = () => db.select().from(presave).where(eq(presave.email, others))
    await erase()
    expect(await left()).toHaveLength(1)
    expect(await unconfirmed()).toHaveLength(1)
    await world.database.query(`update presave set consent_at = now() - interval '8 days'`)
    await erase()
    expect(await left()).toHaveLength(1)
    expect(await unconfirmed()).toEqual([])
    await db
      .update(release)
      .set({ releaseAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(release.id, id))
    await erase()
    expect(await left()).toEqual([])
  })
})

describe('legal pages', () => {
  test('the account’s own words come first, in both languages, as text', async () => {
    const artist = await as(world.database, 'artist')
    const before = ok(await artist.accounts.getLegalText({ portalId }))
    expect(before).toMatchObject({ notice: { es: '' }, editable: true, version: 1 })
    const texts = {
      portalId,
      notice: { es: 'Niño Lobo, S.L.\r\nNIF B00000000\n\nMadrid <script>', en: 'Company data' },
      privacy: { es: '' },
    }
    const saved = ok(await artist.accounts.updateLegalText(texts, { version: before.version }))
    expect(saved).toMatchObject({
      version: 2,
      notice: { es: 'Niño Lobo, S.L.\nNIF B00000000\n\nMadrid <script>' },
    })
    expect(failureCode(await artist.accounts.updateLegalText(texts, { version: 1 }))).toBe('stale')
    const page = await (await get('/nino-lobo/legal')).text()
    expect(page).toContain(
      '<p class="own">Niño Lobo, S.L.\nNIF B00000000</p><p class="own">Madrid &lt;script&gt;</p>',
    )
    expect(await (await get('/en/nino-lobo/legal')).text()).toContain('Company data')
    expect(await (await get('/nino-lobo/privacy')).text()).not.toContain('class="own"')
    expect(
      failureCode(
        await artist.accounts.updateLegalText({ ...texts, notice: { es: 'a\0b' } }, { version: 2 }),
      ),
    ).toBe('invalidInput')
  })

  test('are the whole label’s, and so changed from its master portal alone', async () => {
    const label = await as(world.database, 'label')
    const texts = { notice: { es: 'Bajamar Discos, S.L.' }, privacy: { es: '' } }
    const [ofMaster, ofOther] = [portals.bajamar.id, portals.claraVentisca.id]
    expect(
      failureCode(await label.accounts.updateLegalText({ portalId: ofOther, ...texts }, { version: 1 })),
    ).toBe('accounts.legalOfMaster')
    ok(await label.accounts.updateLegalText({ portalId: ofMaster, ...texts }, { version: 1 }))
    expect(await (await get('/clara-ventisca/legal')).text()).toContain('Bajamar Discos, S.L.')
  })
})

describe('products of the page', () => {
  test('are those that were chosen, in their order; before that the newest', async () => {
    const artist = await as(world.database, 'artist')
    const all = ok(await artist.appearance.listShownProducts({ portalId }))
    expect(all.chosen).toBe(false)
    expect(all.items.every(({ shown }) => shown)).toBe(true)
    const [first, second, third] = all.items
    const productIds = [third?.id ?? '', first?.id ?? '', third?.id ?? '']
    const saved = ok(await artist.appearance.updateShownProducts({ portalId, productIds }))
    expect(saved.items.filter(({ shown }) => shown).map(({ id }) => id)).toEqual([third?.id, first?.id])
    expect(saved.items[2]).toMatchObject({ shown: false })
    await expect
      .poll(async () => (await get('/nino-lobo')).text())
      .not.toContain(`<b dir="auto">${second?.name.es}</b>`)
    const page = await (await get('/nino-lobo')).text()
    expect(page.indexOf(third?.name.es ?? '-')).toBeLessThan(
      page.indexOf(`<b dir="auto">${first?.name.es}</b>`),
    )
    const vera = await as(world.database, 'vera')
    const foreign = ok(await vera.appearance.listShownProducts({ portalId: portals.veraCantil.id })).items[0]
    expect(
      failureCode(await artist.appearance.updateShownProducts({ portalId, productIds: [foreign?.id ?? ''] })),
    ).toBe('invalidInput')
    expect(
      ok(await artist.appearance.updateShownProducts({ portalId, productIds: [] })).items.some(
        ({ shown }) => shown,
      ),
    ).toBe(false)
  })
})
