import { expect, test } from 'vitest'
import { asService } from '#platform/db.ts'
import { clientFor, cookieFor, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword, type PersonKey, people } from '#testing/world/cast.ts'

/** Who shows a password while its person ends what it gave away: neither sees what the other has not finished. */

const world = testDatabase()
const app = () => testApp(world.database)

/** The call begins while the person is being changed, and the change is done when the call waits or has an answer. */
async function whileChanged<T>(who: PersonKey, change: string, call: () => Promise<T>): Promise<T> {
  const [changed, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { id } = people[who]
  const other = world.database.transaction(asService('trial'), async (tx) => {
    await tx.execute(`update person set ${change} where id = '${id}'`)
    await tx.execute(`delete from session where person_id = '${id}'`)
    changed.resolve()
    await goOn.promise
  })
  await Promise.race([changed.promise, other])
  let answered = false
  const answer = call().finally(() => {
    answered = true
  })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while (!answered && (await world.database.query(waiting)).length === 0);
  goOn.resolve()
  await other
  return answer
}

const signIn = async (who: PersonKey) => {
  const response = await app().request('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: people[who].email, password: demoPassword }),
  })
  return [response.status, await response.json()]
}
const sessionsOf = async (who: PersonKey) =>
  (await world.database.query('select from session where person_id = $1', [people[who].id])).length

// The database in the program has one connection: there, nobody is at once.
const atOnce = test.runIf(process.env.TEST_ON === 'postgres')

atOnce('who signs in while a second factor is turned on owes it', async () => {
  const turnedOn = `totp_seed = 'sealed', totp_confirmed_at = now()`
  expect(await whileChanged('artist', turnedOn, () => signIn('artist'))).toEqual([200, { twoFactor: 'code' }])
})

atOnce('the old password opens nothing once the new one has ended what it gave away', async () => {
  const [status] = await whileChanged('editor', `password_hash = 'another'`, () => signIn('editor'))
  expect([status, await sessionsOf('editor')]).toEqual([401, 0])
})

atOnce('nobody is signed in who is suspended meanwhile, for the day on which that is lifted', async () => {
  const [status] = await whileChanged('marketing', 'suspended_at = now()', () => signIn('marketing'))
  expect([status, await sessionsOf('marketing')]).toEqual([401, 0])
})

atOnce('the old password does not choose the next one, either', async () => {
  const client = clientFor(app(), await cookieFor(world.database, people.lector.id))
  const password = 'cuatro sillas y un piano'
  const answer = await whileChanged('lector', `password_hash = 'another'`, () =>
    client.account.changePassword({ current: demoPassword, password }),
  )
  expect(answer).toMatchObject({ error: { fields: { current: expect.any(String) } } })
  expect(await sessionsOf('lector')).toBe(0)
})
