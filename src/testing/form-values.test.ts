import { expect, test } from 'vitest'
import * as informationForm from '#features/billing/pages/information-values.ts'
import * as postForm from '#features/communications/pages/post-values.ts'
import * as eventForm from '#features/events/pages/event-values.ts'
import * as featuredForm from '#features/featured/pages/featured-values.ts'
import * as linkForm from '#features/links/pages/link-values.ts'
import * as portalForm from '#features/portals/pages/portal-values.ts'
import * as productForm from '#features/products/pages/product-values.ts'
import * as releaseForm from '#features/releases/pages/release-values.ts'
import { as, ok } from './as.ts'
import { testDatabase } from './database.ts'
import { portals } from './world/cast.ts'

// Who opens a form and saves it as it was has changed nothing: what it shows and what it sends say the same.

const world = testDatabase()
const portalId = portals.ninoLobo.id

/** What saving moves in any case. */
const still = <T extends object>(entity: T) => {
  const { version: _v, updatedAt: _u, ...rest } = entity as T & { version: number; updatedAt: string }
  return rest
}

test('links', async () => {
  const api = await as(world.database, 'artist')
  const full = {
    ...{
      title: { es: 'Entradas', en: 'Tickets' },
      url: 'https://example.org/a',
      icon: null,
      pictureUrl: null,
    },
    ...{ startsAt: '2027-07-01T10:00:00.000Z', endsAt: '2027-12-01T10:00:00.000Z' },
    ...{ visible: false, highlight: true },
  }
  const made = ok(await api.links.createLink({ portalId, ...full }))
  const bare = ok(
    await api.links.createLink({ portalId, ...full, startsAt: null, endsAt: null, visible: true }),
  )
  for (const before of [made, bare]) {
    const at = { portalId, linkId: before.id }
    const draft = linkForm.draftOf(linkForm.valuesOf(before))
    const after = ok(await api.links.updateLink({ ...at, ...draft }, { version: before.version }))
    expect(still(after)).toEqual(still(before))
  }
  const fresh = linkForm.valuesOf(null)
  expect(fresh).toEqual({
    ...{ title: { es: '', en: '' }, url: '', icon: '', pictureUrl: '', startsAt: '', endsAt: '' },
    ...{ visible: true, highlight: false },
  })
  // A language of nothing but spaces is none.
  const typed = { ...fresh, title: { es: 'Hola', en: '  ' } }
  expect(linkForm.draftOf(typed)).toMatchObject({ icon: null, pictureUrl: null, startsAt: null })
  expect(linkForm.draftOf(typed).title).toEqual({ es: 'Hola' })
})

test('events, in a zone of their own', async () => {
  const api = await as(world.database, 'artist')
  const made = ok(
    await api.events.createEvent({
      ...{ portalId, name: 'Ida y vuelta', kind: 'festival', timeZone: 'America/Bogota', country: 'CO' },
      ...{ startsAt: '2027-07-02T01:00:00.000Z', doorsAt: '2027-07-02T00:00:00.000Z' },
      ...{ endsAt: '2027-07-02T04:00:00.000Z', venue: 'Teatro', address: 'Calle 1', city: 'Bogotá' },
      ...{ province: 'Cundinamarca', lineUp: ['Uno', 'Dos'], state: 'postponed' },
      ...{ publication: 'scheduled', publishAt: '2027-06-01T10:00:00.000Z' },
      tickets: [{ type: 'tickets', url: 'https://example.org/t', onSaleAt: '2027-05-01T10:00:00.000Z' }],
    }),
  )
  const draft = eventForm.draftOf(eventForm.valuesOf(made))
  const after = ok(
    await api.events.updateEvent({ portalId, eventId: made.id, ...draft }, { version: made.version }),
  )
  expect(still(after)).toEqual(still(made))
  const spaced = eventForm.draftOf({
    ...eventForm.valuesOf(made),
    lineUp: ' Uno \n\n Dos ',
    publication: 'draft',
  })
  expect(spaced).toMatchObject({ lineUp: ['Uno', 'Dos'], publishAt: null })
})

test('releases', async () => {
  const api = await as(world.database, 'artist')
  const made = ok(
    await api.releases.createRelease({
      ...{ portalId, title: { es: 'Disco', en: 'Album' }, productId: null, coverUrl: null },
      ...{ releaseAt: '2027-07-02T22:00:00.000Z', durationDays: 30, presave: false, status: 'draft' },
      links: [{ name: 'Tienda', url: 'https://example.org/x' }],
    }),
  )
  const draft = releaseForm.draftOf(releaseForm.valuesOf(made))
  const at = { portalId, releaseId: made.id }
  const after = ok(await api.releases.updateRelease({ ...at, ...draft }, { version: made.version }))
  expect(still(after)).toEqual(still(made))
})

test('featured items', async () => {
  const api = await as(world.database, 'artist')
  const { items } = ok(await api.featured.listFeatured({ portalId }))
  expect(items.length).toBeGreaterThan(0)
  for (const before of items.slice(0, 5)) {
    const { id: featuredId, version } = before
    if (!['draft', 'published', 'scheduled'].includes(before.status)) continue
    const draft = featuredForm.draftOf(featuredForm.valuesOf(before))
    const after = ok(await api.featured.updateFeatured({ portalId, featuredId, ...draft }, { version }))
    expect(featuredForm.valuesOf(after)).toEqual(featuredForm.valuesOf(before))
  }
})

