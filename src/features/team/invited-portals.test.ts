import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { mail } from '#platform/table.ts'
import { as, clientFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const mailsTo = async (email: string) =>
  (await world.database.db.select().from(mail)).filter(({ to }) => to === email)

test('portals join an invitation that waits, and one acceptance answers for all of them', async () => {
  const label = await as(world.database, 'label')
  const email = 'otra.sala@sala.test'
  const [one, two, three] = [portals.bajamar.id, portals.claraVentisca.id, portals.perroManso.id]
  const first = { email, name: 'Quien sea', portals: [{ portalId: one, role: 'Lector' as const }] }
  const { id: memberId } = ok(await label.team.inviteMember(first))
  const of = { portalId: one, memberId }
  const events = { role: 'Lector' as const, grants: ['portal.editevents'], denies: [] }
  ok(
    await label.team.addInvitationPortals({
      memberId,
      portals: [
        { portalId: two, ...events },
        { portalId: three, role: 'Editor' },
      ],
    }),
  )
  expect(
    ok(await label.team.getMember(of))
      .invitedTo?.map(({ id, role }) => [id, role])
      .sort(),
  ).toEqual(
    [
      [one, 'Lector'],
      [two, 'Lector'],
      [three, 'Editor'],
    ].sort(),
  )
  // Nobody is mailed again: the link that they have leads to all of it.
  expect(await mailsTo(email)).toHaveLength(1)
  const log = ok(await label.activity.listActivity({ portal: two, action: 'team.addInvitationPortals' }))
  expect(log.items).toMatchObject([{ target: { name: 'Quien sea' }, portal: { id: two } }])
  const again = await label.team.addInvitationPortals({ memberId, portals: [{ portalId: two, ...events }] })
  expect(failureCode(again)).toBe('team.alreadyInvited')
  expect(await label.team.removeMember({ ...of, portalId: three })).toBeNull()
  expect(ok(await label.team.getMember(of)).invitedTo?.map(({ id }) => id)).not.toContain(three)

  // Mailed once more from one of its portals, it still is one invitation.
  expect(await label.team.resendInvitation({ ...of, portalId: two })).toBeNull()
  const token = /token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? ''
  const nobody = clientFor(testApp(world.database))
  const activated = ok(await nobody.account.activateAccount({ token, password: 'una clave bien larga' }))
  if ('twoFactor' in activated) throw new Error('No second factor was asked for.')
  const { items } = ok(await label.team.listTeam({ portalId: two }))
  expect(items.find((each) => each.email === email)).toMatchObject({ ...events, pending: false })
  // Taken off: there as what the label's own invitation makes them, and no more.
  const other = ok(await label.team.listTeam({ portalId: three })).items
  expect(other.find((each) => each.email === email)).toMatchObject({ role: 'Lector', inherited: true })
  const left = await world.database.query('select 1 from invitation where id = $1', [memberId])
  expect(left).toEqual([])
  // Who is in the team is no invitation any more.
  const late = await label.team.addInvitationPortals({
    memberId: activated.user.id,
    portals: [{ portalId: three, role: 'Lector' }],
  })
  expect(failureCode(late)).toBe('notFound')
})

test('nobody adds a portal that they could not invite to, nor more than they hold there', async () => {
  const label = await as(world.database, 'label')
  const editor = await as(world.database, 'editor')
  const { id: memberId } = ok(
    await label.team.inviteMember({
      ...{ email: 'tercera.sala@sala.test', name: 'Quien sea' },
      portals: [{ portalId: portals.claraVentisca.id, role: 'Lector' }],
    }),
  )
  const of = { portalId: portals.claraVentisca.id, memberId }
  const added = (portalId: string, more: object = {}) => ({
    memberId,
    portals: [{ portalId, role: 'Lector' as const, ...more }],
  })
  const refused = async (call: Promise<unknown>) => failureCode((await call) as never)
  expect(await refused(label.team.addInvitationPortals(added(portals.ninoLobo.id)))).toBe('notFound')
  expect(await refused(editor.team.addInvitationPortals(added(portals.hotelLevante.id)))).toBe('forbidden')
  const manager = await as(world.database, 'labelmanager')
  const owner = added(portals.hotelLevante.id, { role: 'Owner' })
  expect(await refused(manager.team.addInvitationPortals(owner))).toBe('team.ownerOnly')
  const beyond = added(portals.hotelLevante.id, { grants: ['billing.editbillinginformation'] })
  expect(await refused(manager.team.addInvitationPortals(beyond))).toBe('team.keysLacking')
  const twice = {
    memberId,
    portals: [...added(portals.hotelLevante.id).portals, ...added(portals.hotelLevante.id).portals],
  }
  expect(await refused(label.team.addInvitationPortals(twice))).toBe('invalidInput')
  expect(ok(await label.team.getMember(of)).invitedTo).toHaveLength(1)
})

test('at each portal it is told whether one may take the invitation back there', async () => {
  const label = await as(world.database, 'label')
  const [one, two] = [portals.claraVentisca.id, portals.perroManso.id]
  const { id: memberId } = ok(
    await label.team.inviteMember({
      ...{ email: 'cuarta.sala@sala.test', name: 'Quien sea' },
      portals: [
        { portalId: one, role: 'Lector' },
        { portalId: two, role: 'Owner' },
      ],
    }),
  )
  const seenBy = async (who: 'label' | 'labelmanager') => {
    const { team } = await as(world.database, who)
    const { invitedTo = [] } = ok(await team.getMember({ portalId: one, memberId }))
    return Object.fromEntries(invitedTo.map(({ id, mayRemove }) => [id, mayRemove]))
  }
  expect(await seenBy('label')).toEqual({ [one]: true, [two]: true })
  // Owners are an Owner's to take back.
  expect(await seenBy('labelmanager')).toEqual({ [one]: true, [two]: false })
})

test('who is asked to a portal of a label is seen at its own, with where, until taken back', async () => {
  const label = await as(world.database, 'label')
  const [own, clara, perro] = [portals.bajamar.id, portals.claraVentisca.id, portals.perroManso.id]
  const seen = async (portalId: string) =>
    ok(await label.team.listTeam({ portalId })).elsewhere.filter(({ email }) => email === 'solo@clara.test')
  const { id: memberId } = ok(
    await label.team.inviteMember({
      email: 'solo@clara.test',
      name: 'Solo Clara',
      portals: [
        { portalId: clara, role: 'Editor', denies: ['portal.editlinks'] },
        { portalId: perro, role: 'Lector' },
      ],
    }),
  )
  const nothing = { grants: [], denies: [] }
  expect(await seen(own)).toEqual([
    {
      id: memberId,
      name: 'Solo Clara',
      email: 'solo@clara.test',
      portals: [
        {
          id: clara,
          name: portals.claraVentisca.name,
          role: 'Editor',
          ...nothing,
          denies: ['portal.editlinks'],
        },
        { id: perro, name: portals.perroManso.name, role: 'Lector', ...nothing },
      ],
    },
  ])
  // Another portal tells of its own alone, and whoever belongs to another label of nobody.
  expect(await seen(clara)).toEqual([])
  const artist = await as(world.database, 'artist')
  expect(ok(await artist.team.listTeam({ portalId: portals.ninoLobo.id })).elsewhere).toEqual([])
  for (const portalId of [clara, perro]) await label.team.removeMember({ portalId, memberId })
  expect(await seen(own)).toEqual([])
})
