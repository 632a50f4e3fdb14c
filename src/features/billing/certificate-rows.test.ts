import { expect, test } from 'vitest'
import { seal } from '#features/two-factor/server/totp.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { why } from '#testing/why.ts'
import { canSign, getCertificate, signingPair } from './server/certificate.ts'

/** What is said of a kept certificate on the day that it ends, and whose it is. */

const world = testDatabase()
const secret = Buffer.alloc(32, 7)
const end = Date.parse('2027-03-28T00:59:59Z')
const pair = { key: 'k', certificate: 'c' }

/** What the certificate comes to so long before its end, in milliseconds; `taxId` is whose it says that it is. */
const before = async (left: number, taxId?: string) => {
  const kept = {
    ...{ sealed: seal(secret, 'billing.certificate', JSON.stringify(pair)), subject: 'CN=S', issuer: 'CN=I' },
    ...{ validFrom: '2025-03-28T00:00:00Z', validTo: new Date(end).toISOString(), taxId },
  }
  await world.database.query(
    `insert into setting (key, value) values ('billing.certificate', $1)
      on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(kept)],
  )
  const now = new Date(end - left)
  return inTrial(world.database, async (tx) => ({
    state: (await getCertificate(tx, now))?.state,
    signs: await canSign(tx, now),
    with: await signingPair(tx, secret, now).catch((error) => error.code),
  }))
}

const days = 86_400_000
test('it signs until its last moment, which is said 30 days before, and never after', async () => {
  const signing = { signs: true, with: pair }
  expect(await before(30 * days + 1)).toEqual({ state: 'valid', ...signing })
  expect(await before(30 * days)).toEqual({ state: 'soon', ...signing })
  expect(await before(1)).toEqual({ state: 'soon', ...signing })
  const over = { state: 'expired', signs: false, with: 'billing.certificateExpired' }
  expect(await before(0)).toEqual(over)
  expect(await before(-1)).toEqual(over)
})

test('one of which nothing says whose it is signs; one of somebody else does not, and is not called theirs', async () => {
  const [{ taxId = '' } = {}] = await world.database.query<{ taxId: string }>(
    `select value::jsonb->>'taxId' as "taxId" from setting where key = 'billing.provider'`,
  )
  expect(taxId).not.toBe('')
  expect(await before(90 * days)).toMatchObject({ state: 'valid', signs: true })
  expect(await before(90 * days, taxId)).toMatchObject({ state: 'valid', signs: true })
  const ofOther = { signs: false, with: 'billing.certificateNotTheirs' }
  expect(await before(90 * days, 'A58818501')).toEqual({ state: 'ofOther', ...ofOther })
  // What is over is said before whose it was.
  expect(await before(0, 'A58818501')).toMatchObject({ state: 'expired', signs: false })
  await world.database.query(`delete from setting where key = 'billing.provider'`)
  expect(await before(90 * days, 'A58818501')).toMatchObject({ state: 'valid', signs: true })
})

test('without one nothing signs', async () => {
  await world.database.query(`delete from setting where key = 'billing.certificate'`)
  const now = new Date(end)
  await inTrial(world.database, async (tx) => {
    expect(await getCertificate(tx, now)).toBeNull()
    expect(await canSign(tx, now)).toBe(false)
    expect(await why(signingPair(tx, secret, now))).toBe('billing.certificateMissing')
  })
})
