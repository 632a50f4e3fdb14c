import { describe, expect, test } from 'vitest'
import * as postForm from '#features/communications/pages/post-values.ts'
import * as featuredForm from '#features/featured/pages/featured-values.ts'
import * as linkForm from '#features/links/pages/link-values.ts'
import * as portalForm from '#features/portals/pages/portal-values.ts'
import * as releaseForm from '#features/releases/pages/release-values.ts'

// Field by field: what a form shows of something and of nothing, and what it sends of what was typed.

/** What a form shows of an entity, of which it needs no more than this. */
const shown = <V>(form: { valuesOf: (entity: never) => V }, entity: object | null): V =>
  form.valuesOf(entity as never)
const both = { es: 'Hola', en: 'Hello' }

describe('a link', () => {
  const texts = { url: 'https://a.example', icon: 'tiktok', pictureUrl: '/p.png' }
  const times = { startsAt: '2027-07-01T10:00:00.000Z', endsAt: '2027-12-01T10:00:00.000Z' }

  test('is shown', () => {
    expect(shown(linkForm, { title: both, ...texts, ...times, visible: false, highlight: true })).toEqual({
      ...{ title: both, ...texts, visible: false, highlight: true },
      ...{ startsAt: '2027-07-01T12:00', endsAt: '2027-12-01T11:00' },
    })
    const bare = {
      title: { es: 'Hola' },
      url: 'u',
      icon: null,
      pictureUrl: null,
      startsAt: null,
      endsAt: null,
    }
    expect(shown(linkForm, { ...bare, visible: true, highlight: false })).toEqual({
      ...{ title: { es: 'Hola', en: '' }, url: 'u', icon: '', pictureUrl: '', startsAt: '', endsAt: '' },
      ...{ visible: true, highlight: false },
    })
  })

  test('is new, and visible from the start', () => {
    expect(shown(linkForm, null)).toEqual({
      ...{ title: { es: '', en: '' }, url: '', icon: '', pictureUrl: '', startsAt: '', endsAt: '' },
      ...{ visible: true, highlight: false },
    })
  })

  test('is sent', () => {
    const typed = { ...shown(linkForm, null), title: both, ...texts, url: ' https://a.example ' }
    expect(linkForm.draftOf({ ...typed, startsAt: '2027-07-01T12:00' })).toEqual({
      ...{ title: both, ...texts, startsAt: times.startsAt, endsAt: null, visible: true, highlight: false },
    })
    expect(linkForm.draftOf({ ...typed, icon: '', pictureUrl: '' })).toMatchObject({
      icon: null,
      pictureUrl: null,
    })
  })
})

describe('a release', () => {
  const texts = { productId: 'p', coverUrl: '/c.png', upc: '123', isrc: 'ES1', status: 'published' }
  const links = [{ name: 'Tienda', url: 'https://x.example' }]

  test('is shown', () => {
    const release = {
      ...{ title: both, ...texts, releaseAt: '2027-07-02T22:00:00.000Z', durationDays: 30 },
      ...{ presave: false, links },
    }
    const told = {
      ...{ title: both, ...texts, releaseAt: '2027-07-03T00:00', durationDays: '30', presave: false, links },
    }
    expect(shown(releaseForm, { ...release, product: { name: both, onSale: false } })).toEqual(told)
    // Its product was deleted: it could not be sent again.
    expect(shown(releaseForm, { ...release, product: null })).toEqual({ ...told, productId: '' })
    const nothing = {
      ...{ title: { es: '', en: '' }, productId: '', coverUrl: null, upc: '', isrc: '', releaseAt: '' },
      ...{ durationDays: '15', presave: true, links: [], status: 'draft' },
    }
    expect(shown(releaseForm, null)).toEqual(nothing)
    const bare = {
      title: { es: '' },
      productId: null,
      coverUrl: null,
      upc: null,
      isrc: null,
      releaseAt: null,
    }
    expect(shown(releaseForm, bare)).toEqual(nothing)
  })

  test('is sent, without rows in which nothing was written', () => {
    const rows = [
      ...[
        { name: ' ', url: ' ' },
        { name: 'A', url: '' },
        { name: '', url: ' u ' },
        { name: 'B', url: 'v' },
      ],
    ]
    const typed = {
      ...shown(releaseForm, null),
      title: both,
      ...texts,
      upc: ' 123 ',
      isrc: ' ES1 ',
      links: rows,
    }
    const values = { ...typed, status: 'published' as const, releaseAt: '2027-07-03T00:00' }
    expect(releaseForm.draftOf(values)).toEqual({
      ...{ title: both, ...texts, releaseAt: '2027-07-02T22:00:00.000Z', durationDays: 15, presave: true },
      links: [
        { name: 'A', url: '' },
        { name: '', url: 'u' },
        { name: 'B', url: 'v' },
      ],
    })
    expect(releaseForm.shownOf(values).links).toEqual([{ name: 'B', url: 'v' }])
    const empty = { ...values, title: { es: 'Hola', en: ' ' }, productId: '', upc: ' ', isrc: '' }
    expect(releaseForm.draftOf(empty)).toMatchObject({
      title: { es: 'Hola' },
      productId: null,
      upc: null,
      isrc: null,
    })
    expect(releaseForm.draftOf(empty).title).not.toHaveProperty('en')
  })
})

