import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id

const state = async (who: Parameters<typeof as>[1], at = portalId) =>
  Object.fromEntries(
    ok(await (await as(world.database, who)).home.firstHour({ portalId: at })).acts.map(({ id, done }) => [
      id,
      done,
    ]),
  )

describe('the first hour', () => {
  test('each act is found out from what there is', async () => {
    await world.database.query(`delete from link where portal_id = $1`, [portalId])
    // The demo world may have sold something by this hour of today.
    await world.database.query(`delete from order_line where portal_id = $1`, [portalId])
    await world.database.query(`delete from "order" where portal_id = $1`, [portalId])
    const before = await state('artist')
    expect(before).toMatchObject({ links: false, sales: false })
    await world.database.query(
      `insert into connector (portal_id, id, kind, source, name) values ($1, gen_random_uuid(), 'shopify', 'shopify', 'Tienda')`,
      [portalId],
    )
    expect((await state('artist')).sales).toBe(true)
    const artist = await as(world.database, 'artist')
    for (const at of [1, 2, 3]) {
      expect((await state('artist')).links).toBe(false)
      ok(
        await artist.links.createLink({
          portalId,
          title: { es: `Enlace ${at}` },
          url: `https://example.com/${at}`,
        }),
      )
    }
    expect((await state('artist')).links).toBe(true)
  })

  test('what somebody may not do is not asked of them, and another’s portal is not told of', async () => {
    expect(Object.keys(await state('lector', portals.hotelLevante.id))).toEqual([])
    const lector = await as(world.database, 'lector')
    expect(ok(await lector.home.firstHour({ portalId: portals.hotelLevante.id })).due).toBe(false)
    const artist = await as(world.database, 'artist')
    expect(failureCode(await artist.home.firstHour({ portalId: portals.hotelLevante.id }))).toBe('notFound')
  })

  test('put away it is gone for this person, whatever browser they are at, and for nobody else', async () => {
    await world.database.query(`delete from appearance_version where portal_id = $1`, [portalId])
    const artist = await as(world.database, 'artist')
    expect(ok(await artist.home.firstHour({ portalId })).due).toBe(true)
    expect(await artist.home.endFirstHour({})).toBeNull()
    const elsewhere = await as(world.database, 'artist')
    expect(ok(await elsewhere.home.firstHour({ portalId })).due).toBe(false)
  })
})
