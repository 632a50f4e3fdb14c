import { expect, test } from 'vitest'
import { hashToken } from '#features/account/server/sessions.ts'
import { findActor } from '#platform/actor.ts'
import { findPortal, portalOf } from '#platform/actor-portals.ts'
import type { Database } from '#platform/db.ts'
import { cookieFor, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type PersonKey, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()

/** What a call asks of its caller and place, before its own transaction; `chosen`: the portal that the session is in. */
async function askedBy(who: PersonKey, path: string, chosen?: string) {
  const { database } = world
  const cookie = await cookieFor(database, people[who].id, chosen)
  const asked: string[] = []
  const query: Database['query'] = (text, values, name) => {
    asked.push(name ?? text)
    return database.query(text, values, name)
  }
  const answer = await testApp({ ...database, query }).request(`/api${path}`, { headers: { cookie } })
  return { status: answer.status, asked }
}

// Each more would be a way to the database and back, for every call there is.
test.each<[PersonKey, string, string | undefined]>([
  ['super', '/portals', undefined],
  ['super', `/portal/${portals.ninoLobo.id}/links`, undefined],
  ['artist', `/portal/${portals.ninoLobo.id}/links`, undefined],
  ['artist', '/products', undefined],
  ['label', '/products', undefined],
  // A label's member in a portal of the label that is theirs by the label alone.
  ['label', '/products', portals.ninoLobo.id],
])('%s asks once for %s who they are and where (in %s)', async (who, path, chosen) => {
  expect(await askedBy(who, path, chosen)).toEqual({ status: 200, asked: ['find_actor'] })
})

test('a portal that is not theirs is none, whatever was looked up with the caller', async () => {
  expect(await askedBy('artist', `/portal/${portals.bajamar.id}/links`)).toEqual({
    status: 404,
    asked: ['find_actor'],
  })
})

test('of a page, which asks for memberships first, a portal that is one of them is not asked for', async () => {
  const { database } = world
  const session = hashToken((await cookieFor(database, people.artist.id)).split('=')[1] ?? '')
  const actor = await findActor(database, session, { memberships: true })
  const asked: string[] = []
  const none = {
    query: async () => {
      asked.push('portal')
      return []
    },
  }
  if (!actor) throw new Error('Signed in')
  expect(await portalOf(none, actor, portals.ninoLobo.id)).toEqual(
    await findPortal(database, actor.person, portals.ninoLobo.id),
  )
  expect(asked).toEqual([])
  expect(await portalOf(none, actor, portals.bajamar.id)).toBeUndefined()
  expect(asked).toEqual(['portal'])
})
