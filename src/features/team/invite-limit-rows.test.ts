import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, cookieFor, inBrowser, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

/** How often one address is mailed an invitation, and how many one person sends, until when. */

const world = testDatabase()
const portalId = portals.bajamar.id
const hashOf = (email: string) => createHash('sha256').update(email).digest('base64url')
const ofPerson = `invite-by:${people.label.id}`
const counted = async (key: string) => {
  const [row] = await world.database.query<{ points: number; expire: Date }>(
    'select points, expire from rate_limit where key = $1',
    [key],
  )
  return row
}
const set = (key: string, points: number) =>
  world.database.query('update rate_limit set points = $2 where key = $1', [key, points])
async function invite(email: string, who: 'label' | 'lector' = 'label') {
  const { team } = await as(world.database, who)
  const code = failureCode(
    await team.inviteMember({ email, name: 'Quien sea', portals: [{ portalId, role: 'Lector' }] }),
  )
  return code ?? 'done'
}

test('an address is asked five times a day however it is written, and a person asks a hundred times an hour', async () => {
  const [day, hour] = [86_400_000, 3_600_000]
  const before = Date.now()
  expect(await invite('plazos@sala.test')).toBe('done')
  const after = Date.now()
  for (const [key, time] of [
    [`invite-to:${hashOf('plazos@sala.test')}`, day],
    [ofPerson, hour],
  ] as const) {
    const ends = Number(new Date((await counted(key))?.expire ?? 0))
    expect([ends >= before + time, ends <= after + time]).toEqual([true, true])
  }
  for (const written of ['PLAZOS@sala.test', ' plazos@sala.test', 'plazos@sala.test ', 'plazos@Sala.test'])
    expect(await invite(written)).toBe('team.alreadyInvited')
  expect(await invite('plazos@sala.test')).toBe('tooMany')
  await set(ofPerson, 99)
  expect(await invite('otra.persona@sala.test')).toBe('done')
  expect(await invite('una.mas@sala.test')).toBe('tooMany')
})

test('what names no address is no try, and what is asked without anything is refused as such', async () => {
  await set(ofPerson, 0)
  const cookie = await cookieFor(world.database, people.label.id)
  const post = (body?: string) =>
    testApp(world.database).request('/api/portals/team', {
      ...{ method: 'POST', body: body ?? null },
      headers: { ...inBrowser(cookie), 'content-type': 'application/json' },
    })
  for (const body of ['{}', '{"email":7}', '{"email":"nadie"}', '{"email":["a@b.test"]}', undefined])
    expect((await post(body)).status).toBe(400)
  expect((await counted(ofPerson))?.points ?? 0).toBe(0)
})
