import { expect, test } from 'vitest'
import type { Person } from '#platform/actor.ts'
import { testServices } from '#testing/as.ts'
import { why } from '#testing/why.ts'
import { addInvitationPortals } from './server/add-invitation-portals.ts'
import { now, teamRows } from './test-teams.ts'

/** More portals for somebody who was asked and has not answered: whose invitation that is, and who may add to it. */

const { world, run, of, put, join, ask, asksOf, calling } = teamRows()
const adding = (who: Person, id: string, ...portalIds: string[]) => {
  const { recorded, of: call } = calling(who)
  const done = run((tx) =>
    addInvitationPortals(
      { ...call, tx, now, services: testServices } as never,
      id,
      portalIds.map((portalId) => ({ portalId, role: 'Lector' as const })),
    ),
  )
  return { done, recorded }
}
const add = (who: Person, id: string, ...portalIds: string[]) => why(adding(who, id, ...portalIds).done)
const askedTo = async (id: string) =>
  (
    await world.database.query<{ portal: string }>(
      'select portal_id as portal from invitation where id = $1',
      [id],
    )
  ).map(({ portal }) => portal)

test('of several who were asked it is the one that is named, and who may not touch that one adds nothing to it', async () => {
  const manager = await put()
  await join(of.child, manager, 'Label Manager')
  await join(of.alone, manager, 'Label Manager')
  const owner = await ask([of.child], await put(), { role: 'Owner' })
  const reader = await ask([of.child], await put())
  const last = await ask([of.child], await put(), { role: 'Owner' })
  for (const id of [owner, last]) expect(await add(manager, id, of.alone)).toBe('team.ownerOnly')
  const { done, recorded } = adding(manager, reader, of.alone)
  expect(await done).toEqual({ id: reader, portals: [of.alone] })
  expect(recorded).toMatchObject([{ targetId: reader, portal: { id: of.alone }, after: { role: 'Lector' } }])
  expect((await askedTo(reader)).toSorted()).toEqual([of.child, of.alone].toSorted())
  expect(await askedTo(owner)).toEqual([of.child])
  expect(await add(manager, reader, of.alone)).toEqual(['portals team.alreadyInvited'])
})

test('it is seen by who sees one of its teams, and changed from one where they may change it', async () => {
  const [one, outside] = [await put(), await put()]
  const id = await ask([of.child], await put())
  await join(of.alone, one, 'Owner')
  expect(await add(outside, id, of.alone)).toBe('notFound')
  expect(await add(one, id, of.alone)).toBe('notFound')
  await join(of.child, one, 'Lector', { denies: ['team.viewteammembers'] })
  expect(await add(one, id, of.alone)).toBe('notFound')
  await world.database.query(`update member set denies = '[]' where person_id = $1`, [one.id])
  expect(await add(one, id, of.alone)).toBe('forbidden')
  await world.database.query(`update member set role = 'Owner' where person_id = $1`, [one.id])
  expect(await add(one, id, of.alone)).toBe('done')
  expect(await asksOf(one)).toEqual([])
})
