import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Person } from '#platform/actor.ts'
import { why } from '#testing/why.ts'
import { memberTurned } from './server/occasions.ts'
import { acceptInvitation, acceptNewest, declineInvitation, leaveTeam, ownTeams } from './server/own-teams.ts'
import { now, teamRows } from './test-teams.ts'

/** Teams as those see them who are in or asked: what they may leave, accept and refuse, and what is told of it. */

const { world, run, of, put, join, ask, teamsOf, asksOf, calling } = teamRows()
const told = vi.spyOn(memberTurned, 'tell')
const turns = () => told.mock.calls.map(([, turn]) => turn)
beforeEach(() => {
  told.mockClear()
})

describe('one’s own teams', () => {
  const own = async (who: Person) => (await run((tx) => ownTeams({ ...calling(who).of, tx } as never))).teams

  test('are those one is in by oneself, by name, and say why one stays', async () => {
    const [one, other] = [await put(), await put()]
    await join(of.label, one)
    await join(of.child, one, 'Editor', { grants: ['links.viewlinks'], denies: ['links.editlinks'] })
    await join(of.alone, one, 'Owner')
    await join(of.label, other, 'Owner')
    expect(await own(one)).toEqual([
      {
        ...{ portalId: of.child, name: 'á Hija', role: 'Editor', master: false, staysBecause: 'replaces' },
        ...{ grants: ['links.viewlinks'], denies: ['links.editlinks'] },
      },
      {
        ...{ portalId: of.label, name: 'Sello', role: 'Lector', master: true, staysBecause: null },
        ...{ grants: [], denies: [] },
      },
      {
        ...{ portalId: of.alone, name: 'Solo', role: 'Owner', master: false, staysBecause: 'lastOwner' },
        ...{ grants: [], denies: [] },
      },
    ])
    await world.database.query('update portal set deleted_at = now() where id = $1', [of.child])
    expect((await own(one)).map(({ name }) => name)).toEqual(['Sello', 'Solo'])
  })

  test('are left unless they bring a label’s role back: of a label that is one, is there, and of the same account', async () => {
    const one = await put()
    await join(of.label, await put(), 'Owner')
    await join(of.alone, await put(), 'Owner')
    const leave = (portalId: string) =>
      why(run((tx) => leaveTeam({ ...calling(one).of, tx } as never, portalId)))
    expect(await leave(of.alone)).toBe('notFound')
    await join(of.child, one)
    await join(of.label, one)
    await join(of.alone, one)
    expect(await leave(of.child)).toBe('team.leaveAtMaster')
    expect(await leave(of.alone)).toBe('done')
    await world.database.query(`update account set type = 'simple' where id = $1`, [of.accountId])
    await join(of.child, await put(), 'Owner')
    expect(await leave(of.child)).toBe('done')
    expect(await leave(of.label)).toBe('done')
    expect(await teamsOf(one)).toEqual([])
  })

  test('are not left by their last Owner, and who leaves is told with what they were', async () => {
    const one = await put()
    await join(of.alone, one, 'Owner')
    const { of: call, recorded } = calling(one)
    const leave = () => run((tx) => leaveTeam({ ...call, tx } as never, of.alone))
    expect(await why(leave())).toBe('team.lastOwner')
    expect([turns(), recorded]).toEqual([[], []])
    await join(of.alone, await put(), 'Owner', { grants: [] })
    expect(await leave()).toBeNull()
    expect(turns()).toEqual([
      { what: 'removed', portalId: of.alone, personId: one.id, role: 'Owner', grants: [], denies: [] },
    ])
    expect(recorded).toMatchObject([
      { targetId: one.id, portal: { id: of.alone }, before: { role: 'Owner' } },
    ])
  })
})

