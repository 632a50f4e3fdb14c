import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { mail } from '#platform/table.ts'
import { as, clientFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const lobo = portals.ninoLobo.id

describe('rules seen before one tries', () => {
  test('a member seen last, pending or inherited says so', async () => {
    const artist = await as(world.database, 'artist')
    await world.database.query('update person set last_seen_at = $2 where id = $1', [
      people.exception.id,
      '2026-11-01T10:00:00Z',
    ])
    const { items } = ok(await artist.team.listTeam({ portalId: lobo }))
    expect(items.find(({ id }) => id === people.exception.id)).toMatchObject({
      lastSeenAt: '2026-11-01T10:00:00.000Z',
      pending: false,
    })
    expect(items.find(({ id }) => id === people.invited.id)).toMatchObject({
      lastSeenAt: null,
      pending: true,
      may: { edit: true, remove: true },
    })
  })

  test('a withdrawn invitation opens nothing', async () => {
    const artist = await as(world.database, 'artist')
    const invited = {
      email: 'retirada@sala.test',
      name: 'Retirada',
      portals: [{ portalId: lobo, role: 'Lector' as const }],
    }
    const { id: memberId } = ok(await artist.team.inviteMember(invited))
    const [sent] = (await world.database.db.select().from(mail)).filter(({ to }) => to === invited.email)
    const token = /token=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? ''
    expect(await artist.team.removeMember({ portalId: lobo, memberId })).toBeNull()
    const nobody = clientFor(testApp(world.database))
    expect(failureCode(await nobody.account.activateAccount({ token, password: 'una clave larga' }))).toBe(
      'account.tokenSpent',
    )
  })

  test('the effective keys of a member are what the session gives them', async () => {
    const artist = await as(world.database, 'artist')
    const found = ok(await artist.team.getMember({ portalId: lobo, memberId: people.artist.id }))
    const own = ok(await artist.account.session({})).user.portals?.find(({ id }) => id === lobo)
    const keys = Object.entries(own?.permissions ?? {}).flatMap(([group, actions]) =>
      Object.keys(actions).map((action) => `${group}.${action}`),
    )
    expect(found.keys.toSorted()).toEqual(keys.toSorted())
  })
})
