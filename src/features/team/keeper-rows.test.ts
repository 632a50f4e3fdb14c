import { v7 } from 'uuid'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Person } from '#platform/actor.ts'
import type { Role } from '#platform/permissions.ts'
import { why } from '#testing/why.ts'
import { checkMember } from './server/check-member.ts'
import { forgetNewcomer } from './server/forget-newcomer.ts'
import { inviteTeam } from './server/invite-team.ts'
import { keepOwners } from './server/keep-owners.ts'
import { namedRecipient } from './server/limit-invitations.ts'
import { memberTurned } from './server/occasions.ts'
import { recipientOf } from './server/recipient-of.ts'
import { removeMember } from './server/remove-member.ts'
import { resendInvitation } from './server/resend-invitation.ts'
import { invitation } from './server/table.ts'
import { updateMember } from './server/update-member.ts'
import { now, teamRows } from './test-teams.ts'

/** What those who look after a team do there, what they are refused, and what is told of it. */

const { world, run, of, put, join, ask, teamsOf, asksOf, isThere, asMember } = teamRows()
const told = vi.spyOn(memberTurned, 'tell')
const turns = () => told.mock.calls.map(([, turn]) => turn)
beforeEach(() => {
  told.mockClear()
})

describe('an invitation', () => {
  test('is mailed to the address of who is asked, and counted by that which is named', async () => {
    const one = await put({ email: `${v7()}@sala.test` })
    const id = await ask([of.alone], one)
    expect(await recipientOf(world.database, id)).toBe(one.email)
    for (const other of [v7(), 'x', undefined, 7])
      expect(await recipientOf(world.database, other)).toBeUndefined()
    const named = (email: unknown) => namedRecipient({} as never, { email })
    expect(await named(' Una@Sala.TEST ')).toBe('una@sala.test')
    for (const none of ['sin arroba', 7, undefined]) expect(await named(none)).toBeUndefined()
  })

  test('is mailed once more while it waits', async () => {
    const [owner, one, inside] = [await put(), await put(), await put()]
    await join(of.alone, owner, 'Owner')
    await join(of.alone, inside)
    const id = await ask([of.alone, of.child], one, { sentAt: new Date(0) })
    const again = (memberId: string) =>
      why(asMember(owner, of.alone, (call) => resendInvitation(call, memberId)))
    expect([await again(v7()), await again(inside.id)]).toEqual(['notFound', 'team.notPending'])
    expect(await again(id)).toBe('done')
    const sent = await world.database.query<{ at: Date | string }>(
      'select sent_at as at from invitation where id = $1 order by portal_id = $2 desc',
      [id, of.alone],
    )
    expect(sent.map(({ at }) => new Date(at).getTime())).toEqual([now.getTime(), 0])
  })
})