describe('an invitation', () => {
  test('is shown with all its portals, the newest first, by whoever asked', async () => {
    const [one, asker] = [await put(), await put({ name: 'Quien pide' })]
    const first = await ask([of.alone, of.child], one, {
      invitedBy: asker.id,
      role: 'Editor',
      grants: ['a.b'],
    })
    const second = await ask([of.label], one, { sentAt: new Date(now.getTime() + 1) })
    await ask([of.alone], await put())
    const read = async () => (await run((tx) => ownTeams({ ...calling(one).of, tx } as never))).invitations
    const as = { role: 'Editor', grants: ['a.b'], denies: [] }
    expect(await read()).toEqual([
      {
        ...{ id: second, by: null, sentAt: '2026-06-01T10:00:00.001Z' },
        portals: [{ id: of.label, name: 'Sello', role: 'Lector', grants: [], denies: [] }],
      },
      {
        ...{ id: first, by: 'Quien pide', sentAt: now.toISOString() },
        portals: [
          { id: of.child, name: 'á Hija', ...as },
          { id: of.alone, name: 'Solo', ...as },
        ],
      },
    ])
    await world.database.query('update portal set deleted_at = now() where id = any($1)', [
      [of.label, of.child],
    ])
    expect((await read()).map(({ id, portals }) => [id, portals.length])).toEqual([[first, 1]])
  })

  test('accepted joins what is still there of it, once, and is over', async () => {
    const one = await put()
    const id = await ask([of.alone, of.child, of.label], one, { role: 'Editor' })
    await world.database.query('update portal set deleted_at = now() where id = $1', [of.child])
    await join(of.label, one)
    const accept = async (who: Person, which = id) => {
      const { of: call, recorded } = calling(who)
      const portals = await why(
        run(async (tx) => {
          const answer = await acceptInvitation({ ...call, tx } as never, which)
          return answer
        }),
      )
      return [portals, recorded.length]
    }
    expect(await accept(await put())).toEqual(['notFound', 0])
    expect(await accept({ ...one, staff: true })).toEqual(['team.staffJoinNone', 0])
    expect(await accept(one)).toEqual(['done', 2])
    expect(await teamsOf(one)).toEqual(
      [
        [of.alone, 'Editor'],
        [of.label, 'Lector'],
      ].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    )
    expect(turns()).toEqual([
      { what: 'added', portalId: of.alone, personId: one.id, role: 'Editor', grants: [], denies: [] },
    ])
    expect(await asksOf(one)).toEqual([])
    const gone = await ask([of.child], one)
    expect(await accept(one, gone)).toEqual(['notFound', 0])
  })

  test('refused joins nothing, and each of its portals has it written down', async () => {
    const one = await put()
    const id = await ask([of.alone, of.child], one)
    const kept = await ask([of.label], one)
    const { of: call, recorded } = calling(one)
    const decline = (who = call) => why(run((tx) => declineInvitation({ ...who, tx } as never, id)))
    expect(await decline(calling(await put()).of)).toBe('notFound')
    expect(await decline()).toBe('done')
    expect(recorded).toHaveLength(2)
    expect([await asksOf(one), await teamsOf(one)]).toEqual([[kept], []])
    expect(await decline()).toBe('notFound')
  })

  test('that was mailed last is answered by the link that came with it, and never joins staff', async () => {
    const one = await put()
    const older = await ask([of.alone], one)
    await ask([of.child, of.label], one, { sentAt: new Date(now.getTime() + 1), role: 'Editor' })
    await run((tx) => acceptNewest(tx, one.id))
    expect(new Set((await teamsOf(one)).map(([, role]) => role))).toEqual(new Set(['Editor']))
    expect(await teamsOf(one)).toHaveLength(2)
    expect(await asksOf(one)).toEqual([older])
    expect(
      turns()
        .map(({ what, portalId }) => [what, portalId])
        .toSorted(),
    ).toEqual([of.child, of.label].map((id) => ['added', id]).toSorted())
    const staff = await put({ staff: true })
    await ask([of.alone], staff)
    await run((tx) => acceptNewest(tx, staff.id))
    expect([await teamsOf(staff), await asksOf(staff)]).toEqual([[], []])
  })
})