test('products of every format, with their variants and what they cost', async () => {
  const api = await as(world.database, 'staff')
  const seen = new Set<string>()
  for (let page = 1; page < 4; page++) {
    const { items } = ok(await api.products.listProducts({ page }))
    for (const { id, format, portal } of items) {
      if (seen.has(format)) continue
      const at = { portalId: portal.id, productId: id }
      const before = ok(await api.products.getProduct(at))
      const draft = productForm.draftOf(productForm.valuesOf(before))
      const after = await api.products.updateProduct({ ...at, ...draft }, { version: before.version })
      expect([format, still(ok(after))]).toEqual([format, still(before)])
      seen.add(format)
    }
  }
  expect([...seen].sort()).toEqual(['digital', 'limited', 'onDemand'])
})

test('a portal, of which only staff send the limits of advances', async () => {
  const api = await as(world.database, 'staff')
  const before = ok(await api.portals.getPortal({ portalId }))
  const values = portalForm.valuesOf(before)
  const limits = { advanceLimitPct: before.advanceLimitPct, settlementPct: before.settlementPct }
  const {
    name,
    code,
    customUrl,
    picture: pictureUrl,
    selfInvoice,
    customDomain,
    apiOrigins,
    salesObjectiveCents,
  } = before
  expect(portalForm.dataOf(values)).toEqual({ name, code, customUrl, pictureUrl })
  const own = { selfInvoice, customUrl, customDomain, apiOrigins, salesObjectiveCents }
  expect(portalForm.settingsOf(values, false)).toEqual(own)
  expect(portalForm.settingsOf(values, true)).toEqual({ ...own, ...limits })
  const typed = {
    ...values,
    objective: '1.234,50',
    customDomain: ' fans.example.org ',
    apiOrigins: 'https://a.example\n https://b.example \n',
  }
  expect(portalForm.settingsOf(typed, false)).toMatchObject({
    ...{
      salesObjectiveCents: 123_450,
      customDomain: 'fans.example.org',
      apiOrigins: ['https://a.example', 'https://b.example'],
    },
  })
})

test('billing information, of which each kind sends its own names', async () => {
  const api = await as(world.database, 'artist')
  const before = ok(await api.billing.getBillingInformation({ portalId }))
  const values = informationForm.valuesOf(before)
  const names = ['legalName', 'givenName', 'firstSurname', 'secondSurname', 'iban', 'password', 'since']
  const sent = (changed: Partial<typeof values>) =>
    names.filter((name) => name in informationForm.draftOf({ ...values, ...changed }))
  expect(sent({ kind: 'company' })).toEqual(['legalName'])
  expect(sent({ kind: 'person' })).toEqual(['givenName', 'firstSurname', 'secondSurname'])
  const said = sent({ kind: 'company', iban: 'ES00', password: 'x', since: '2026-01-01' })
  expect(said).toEqual(['legalName', 'iban', 'password', 'since'])
  const complete = { ...before, complete: true }
  const changes = (changed: Partial<typeof values>) =>
    informationForm.changesStanding({ ...values, ...changed }, complete)
  expect(changes({})).toBe(false)
  // Another town of the same province is taxed as before.
  expect(changes({ postcode: `${values.postcode.slice(0, 2)}999` })).toBe(false)
  expect(changes({ postcode: '35001' })).toBe(true)
  expect(changes({ kind: values.kind === 'company' ? 'person' : 'company' })).toBe(true)
  expect(changes({ taxId: 'X0000000T' })).toBe(true)
  expect(
    informationForm.changesStanding({ ...values, taxId: 'X0000000T' }, { ...before, complete: false }),
  ).toBe(false)
})

test('what was left empty in a way in is none; that it is free needs no address', () => {
  const values = { ...eventForm.valuesOf(null), name: 'Sala', startsAt: '2027-07-01T21:00' }
  const way = (type: 'tickets' | 'free', url = '', onSaleAt = '') => ({ type, url, onSaleAt })
  const tickets = [way('tickets'), way('tickets', ' '), way('free'), way('tickets', 'https://a.example')]
  const sent = eventForm.draftOf({ ...values, tickets }).tickets
  expect(sent?.map(({ type, url }) => [type, url])).toEqual([
    ['free', null],
    ['tickets', 'https://a.example'],
  ])
})

test('an English text that was left empty is none, not an empty one', () => {
  const texts = {
    title: { es: 'Aviso', en: ' ' },
    description: { es: '', en: '' },
    body: { es: 'Texto', en: 'Text' },
  }
  expect(postForm.draftOf({ ...postForm.valuesOf(null), ...texts })).toMatchObject({
    ...{ title: { es: 'Aviso' }, description: { es: '' }, body: { es: 'Texto', en: 'Text' } },
  })
  expect(Object.keys(postForm.draftOf({ ...postForm.valuesOf(null), ...texts }).title)).toEqual(['es'])
  const described = (es: string, en: string) =>
    productForm.draftOf({ ...productForm.valuesOf(null), description: { es, en } }).description
  expect([described('Vinilo', ' '), described('Vinilo', 'Vinyl'), described(' ', '')]).toEqual([
    { es: 'Vinilo' },
    { es: 'Vinilo', en: 'Vinyl' },
    null,
  ])
})