describe('a featured item', () => {
  const item = {
    type: 'pick',
    targetId: 't',
    mediaUrl: '/m.png',
    url: 'u',
    description: both,
    durationDays: 30,
  }
  const startsAt = '2027-07-01T10:00:00.000Z'
  const described = { es: '', en: '' }

  test('is shown, whatever became of it as a draft', () => {
    expect(shown(featuredForm, { ...item, status: 'scheduled', startsAt })).toEqual({
      ...{ ...item, durationDays: '30', status: 'scheduled', startsAt: '2027-07-01T12:00' },
    })
    expect(shown(featuredForm, { ...item, status: 'published', startsAt })).toMatchObject({
      ...{ status: 'published', startsAt: '' },
    })
    expect(shown(featuredForm, { ...item, status: 'ended', startsAt })).toMatchObject({
      status: 'draft',
      startsAt: '',
    })
    const nothing = {
      ...{ type: 'link', targetId: '', mediaUrl: null, url: '', description: described, status: 'draft' },
      ...{ startsAt: '', durationDays: '14' },
    }
    expect(shown(featuredForm, null)).toEqual(nothing)
    const bare = {
      type: 'link',
      targetId: null,
      mediaUrl: null,
      url: null,
      description: null,
      status: 'draft',
    }
    expect(shown(featuredForm, bare)).toEqual(nothing)
    expect(shown(featuredForm, { ...bare, description: {} })).toEqual(nothing)
  })

  test('is sent with what its kind has', () => {
    const typed = { ...shown(featuredForm, { ...item, status: 'scheduled', startsAt }), url: ' u ' }
    const sent = { description: both, status: 'scheduled', startsAt, durationDays: 30 }
    expect(featuredForm.draftOf(typed)).toEqual({
      ...{ type: 'pick', targetId: null, mediaUrl: '/m.png', url: 'u', ...sent },
    })
    expect(featuredForm.draftOf({ ...typed, type: 'link' })).toEqual({
      ...{ type: 'link', targetId: 't', mediaUrl: null, url: null, ...sent },
    })
    const bare = { ...typed, url: ' ', description: { es: 'Hola', en: ' ' }, status: 'published' as const }
    expect(featuredForm.draftOf(bare)).toMatchObject({ url: null, startsAt: null })
    expect(featuredForm.draftOf(bare).description).toEqual({ es: 'Hola' })
    expect(featuredForm.draftOf({ ...typed, type: 'link', targetId: '' }).targetId).toBeNull()
  })
})

describe('a post', () => {
  const audience = { portalTypes: ['artist'], portals: ['p'], roles: ['owner'] }

  test('is shown', () => {
    const post = { title: both, description: both, body: both, pictureUrl: '/p.png', kind: 'news', audience }
    const rest = { channels: ['email'], mustAcknowledge: true }
    expect(shown(postForm, { ...post, ...rest })).toEqual({ ...post, ...rest })
    const nothing = { es: '', en: '' }
    expect(shown(postForm, null)).toEqual({
      ...{ title: nothing, description: nothing, body: nothing, pictureUrl: null, kind: 'info' },
      audience: { portalTypes: [], portals: [], roles: [] },
      ...{ channels: ['inApp', 'email'], mustAcknowledge: false },
    })
    expect(shown(postForm, { ...post, ...rest, title: { es: 'Hola' } }).title).toEqual({ es: 'Hola', en: '' })
  })
})

describe('a portal', () => {
  const portal = {
    ...{
      name: 'Lobo',
      code: 'L',
      customUrl: 'lobo',
      picture: '/p.png',
      selfInvoice: true,
      apiOrigins: ['a', 'b'],
    },
    ...{ customDomain: null, salesObjectiveCents: 0, advanceLimitPct: 50, settlementPct: 75 },
  }

  test('is shown', () => {
    expect(shown(portalForm, portal)).toEqual({
      ...{ name: 'Lobo', code: 'L', customUrl: 'lobo', pictureUrl: '/p.png', selfInvoice: true },
      ...{ customDomain: '', apiOrigins: 'a\nb', objective: '', advanceLimitPct: '50', settlementPct: '75' },
    })
    expect(shown(portalForm, { ...portal, customDomain: 'a.example', salesObjectiveCents: 1 })).toMatchObject(
      {
        ...{ customDomain: 'a.example', objective: '0,01' },
      },
    )
  })

  test('is sent', () => {
    const values = shown(portalForm, portal)
    expect(
      portalForm.settingsOf({ ...values, objective: ' ', customDomain: ' ', apiOrigins: '' }, true),
    ).toEqual({
      ...{ selfInvoice: true, customUrl: 'lobo', customDomain: null, apiOrigins: [], salesObjectiveCents: 0 },
      ...{ advanceLimitPct: 50, settlementPct: 75 },
    })
  })
})
