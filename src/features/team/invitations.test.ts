import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { mail } from '#platform/table.ts'
import { as, clientFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const lobo = portals.ninoLobo.id
const asked = (email: string, name = 'Quien sea') => ({
  email,
  name,
  portals: [{ portalId: lobo, role: 'Editor' as const }],
})
const portalsOf = async (who: 'vera' | 'tech') =>
  ok(await (await as(world.database, who)).account.session({})).user.portals?.map(({ id }) => id)
const mailsTo = async (email: string) =>
  (await world.database.db.select().from(mail)).filter(({ to }) => to === email)

describe('being asked to join a team', () => {
  test('gives nothing before one accepts, and shows the team neither name nor last visit', async () => {
    const artist = await as(world.database, 'artist')
    await world.database.query('update person set last_seen_at = now() where id = $1', [people.vera.id])
    const known = ok(await artist.team.inviteMember(asked(people.vera.email)))
    const unknown = ok(await artist.team.inviteMember(asked('nadie@sala.test')))
    const { items } = ok(await artist.team.listTeam({ portalId: lobo }))
    const shown = (id: string) => {
      const { id: _, email: _e, ...rest } = items.find((one) => one.id === id) ?? { id: '', email: '' }
      return rest
    }
    expect(shown(known.id)).toEqual(shown(unknown.id))
    expect(shown(known.id)).toMatchObject({ name: 'Quien sea', pending: true, lastSeenAt: null })
    expect(JSON.stringify(items)).not.toContain(people.vera.name)
    expect(JSON.stringify([known, items])).not.toContain(people.vera.id)
    const log = ok(await artist.activity.listActivity({ portal: lobo, action: 'team.inviteMember' }))
    expect(JSON.stringify(log)).not.toContain(people.vera.name)
    expect(await portalsOf('vera')).not.toContain(lobo)
    const vera = await as(world.database, 'vera')
    expect(failureCode(await vera.links.listLinks({ portalId: lobo }))).toBe('notFound')
    const [sent] = await mailsTo(people.vera.email)
    expect(sent?.text).toContain('you join no team without accepting')
    expect(sent?.text).toContain('/en/account')
    expect(sent?.text).not.toContain('token=')
    // Who signs in already has nothing to activate: the mail tells of a team to join.
    expect(sent?.subject).toBe('You are invited to the team of another portal on Backline')
    expect(sent?.text).not.toContain('Choose your password')
    const [asksAnew] = await mailsTo('nadie@sala.test')
    expect(asksAnew?.subject).toBe('Te han invitado a Backline')
    expect(asksAnew?.text).toContain('/activate-account?token=')
    // In their own language, the page behind the link too.
    expect(asksAnew?.text).not.toContain('/en/')
    expect(failureCode(await artist.team.inviteMember(asked(people.vera.email)))).toBe('team.alreadyInvited')
  })

  test('one accepts, and is in; or leaves again', async () => {
    const vera = await as(world.database, 'vera')
    const { invitations } = ok(await vera.team.listOwnTeams({}))
    expect(invitations).toMatchObject([
      { by: people.artist.name, portals: [{ id: lobo, name: portals.ninoLobo.name, role: 'Editor' }] },
    ])
    const invitationId = invitations[0]?.id ?? ''
    const tech = await as(world.database, 'tech')
    expect(failureCode(await tech.team.acceptInvitation({ invitationId }))).toBe('notFound')
    expect(failureCode(await tech.team.declineInvitation({ invitationId }))).toBe('notFound')
    expect(ok(await vera.team.acceptInvitation({ invitationId })).portals).toEqual([lobo])
    expect(await portalsOf('vera')).toContain(lobo)
    expect(failureCode(await vera.team.acceptInvitation({ invitationId }))).toBe('notFound')
    const { teams } = ok(await vera.team.listOwnTeams({}))
    expect(teams.find(({ portalId }) => portalId === lobo)).toMatchObject({ staysBecause: null })
    expect(await vera.team.leaveTeam({ portalId: lobo })).toBeNull()
    expect(await portalsOf('vera')).not.toContain(lobo)
    expect(failureCode(await vera.links.listLinks({ portalId: lobo }))).toBe('notFound')
  })

  test('who may invite opens what was asked, changes it, and that is what one joins with', async () => {
    const label = await as(world.database, 'label')
    const [one, two] = [portals.bajamar.id, portals.claraVentisca.id]
    const invitation = ok(
      await label.team.inviteMember({
        ...asked('sala.nueva@sala.test'),
        portals: [
          { portalId: one, role: 'Lector', grants: ['portal.editlinks'] },
          { portalId: two, role: 'Editor' },
        ],
      }),
    )
    const of = { portalId: two, memberId: invitation.id }
    const opened = ok(await label.team.getMember(of))
    expect(opened).toMatchObject({ pending: true, role: 'Editor', may: { edit: true, remove: true } })
    expect(opened.invitedTo?.map(({ id, role }) => [id, role]).sort()).toEqual(
      [
        [one, 'Lector'],
        [two, 'Editor'],
      ].sort(),
    )
    const draft = { ...of, role: 'Lector' as const, grants: ['portal.editevents'], denies: [] }
    const changed = ok(await label.team.updateMember(draft, { version: opened.version }))
    expect(changed).toMatchObject({ role: 'Lector', grants: ['portal.editevents'], pending: true })
    expect(changed.version).toBe(opened.version + 1)
    // The other portal's is its own; an older look changes nothing.
    expect(ok(await label.team.getMember({ ...of, portalId: one })).role).toBe('Lector')
    expect(failureCode(await label.team.updateMember(draft, { version: opened.version }))).toBe('stale')
    // One artist's team is not told of the label's others.
    const token = /token=([\w-]+)/.exec((await mailsTo('sala.nueva@sala.test')).at(-1)?.text ?? '')?.[1] ?? ''
    const nobody = clientFor(testApp(world.database))
    ok(await nobody.account.activateAccount({ token, password: 'una clave bien larga' }))
    const team = ok(await label.team.listTeam({ portalId: two })).items
    expect(team.find(({ email }) => email === 'sala.nueva@sala.test')).toMatchObject({
      ...{ pending: false, role: 'Lector', grants: ['portal.editevents'] },
    })
  })

  test('one declines, and nothing has changed', async () => {
    const artist = await as(world.database, 'artist')
    const { id: invitationId } = ok(await artist.team.inviteMember(asked(people.tech.email)))
    const tech = await as(world.database, 'tech')
    expect(await tech.team.declineInvitation({ invitationId })).toBeNull()
    expect(await portalsOf('tech')).not.toContain(lobo)
    const { items } = ok(await artist.team.listTeam({ portalId: lobo }))
    expect(items.some(({ id }) => id === invitationId)).toBe(false)
    expect(ok(await tech.team.listOwnTeams({})).invitations).toEqual([])
  })

  test('the last Owner cannot leave', async () => {
    const artist = await as(world.database, 'artist')
    expect(ok(await artist.team.listOwnTeams({})).teams).toMatchObject([
      { portalId: lobo, staysBecause: 'lastOwner' },
    ])
    expect(failureCode(await artist.team.leaveTeam({ portalId: lobo }))).toBe('team.lastOwner')
    expect(failureCode(await artist.team.leaveTeam({ portalId: portals.bajamar.id }))).toBe('notFound')
  })

  test('an activation answers the invitation that brought the link, and no other', async () => {
    const email = 'dos.veces@sala.test'
    const first = { ...asked(email), portals: [{ portalId: portals.veraCantil.id, role: 'Tech' as const }] }
    ok(await (await as(world.database, 'vera')).team.inviteMember(first))
    ok(await (await as(world.database, 'artist')).team.inviteMember(asked(email)))
    const token = /token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? ''
    const nobody = clientFor(testApp(world.database))
    const activated = ok(await nobody.account.activateAccount({ token, password: 'una clave bien larga' }))
    if ('twoFactor' in activated) throw new Error('No second factor was asked for.')
    expect(activated.user.portals?.map(({ id }) => id)).toEqual([lobo])
    const left = await world.database.query<{ portal_id: string }>(
      'select portal_id from invitation where person_id = $1',
      [activated.user.id],
    )
    expect(left).toEqual([{ portal_id: portals.veraCantil.id }])
  })

  test('an address of staff is asked like any other, and cannot accept', async () => {
    const artist = await as(world.database, 'artist')
    const { id } = ok(await artist.team.inviteMember(asked(people.analyst.email)))
    const shown = ok(await artist.team.listTeam({ portalId: lobo })).items.find((one) => one.id === id)
    expect(shown).toMatchObject({ name: 'Quien sea', pending: true, lastSeenAt: null })
    const analyst = await as(world.database, 'analyst')
    const accepted = await analyst.team.acceptInvitation({ invitationId: id })
    expect(failureCode(accepted)).toBe('team.staffJoinNone')
    expect(await analyst.team.declineInvitation({ invitationId: id })).toBeNull()
  })

  test('nobody asks oneself', async () => {
    const artist = await as(world.database, 'artist')
    expect(failureCode(await artist.team.inviteMember(asked(people.artist.email)))).toBe('team.ownRole')
  })
})

test('the team of a new portal is asked in the language said for each, or in that of who makes it', async () => {
  const staff = await as(world.database, 'staff')
  const member = { name: 'Inés', role: 'Editor' as const }
  ok(
    await staff.portals.createPortal({
      ...{ name: 'Resaca', code: 'RESACA', customUrl: 'resaca' },
      team: [
        { ...member, email: 'one@marea.test', locale: 'en' },
        { ...member, email: 'dos@marea.test' },
      ],
    }),
  )
  const [[one], [two]] = [await mailsTo('one@marea.test'), await mailsTo('dos@marea.test')]
  expect([one?.subject, two?.subject]).toEqual([
    'You have been invited to Backline',
    'Te han invitado a Backline',
  ])
  expect(one?.text).toContain('/en/activate-account?token=')
})

describe('limits of invitations', () => {
  test('one address is mailed five times a day, whoever asks and whether again or anew', async () => {
    const artist = await as(world.database, 'artist')
    const { id: memberId } = ok(await artist.team.inviteMember(asked('buzon@sala.test')))
    for (let mails = 1; mails < 5; mails++)
      expect(await artist.team.resendInvitation({ portalId: lobo, memberId })).toBeNull()
    expect(failureCode(await artist.team.resendInvitation({ portalId: lobo, memberId }))).toBe('tooMany')
    const other = {
      ...asked('buzon@sala.test'),
      portals: [{ portalId: portals.veraCantil.id, role: 'Tech' as const }],
    }
    expect(failureCode(await (await as(world.database, 'vera')).team.inviteMember(other))).toBe('tooMany')
    expect(await mailsTo('buzon@sala.test')).toHaveLength(5)
    const superStaff = await as(world.database, 'super')
    const staff = { email: 'buzon@sala.test', name: 'x', permissions: [] }
    expect(failureCode(await superStaff.staff.inviteStaff(staff))).toBe('tooMany')
  })

  test('one person mails a hundred an hour', async () => {
    const superStaff = await as(world.database, 'super')
    await world.database.query(
      `insert into rate_limit (key, points, expire) values ($1, 100, now() + interval '1 hour')
       on conflict (key) do update set points = 100, expire = excluded.expire`,
      [`invite-by:${people.super.id}`],
    )
    expect(failureCode(await superStaff.team.inviteMember(asked('uno.mas@sala.test')))).toBe('tooMany')
    expect(await mailsTo('uno.mas@sala.test')).toEqual([])
  })
})

test('a name that looks like an address is none in the mail', async () => {
  const artist = await as(world.database, 'artist')
  const name = 'https://evil.example click www.evil.example ana@evil.example'
  ok(await artist.team.inviteMember(asked('nombre@sala.test', name)))
  const [sent] = await mailsTo('nombre@sala.test')
  const links = [...(sent?.text ?? '').matchAll(/https?:\/\/[^\s]+/g)].map(([link]) => new URL(link).origin)
  expect(new Set(links)).toEqual(new Set(['http://localhost:3000']))
  for (const text of [sent?.subject ?? '', sent?.text ?? '', sent?.html ?? ''])
    expect(text).not.toMatch(/evil\.example|@evil|\/\/evil/)
})
