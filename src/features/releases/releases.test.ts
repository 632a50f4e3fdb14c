import { beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { asService } from '#platform/db.ts'
import { activity } from '#platform/table.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { currentReleases } from './server/queries.ts'

const world = testDatabase()
// What the world brings would stand among what is made here.
beforeAll(() => world.database.query('delete from release'))
const portalId = portals.ninoLobo.id
const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const draft = {
  title: { es: 'Segundo disco' },
  releaseAt: inDays(10),
  durationDays: 15 as const,
  status: 'published' as const,
  links: [{ name: 'Spotify', url: 'https://open.spotify.com/album/x' }],
}
const current = (days: number, id = portalId) =>
  world.database.transaction(asService('trial'), (tx) =>
    currentReleases(tx, id, new Date(Date.now() + days * day)),
  )

describe('releases', () => {
  test('one counts down, is out for its days, and is over', async () => {
    const artist = await as(world.database, 'artist')
    const created = ok(await artist.releases.createRelease({ portalId, ...draft }))
    expect(created).toMatchObject({ ...draft, phase: 'countdown', presave: true, signUps: 0 })
    const phase = async (days: number) =>
      (await current(days)).items.find(({ id }) => id === created.id)?.phase
    expect(await phase(0)).toBe('countdown')
    expect(await phase(11)).toBe('out')
    expect(await phase(26)).toBeUndefined()
    expect((await current(0)).turns).toContain(Date.parse(created.releaseAt))
    const { id: releaseId, version } = created
    const hidden = ok(
      await artist.releases.updateRelease({ portalId, releaseId, ...draft, status: 'draft' }, { version }),
    )
    expect(await phase(0)).toBeUndefined()
    expect(hidden.version).toBe(version + 1)
  })

  test('fans sign up once, without an account, and nobody learns who did', async () => {
    const orquesta = await as(world.database, 'orquesta')
    const own = portals.orquestaPoniente.id
    const { id: releaseId } = ok(await orquesta.releases.createRelease({ portalId: own, ...draft }))
    const fan = await as(world.database, 'anonymous')
    const email = 'Fan@Example.com '
    for (let at = 0; at < 2; at++)
      expect(
        ok(await fan.releases.signUpForRelease({ releaseId, email, locale: 'en', consent: true })),
      ).toEqual({
        accepted: true,
      })
    expect(
      failureCode(await fan.releases.signUpForRelease({ releaseId, email, consent: false as true })),
    ).toBe('invalidInput')
    // Nobody is on the list before they have answered from their address.
    const signUps = async () => ok(await orquesta.releases.listSignUps({ portalId: own, releaseId })).items
    expect(await signUps()).toEqual([])
    expect(ok(await orquesta.releases.getRelease({ portalId: own, releaseId })).signUps).toBe(0)
    await fan.releases.signUpForRelease({ releaseId, email: '+cmd@example.com', consent: true })
    await fan.releases.signUpForRelease({ releaseId, email: 'silent@example.com', consent: true })
    await world.database.query(
      `update presave set confirmed_at = now() where email <> 'silent@example.com' and release_id = $1`,
      [releaseId],
    )
    expect(await signUps()).toMatchObject([
      { email: 'fan@example.com', locale: 'en' },
      { email: '+cmd@example.com' },
    ])
    const file = `/portal/${own}/release/${releaseId}/presaves/file`
    const csv = await (await fileFor(world.database, people.orquesta.id, file)).text()
    expect(csv.split('\n')[0]).toContain('EMAIL,LOCALE,CONSENT_AT,CONFIRMED_AT')
    expect(csv).not.toContain('silent')
    expect(csv).toContain("'+cmd@example.com")
    expect(failureCode(await fan.releases.listSignUps({ portalId: own, releaseId }))).toBe('notSignedIn')
    const artist = await as(world.database, 'artist')
    expect(failureCode(await artist.releases.listSignUps({ portalId: own, releaseId }))).toBe('notFound')
    expect(failureCode(await artist.releases.listSignUps({ portalId, releaseId }))).toBe('notFound')

    expect(ok(await orquesta.releases.eraseSignUps({ portalId: own, email: 'fan@example.com' }))).toEqual({
      erased: 1,
    })
    expect(ok(await orquesta.releases.getRelease({ portalId: own, releaseId })).signUps).toBe(1)
    expect(JSON.stringify(await world.database.db.select().from(activity))).not.toContain('fan@example.com')
    expect(await orquesta.releases.deleteRelease({ portalId: own, releaseId })).toBeNull()
    expect(await world.database.query('select * from presave where release_id = $1', [releaseId])).toEqual([])
  })

  test('what is out, a draft or unknown takes no address, and says the same', async () => {
    const vera = await as(world.database, 'vera')
    const own = portals.veraCantil.id
    const fan = await as(world.database, 'anonymous')
    const add = async (more: object) =>
      ok(await vera.releases.createRelease({ portalId: own, ...draft, ...more })).id
    const closed = [
      await add({ releaseAt: inDays(-1) }),
      await add({ status: 'draft' }),
      await add({ presave: false }),
      '00000000-0000-7000-8000-000000000000',
    ]
    for (const releaseId of closed)
      expect(ok(await fan.releases.signUpForRelease({ releaseId, email: 'a@b.es', consent: true }))).toEqual({
        accepted: true,
      })
    expect(await world.database.query('select * from presave where portal_id = $1', [own])).toEqual([])
  })

  test('sign-ups from one address are limited', async () => {
    const fan = await as(world.database, 'anonymous')
    const releaseId = '00000000-0000-7000-8000-000000000000'
    let code: string | undefined
    for (let at = 0; at < 25 && code !== 'tooMany'; at++)
      code = failureCode(await fan.releases.signUpForRelease({ releaseId, email: 'a@b.es', consent: true }))
    expect(code).toBe('tooMany')
  })

  test('the product that one is keeps its name, on sale or not', async () => {
    const artist = await as(world.database, 'artist')
    const [own] = await world.database.query<{ id: string; name: object }>(
      `select id, name from product where portal_id = $1 and status = 'active' limit 1`,
      [portalId],
    )
    const productId = own?.id ?? ''
    const { id: releaseId } = ok(await artist.releases.createRelease({ portalId, ...draft, productId }))
    const product = async () => ok(await artist.releases.getRelease({ portalId, releaseId })).product
    expect(await product()).toEqual({ name: own?.name, onSale: true })
    await world.database.query(`update product set status = 'archived' where id = $1`, [productId])
    expect(await product()).toEqual({ name: own?.name, onSale: false })
    await world.database.query(`update product set status = 'active' where id = $1`, [productId])
  })

  test('a product of another portal cannot be released; who may not edit changes nothing', async () => {
    const [foreign] = await world.database.query<{ id: string }>(
      'select id from product where portal_id = $1 limit 1',
      [portals.hotelLevante.id],
    )
    const artist = await as(world.database, 'artist')
    const refused = await artist.releases.createRelease({ portalId, ...draft, productId: foreign?.id ?? '' })
    expect(failureCode(refused)).toBe('invalidInput')
    const lector = await as(world.database, 'lector')
    expect(
      failureCode(await lector.releases.createRelease({ portalId: portals.hotelLevante.id, ...draft })),
    ).toBe('forbidden')
  })
})
