import { beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { asService } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { dropDeletedFeatured } from './server/delete-featured.ts'
import { liveFeatured } from './server/queries.ts'

const world = testDatabase()
// What the world brings would stand among what is made here.
beforeAll(() => world.database.query('delete from featured'))
const portalId = portals.hotelLevante.id
const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const fieldsOf = (result: unknown) => (result as { error: { fields?: Record<string, string> } }).error.fields
const live = (days = 0, id = portalId) =>
  world.database.transaction(asService('trial'), (tx) =>
    liveFeatured(tx, id, new Date(Date.now() + days * day)),
  )
const media = `/files/${'b'.repeat(32)}`
const pick = (es: string, more: object = {}) => ({
  type: 'pick' as const,
  mediaUrl: `${media}.webp`,
  description: { es },
  status: 'published' as const,
  durationDays: 7 as const,
  ...more,
})

let linkId: string
beforeAll(async () => {
  const editor = await as(world.database, 'editor')
  linkId = ok(await editor.links.listLinks({ portalId })).items[0]?.id ?? ''
})

describe('featured items', () => {
  test('a published link is seen for its days, with its own title', async () => {
    const editor = await as(world.database, 'editor')
    const item = ok(
      await editor.featured.createFeatured({
        portalId,
        type: 'link',
        targetId: linkId,
        status: 'published',
        durationDays: 7,
        description: { es: 'Nueva fecha', en: 'New date' },
      }),
    )
    expect(item).toMatchObject({ status: 'published', live: true, absence: null, durationDays: 7 })
    expect(item.targetTitle?.es).toBeTruthy()
    const seen = (days: number) => live(days).then(({ items }) => items.some(({ id }) => id === item.id))
    expect(await seen(0)).toBe(true)
    expect(await seen(6.9)).toBe(true)
    expect(await seen(7.1)).toBe(false)
    expect((await live()).turns).toContain(Date.parse(item.expiresAt ?? ''))
  })

  test('it leaves by itself when its link is hidden, and comes back with it', async () => {
    const editor = await as(world.database, 'editor')
    const own = portals.claraVentisca.id
    const { items } = ok(await editor.links.listLinks({ portalId: own }))
    const target = items[0]
    if (!target) throw new Error('The world has links.')
    const { id: featuredId } = ok(
      await editor.featured.createFeatured({
        portalId: own,
        type: 'link',
        targetId: target.id,
        status: 'published',
        durationDays: 30,
      }),
    )
    const show = (visible: boolean) =>
      editor.links.reorderLinks({
        portalId: own,
        links: items.map(({ id }) => (id === target.id ? { id, visible } : { id })),
      })
    await show(false)
    expect(ok(await editor.featured.getFeatured({ portalId: own, featuredId }))).toMatchObject({
      status: 'published',
      live: false,
      absence: 'targetHidden',
    })
    expect((await live(0, own)).items).toEqual([])
    await show(true)
    expect((await live(0, own)).items.map(({ id }) => id)).toEqual([featuredId])
    await editor.links.deleteLink({ linkId: target.id })
    expect(ok(await editor.featured.getFeatured({ portalId: own, featuredId })).absence).toBe('targetGone')
  })

  test('an event leaves when it is over, cancelled, unpublished or sold out', async () => {
    const artist = await as(world.database, 'artist')
    const own = portals.ninoLobo.id
    const event = { name: 'Sala Moon', startsAt: inDays(5), publication: 'published' as const }
    const created = ok(await artist.events.createEvent({ portalId: own, ...event }))
    const { id: featuredId } = ok(
      await artist.featured.createFeatured({
        portalId: own,
        type: 'event',
        targetId: created.id,
        status: 'published',
        durationDays: 30,
      }),
    )
    let { version } = created
    const absenceWith = async (more: object) => {
      const changed = ok(
        await artist.events.updateEvent(
          { portalId: own, eventId: created.id, ...event, ...more },
          { version },
        ),
      )
      version = changed.version
      return ok(await artist.featured.getFeatured({ portalId: own, featuredId })).absence
    }
    expect(await absenceWith({})).toBeNull()
    expect(await absenceWith({ tickets: [{ type: 'soldOut' }] })).toBe('targetSoldOut')
    expect(await absenceWith({ tickets: [{ type: 'soldOut' }, { type: 'free' }] })).toBeNull()
    expect(await absenceWith({ state: 'cancelled' })).toBe('targetHidden')
    expect(await absenceWith({ publication: 'draft' })).toBe('targetHidden')
    expect(await absenceWith({ startsAt: inDays(-1) })).toBe('targetPast')
  })

  test('a pick needs its picture or video and words; a target has to be of the portal', async () => {
    const editor = await as(world.database, 'editor')
    const send = async (draft: object) =>
      Object.keys(fieldsOf(await editor.featured.createFeatured({ portalId, ...pick('x'), ...draft })) ?? {})
    expect((await send({ mediaUrl: null, description: null })).sort()).toEqual(['description.es', 'mediaUrl'])
    expect(await send({ mediaUrl: 'https://elsewhere.example/x.webp' })).toEqual(['mediaUrl'])
    expect(await send({ description: { es: 'x'.repeat(101) } })).toEqual(['description.es'])
    expect(await send({ url: 'javascript:alert(1)' })).toEqual(['url'])
    expect(await send({ durationDays: 8 })).toEqual(['durationDays'])
    expect(await send({ status: 'scheduled' })).toEqual(['startsAt'])
    expect(await send({ status: 'scheduled', startsAt: inDays(-1) })).toEqual(['startsAt'])
    const artist = await as(world.database, 'artist')
    const foreign = await artist.featured.createFeatured({
      portalId: portals.ninoLobo.id,
      type: 'link',
      targetId: linkId,
      status: 'draft',
      durationDays: 7,
    })
    expect(Object.keys(fieldsOf(foreign) ?? {})).toEqual(['targetId'])
    const video = ok(
      await editor.featured.createFeatured({ portalId, ...pick('Vídeo', { mediaUrl: `${media}.mp4` }) }),
    )
    expect(video).toMatchObject({ pictureUrl: null, mediaUrl: `${media}.mp4` })
    expect((await live()).items.at(-1)).toMatchObject({ videoUrl: `${media}.mp4`, pictureUrl: null })
  })

  test('no more than six at once, at no moment', async () => {
    const vera = await as(world.database, 'vera')
    const own = portals.veraCantil.id
    const add = (more: object) => vera.featured.createFeatured({ portalId: own, ...pick('x', more) })
    for (let at = 0; at < 5; at++) ok(await add({}))
    const planned = { status: 'scheduled' as const, startsAt: inDays(3) }
    ok(await add(planned))
    expect(failureCode(await add({ durationDays: 30 }))).toBe('featured.tooMany')
    expect(failureCode(await add({ ...planned, startsAt: inDays(5) }))).toBe('featured.tooMany')
    // When the first five have left there is room again.
    const later = ok(await add({ ...planned, startsAt: inDays(8) }))
    expect(later.status).toBe('scheduled')
    const draft = ok(await add({ status: 'draft' }))
    const update = { portalId: own, featuredId: draft.id, ...pick('x') }
    expect(failureCode(await vera.featured.updateFeatured(update, { version: draft.version }))).toBe(
      'featured.tooMany',
    )
    expect((await live(0, own)).items).toHaveLength(5)
    expect((await live(4, own)).items).toHaveLength(6)
  })

  test('an edit keeps the days that have run; the order is saved for all at once', async () => {
    const orquesta = await as(world.database, 'orquesta')
    const own = portals.orquestaPoniente.id
    const first = ok(await orquesta.featured.createFeatured({ portalId: own, ...pick('uno') }))
    const second = ok(await orquesta.featured.createFeatured({ portalId: own, ...pick('dos') }))
    const longer = ok(
      await orquesta.featured.updateFeatured(
        { portalId: own, featuredId: first.id, ...pick('uno', { durationDays: 30 }) },
        { version: first.version },
      ),
    )
    expect(longer.startsAt).toBe(first.startsAt)
    const order = [{ id: second.id }, { id: first.id }]
    ok(await orquesta.featured.reorderFeatured({ portalId: own, featured: order }))
    expect((await live(0, own)).items.map(({ id }) => id)).toEqual([second.id, first.id])
    const [told] = ok(await orquesta.activity.listActivity({ action: 'featured.reorderFeatured' })).items
    const names = [first, second].map(
      (item) => item.targetTitle?.es ?? item.description?.es ?? 'Imagen o vídeo',
    )
    expect(told?.changes).toEqual([
      { field: 'order', label: 'Orden', before: names.join(', '), after: names.toReversed().join(', ') },
    ])
    expect(
      failureCode(await orquesta.featured.reorderFeatured({ portalId: own, featured: order.slice(1) })),
    ).toBe('invalidInput')
  })

  test('what is deleted can be restored for 30 days, as a draft', async () => {
    const demo = await as(world.database, 'demo')
    const own = portals.casaCal.id
    const { id: featuredId } = ok(await demo.featured.createFeatured({ portalId: own, ...pick('x') }))
    expect(await demo.featured.deleteFeatured({ featuredId })).toBeNull()
    expect(ok(await demo.featured.listFeatured({ portalId: own })).items).toEqual([])
    const [gone] = ok(await demo.featured.listFeatured({ portalId: own, deleted: 'true' })).items
    expect(gone).toMatchObject({ id: featuredId, status: 'deleted', live: false })
    expect(ok(await demo.featured.restoreFeatured({ portalId: own, featuredId }))).toMatchObject({
      status: 'draft',
      deletedAt: null,
    })
    await demo.featured.deleteFeatured({ featuredId })
    await world.database.query(`update featured set deleted_at = now() - interval '31 days' where id = $1`, [
      featuredId,
    ])
    expect(failureCode(await demo.featured.restoreFeatured({ portalId: own, featuredId }))).toBe('notFound')
    await world.database.transaction(asService('trial'), dropDeletedFeatured)
    expect(await world.database.query('select id from featured where id = $1', [featuredId])).toEqual([])
  })

  test('whoever may not feature changes nothing', async () => {
    const lector = await as(world.database, 'lector')
    expect(failureCode(await lector.featured.createFeatured({ portalId, ...pick('x') }))).toBe('forbidden')
    expect(ok(await lector.featured.listFeatured({ portalId })).total).toBeGreaterThan(0)
  })
})