describe('who looks after a team', () => {
  test('is told before they ask whether it could be', async () => {
    const [owner, keeper, inside, waiting] = [await put(), await put(), await put(), await put()]
    const staff = await put({ staff: true, super: true })
    await join(of.label, owner, 'Owner')
    await join(of.child, keeper, 'Lector', { grants: ['team.createoreditteammembers'] })
    await join(of.child, inside)
    await ask([of.child], waiting)
    const check = async (who: Person, email = 'nadie@sala.test', role?: Role) => {
      const { answer } = await asMember(who, of.child, (call) => checkMember(call, { email, role }))
      return [answer.email.reason ?? answer.email.ok, answer.role.reason ?? answer.role.ok]
    }
    expect(await check(owner)).toEqual([true, true])
    expect(await check(owner, inside.email)).toEqual(['alreadyMember', true])
    expect(await check(owner, waiting.email)).toEqual(['alreadyMember', true])
    // Whoever is there by the label's portal may be asked to be there by themselves.
    expect(await check(keeper, owner.email)).toEqual([true, true])
    expect(await check(owner, 'nadie@sala.test', 'Owner')).toEqual([true, true])
    expect(await check(staff, 'nadie@sala.test', 'Owner')).toEqual([true, true])
    expect(await check(keeper, 'nadie@sala.test', 'Owner')).toEqual([true, 'ownerOnly'])
    expect(await check(keeper, inside.email, 'Editor')).toEqual(['alreadyMember', 'keysLacking'])
    expect(await check(keeper, 'nadie@sala.test', 'Lector')).toEqual([true, true])
  })

  test('takes somebody out, or an invitation back, and forgets who never came and is asked by nobody', async () => {
    const owner = await put()
    const [inside, waiting, elsewhere] = [
      await put(),
      await put({ passwordHash: null }),
      await put({ passwordHash: null }),
    ]
    await join(of.alone, owner, 'Owner')
    await join(of.alone, inside, 'Editor', { grants: ['a.b'], denies: ['c.d'] })
    const id = await ask([of.alone], waiting)
    const other = await ask([of.alone, of.child], elsewhere)
    const remove = async (memberId: string) =>
      asMember(owner, of.alone, (call) => removeMember(call, memberId))
    expect(await why(remove(v7()))).toBe('notFound')
    expect(await why(remove(owner.id))).toBe('team.ownRole')
    expect((await remove(inside.id)).recorded).toEqual([
      { targetId: inside.id, before: { role: 'Editor', grants: ['a.b'], denies: ['c.d'] } },
    ])
    expect(turns()).toEqual([
      ...[
        {
          what: 'removed',
          portalId: of.alone,
          personId: inside.id,
          role: 'Editor',
          grants: ['a.b'],
          denies: ['c.d'],
        },
      ],
    ])
    expect([await teamsOf(inside), await isThere(inside)]).toEqual([[], true])
    await remove(id)
    await remove(other)
    expect(turns()).toHaveLength(1)
    expect([await isThere(waiting), await isThere(elsewhere), await asksOf(elsewhere)]).toEqual([
      false,
      true,
      [other],
    ])
    const newcomers = [await put({ passwordHash: null, staff: true }), await put()]
    await join(of.child, elsewhere)
    await run((tx) => tx.delete(invitation))
    for (const one of [...newcomers, elsewhere]) await run((tx) => forgetNewcomer(tx, one.id))
    expect([await isThere(elsewhere), ...(await Promise.all(newcomers.map(isThere)))]).toEqual([
      true,
      true,
      true,
    ])
  })

  test('changes what somebody is or is asked to be, with what it was', async () => {
    const [owner, inside, waiting] = [await put(), await put(), await put()]
    await join(of.alone, owner, 'Owner')
    await join(of.alone, inside)
    const id = await ask([of.alone], waiting)
    const change = (memberId: string, draft: Parameters<typeof updateMember>[2]) =>
      asMember(owner, of.alone, (call) => updateMember(call, memberId, draft))
    expect(await why(change(v7(), { role: 'Editor' }))).toBe('notFound')
    const { answer, recorded } = await change(inside.id, { role: 'Editor', denies: ['links.editlinks'] })
    expect(answer).toMatchObject({ role: 'Editor', grants: [], denies: ['links.editlinks'], version: 2 })
    expect(recorded).toEqual([
      {
        ...{ targetId: inside.id, before: { role: 'Lector', grants: [], denies: [] } },
        after: { role: 'Editor', grants: [], denies: ['links.editlinks'] },
      },
    ])
    expect(turns().map(({ what, role }) => [what, role])).toEqual([['changed', 'Editor']])
    expect((await change(id, { role: 'Editor' })).answer).toMatchObject({
      role: 'Editor',
      version: 2,
      pending: true,
    })
    expect(turns()).toHaveLength(1)
    expect(await teamsOf(waiting)).toEqual([])
  })

  test('stays where a portal would have no Owner without them, and nobody else does', async () => {
    const [owner, other] = [await put(), await put()]
    await join(of.alone, owner, 'Owner')
    const keep = (who: Person) => why(run((tx) => keepOwners(tx, who.id)))
    expect(await keep(owner)).toBe('team.lastOwner')
    await join(of.alone, other)
    expect(await keep(other)).toBe('done')
    await join(of.child, other, 'Owner')
    await join(of.child, owner, 'Owner')
    expect([await keep(other), await keep(await put())]).toEqual(['done', 'done'])
  })
})

test('a new portal’s team is refused by the field of the draft that it is about', async () => {
  const [owner, keeper, none] = [await put(), await put(), await put()]
  await join(of.alone, owner, 'Owner')
  await join(of.alone, keeper, 'Lector', { grants: ['team.createoreditteammembers'] })
  await join(of.alone, none)
  const draft = (email: string, role: Role = 'Lector') => ({ email, name: 'N', role })
  const invite = (who: Person, portalId: string, ...team: ReturnType<typeof draft>[]) =>
    why(asMember(who, of.alone, (call) => inviteTeam(call, portalId, team)))
  expect(await invite(owner, of.child, draft(`${v7()}@sala.test`))).toBe('notFound')
  expect(await invite(none, of.alone)).toBe('forbidden')
  const good = draft(`${v7()}@sala.test`)
  expect(await invite(keeper, of.alone, good, draft(`${v7()}@sala.test`, 'Owner'))).toEqual([
    'team.1.role team.ownerOnly',
  ])
  expect(await invite(owner, of.alone, draft(none.email))).toEqual(['team.0.email team.alreadyMember'])
  expect(await invite(owner, of.alone, draft(owner.email))).toEqual(['team.0.email team.ownRole'])
  expect(await invite(owner, of.alone, good)).toBe('done')
  expect(await invite(owner, of.alone, draft(`${v7()}@sala.test`), good)).toEqual([
    'team.1.email team.alreadyInvited',
  ])
})
