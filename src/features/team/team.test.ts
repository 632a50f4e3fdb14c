import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import type { Role } from '#platform/permissions.ts'
import { mail } from '#platform/table.ts'
import { as, clientFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type PersonKey, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const bajamar = portals.bajamar.id
const levante = portals.hotelLevante.id
const lobo = portals.ninoLobo.id
/** Asks somebody of the cast, who accepts. */
async function joinAs(who: PersonKey, portalId: string, role: Role) {
  const superStaff = await as(world.database, 'super')
  const { email, name } = people[who]
  const asked = ok(await superStaff.team.inviteMember({ email, name, portals: [{ portalId, role }] }))
  ok(await (await as(world.database, who)).team.acceptInvitation({ invitationId: asked.id }))
}

describe('the team of a portal', () => {
  test("shows its own members and those of the label's master portal", async () => {
    const label = await as(world.database, 'label')
    const { items } = ok(await label.team.listTeam({ portalId: levante }))
    const of = (id: string) => items.find((one) => one.id === id)
    expect(of(people.label.id)).toMatchObject({ role: 'Owner', inherited: true })
    expect(of(people.editor.id)).toMatchObject({ role: 'Editor', inherited: false })
    expect(items.some(({ id }) => id === people.artist.id)).toBe(false)
    expect(of(people.editor.id)?.keys).toContain('portal.editlinks')
  })

  test('says what may be done before one tries', async () => {
    const artist = await as(world.database, 'artist')
    const { items } = ok(await artist.team.listTeam({ portalId: lobo }))
    const of = (id: string) => items.find((one) => one.id === id)?.may
    expect(of(people.artist.id)).toEqual({ edit: false, remove: false })
    expect(of(people.exception.id)).toEqual({ edit: true, remove: true })
    expect(items.find(({ id }) => id === people.invited.id)?.pending).toBe(true)
  })

  test('is no business of who may not see it or is elsewhere', async () => {
    expect(failureCode(await (await as(world.database, 'artist')).team.listTeam({ portalId: levante }))).toBe(
      'notFound',
    )
    expect(
      failureCode(await (await as(world.database, 'analyst')).team.listTeam({ portalId: levante })),
    ).toBe('forbidden')
  })
})

describe('changing a member', () => {
  test('role, grants and denies decide what they may do from the next request on', async () => {
    const artist = await as(world.database, 'artist')
    const exception = await as(world.database, 'exception')
    const draft = { title: { es: 'x' }, url: 'https://example.com' }
    expect(failureCode(await exception.links.createLink({ portalId: lobo, ...draft }))).toBe('forbidden')
    const { version } = ok(await artist.team.getMember({ portalId: lobo, memberId: people.exception.id }))
    const changed = ok(
      await artist.team.updateMember(
        { portalId: lobo, memberId: people.exception.id, role: 'Tech', grants: ['stocks.viewstocks'] },
        { version },
      ),
    )
    expect(changed).toMatchObject({
      role: 'Tech',
      grants: ['stocks.viewstocks'],
      denies: [],
      version: version + 1,
    })
    ok(await exception.links.createLink({ portalId: lobo, ...draft }))
  })

  test('nobody changes their own', async () => {
    const artist = await as(world.database, 'artist')
    const self = { portalId: lobo, memberId: people.artist.id }
    const { version } = ok(await artist.team.getMember(self))
    expect(failureCode(await artist.team.updateMember({ ...self, role: 'Editor' }, { version }))).toBe(
      'team.ownRole',
    )
    expect(failureCode(await artist.team.removeMember(self))).toBe('team.ownRole')
  })

  test('only Owners make or touch Owners, and nobody gives what they lack', async () => {
    const manager = await as(world.database, 'labelmanager')
    const editor = { portalId: levante, memberId: people.editor.id }
    const { version } = ok(await manager.team.getMember(editor))
    expect(failureCode(await manager.team.updateMember({ ...editor, role: 'Owner' }, { version }))).toBe(
      'team.ownerOnly',
    )
    const lacking = { ...editor, role: 'Editor' as const, grants: ['billing.manageadvances'] }
    expect(failureCode(await manager.team.updateMember(lacking, { version }))).toBe('team.keysLacking')
    const owner = { portalId: bajamar, memberId: people.label.id }
    const own = ok(await manager.team.getMember(owner))
    expect(
      failureCode(await manager.team.updateMember({ ...owner, role: 'Editor' }, { version: own.version })),
    ).toBe('team.ownerOnly')
    expect(failureCode(await manager.team.removeMember(owner))).toBe('team.ownerOnly')
  })

  test('an inherited role is changed where it comes from', async () => {
    const label = await as(world.database, 'label')
    const target = { portalId: levante, memberId: people.operations.id }
    const { version, inherited, may } = ok(await label.team.getMember(target))
    expect([inherited, may]).toEqual([true, { edit: false, remove: false }])
    expect(failureCode(await label.team.updateMember({ ...target, role: 'Tech' }, { version }))).toBe(
      'team.inherited',
    )
    expect(failureCode(await label.team.removeMember(target))).toBe('team.inherited')
    const atMaster = { ...target, portalId: bajamar }
    ok(await label.team.updateMember({ ...atMaster, role: 'Tech' }, { version }))
    expect(ok(await label.team.getMember(target))).toMatchObject({ role: 'Tech', inherited: true })
    const again = ok(await label.team.getMember(atMaster))
    ok(await label.team.updateMember({ ...atMaster, role: 'Operations' }, { version: again.version }))
  })

  test('a membership that somebody accepts replaces the inherited one', async () => {
    const label = await as(world.database, 'label')
    const person = await as(world.database, 'operations')
    const asked = {
      email: people.operations.email,
      name: 'Berta',
      portals: [{ portalId: levante, role: 'Lector' as const }],
    }
    const { id: invitationId } = ok(await label.team.inviteMember(asked))
    const target = { portalId: levante, memberId: people.operations.id }
    expect(ok(await label.team.getMember(target))).toMatchObject({ role: 'Operations', inherited: true })
    ok(await person.team.acceptInvitation({ invitationId }))
    expect(ok(await label.team.getMember(target))).toMatchObject({ role: 'Lector', inherited: false })
    // Leaving it would bring the stronger role back.
    expect(failureCode(await person.team.leaveTeam({ portalId: levante }))).toBe('team.leaveAtMaster')
    expect(await label.team.removeMember(target)).toBeNull()
    expect(ok(await label.team.getMember(target))).toMatchObject({ role: 'Operations', inherited: true })
  })

  test('an artist’s Owner does not touch the label’s', async () => {
    const label = await as(world.database, 'label')
    await joinAs('artist', levante, 'Owner')
    const artist = await as(world.database, 'artist')
    for (const memberId of [people.label.id, people.labelmanager.id, people.operations.id]) {
      const target = { portalId: levante, memberId }
      const { version, role } = ok(await artist.team.getMember(target))
      expect(failureCode(await artist.team.updateMember({ ...target, role: 'Lector' }, { version }))).toBe(
        'team.inherited',
      )
      expect(failureCode(await artist.team.removeMember(target))).toBe('team.inherited')
      expect(ok(await label.team.getMember(target)).role).toBe(role)
    }
    ok(await label.team.getMember({ portalId: levante, memberId: people.artist.id }))
    expect(await label.team.removeMember({ portalId: levante, memberId: people.artist.id })).toBeNull()
  })

  test('a Lector who looks after the team changes and removes nobody who holds more', async () => {
    await world.database.query('update member set grants = $2::jsonb where person_id = $1', [
      people.lector.id,
      JSON.stringify(['team.createoreditteammembers', 'team.deleteteammembers']),
    ])
    await joinAs('tech', levante, 'Label Manager')
    const lector = await as(world.database, 'lector')
    for (const memberId of [people.tech.id, people.editor.id]) {
      const target = { portalId: levante, memberId }
      const { version, may } = ok(await lector.team.getMember(target))
      expect(may).toEqual({ edit: false, remove: false })
      expect(failureCode(await lector.team.updateMember({ ...target, role: 'Lector' }, { version }))).toBe(
        'team.beyondOwn',
      )
      expect(failureCode(await lector.team.removeMember(target))).toBe('team.beyondOwn')
    }
  })

  test('staff cannot take the last Owner away', async () => {
    const superStaff = await as(world.database, 'super')
    const owner = { portalId: lobo, memberId: people.artist.id }
    const { version } = ok(await superStaff.team.getMember(owner))
    expect(failureCode(await superStaff.team.removeMember(owner))).toBe('team.lastOwner')
    expect(failureCode(await superStaff.team.updateMember({ ...owner, role: 'Lector' }, { version }))).toBe(
      'team.lastOwner',
    )
  })

  test('two Owners who remove each other at once leave one', async () => {
    await joinAs('nobody', bajamar, 'Owner')
    await joinAs('orquesta', bajamar, 'Owner')
    const superStaff = await as(world.database, 'super')
    const removals = [people.label.id, people.nobody.id, people.orquesta.id].map((memberId) =>
      superStaff.team.removeMember({ portalId: bajamar, memberId }),
    )
    const results = await Promise.all(removals)
    expect(results.filter((one) => failureCode(one) === 'team.lastOwner')).toHaveLength(1)
    const { items } = ok(await superStaff.team.listTeam({ portalId: bajamar }))
    expect(items.filter(({ role }) => role === 'Owner')).toHaveLength(1)
  })
})

describe('inviting', () => {
  const invitation = {
    email: 'Nueva@Sala.test',
    name: 'Nueva',
    portals: [{ portalId: lobo, role: 'Editor' as const }],
  }

  test('mails a link that activates the account; then they are in', async () => {
    const artist = await as(world.database, 'artist')
    const { id } = ok(await artist.team.inviteMember(invitation))
    const mails = (await world.database.db.select().from(mail)).filter(({ to }) => to === 'nueva@sala.test')
    expect(mails).toHaveLength(1)
    const token = /activate-account\?token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
    expect(mails[0]?.html).toContain(token)
    const nobody = clientFor(testApp(world.database))
    const activated = ok(await nobody.account.activateAccount({ token, password: 'una clave bien larga' }))
    if ('twoFactor' in activated) throw new Error('No second factor was asked for.')
    expect(activated.user).toMatchObject({ name: 'Nueva' })
    const { items } = ok(await artist.team.listTeam({ portalId: lobo }))
    expect(items.some((one) => one.id === id)).toBe(false)
    expect(items.find((one) => one.id === activated.user.id)).toMatchObject({ pending: false })
    expect(activated.user.portals?.map((portal) => portal.id)).toEqual([lobo])
  })

  test('is all portals or none', async () => {
    const artist = await as(world.database, 'artist')
    const both = [...invitation.portals, { portalId: levante, role: 'Editor' as const }]
    expect(
      failureCode(await artist.team.inviteMember({ ...invitation, email: 'a@b.test', portals: both })),
    ).toBe('notFound')
    const { items } = ok(await artist.team.listTeam({ portalId: lobo }))
    expect(items.some(({ email }) => email === 'a@b.test')).toBe(false)
    const editor = await as(world.database, 'editor')
    expect(
      failureCode(
        await editor.team.inviteMember({ ...invitation, portals: [{ portalId: levante, role: 'Lector' }] }),
      ),
    ).toBe('forbidden')
  })

  test('the check tells of this portal only', async () => {
    const artist = await as(world.database, 'artist')
    const ask = async (email: string) =>
      ok(await artist.team.checkMember({ portalId: lobo, email, role: 'Owner' }))
    expect(await ask(people.exception.email)).toEqual({
      email: { ok: false, reason: 'alreadyMember' },
      role: { ok: true },
    })
    expect(await ask(people.lector.email)).toEqual(await ask('not-known@sala.test'))
  })

  test('a new link makes the earlier one stop working', async () => {
    const artist = await as(world.database, 'artist')
    const { id } = ok(await artist.team.inviteMember({ ...invitation, email: 'dos@sala.test' }))
    expect(await artist.team.resendInvitation({ portalId: lobo, memberId: id })).toBeNull()
    const mails = (await world.database.db.select().from(mail)).filter(({ to }) => to === 'dos@sala.test')
    const tokens = mails.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '')
    const nobody = clientFor(testApp(world.database))
    const good = await Promise.all(
      tokens.map((token) => nobody.account.checkToken({ token, kind: 'activate' })),
    )
    expect(good.filter((one) => ok(one).valid)).toHaveLength(1)
    expect(
      failureCode(await artist.team.resendInvitation({ portalId: lobo, memberId: people.artist.id })),
    ).toBe('team.notPending')
  })

  test('whoever never came and is removed is forgotten', async () => {
    const artist = await as(world.database, 'artist')
    const { id } = ok(await artist.team.inviteMember({ ...invitation, email: 'tres@sala.test' }))
    expect(await artist.team.removeMember({ portalId: lobo, memberId: id })).toBeNull()
    expect(await world.database.query("select 1 from person where email = 'tres@sala.test'")).toEqual([])
  })
})
