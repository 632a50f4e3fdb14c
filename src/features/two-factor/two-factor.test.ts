import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { issueToken } from '#features/account/server/tokens.ts'
import { asService } from '#platform/db.ts'
import { clientFor, cookieFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword, type PersonKey, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const app = () => testApp(world.database)

/** A code of the seed, so many steps of 30 seconds from now: each is taken once. */
const codeOf = (seed: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Signs in as a browser would; answers the cookie and what was said. */
async function signIn(who: PersonKey, password = demoPassword) {
  const response = await app().request('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: people[who].email, password }),
  })
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return { cookie, said: await response.json(), client: clientFor(app(), cookie) }
}

async function enrol(who: PersonKey) {
  const cookie = await cookieFor(world.database, people[who].id)
  const client = clientFor(app(), cookie)
  const { secret } = ok(await client.twoFactor.startTwoFactor({ password: demoPassword }))
  const { recoveryCodes } = ok(await client.twoFactor.confirmTwoFactor({ code: codeOf(secret, -1) }))
  return { secret, recoveryCodes, cookie }
}

describe('a second factor', () => {
  test('needs the password and a first code, ends the other sessions and gives a new cookie', async () => {
    const elsewhere = clientFor(app(), await cookieFor(world.database, people.artist.id))
    const cookie = await cookieFor(world.database, people.artist.id)
    const artist = clientFor(app(), cookie)
    const refused = await artist.twoFactor.startTwoFactor({ password: 'not the password' })
    expect(refused).toMatchObject({ error: { fields: { password: expect.any(String) } } })
    const { secret, uri, qr } = ok(await artist.twoFactor.startTwoFactor({ password: demoPassword }))
    expect(uri).toContain('otpauth://totp/Backline')
    expect(qr).toMatch(/^data:image\/png/)
    expect(await artist.twoFactor.confirmTwoFactor({ code: '000000' })).toMatchObject({
      error: { fields: { code: expect.any(String) } },
    })
    const { recoveryCodes } = ok(await artist.twoFactor.confirmTwoFactor({ code: codeOf(secret) }))
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const old of [elsewhere, artist])
      expect(failureCode(await old.account.session({}))).toBe('notSignedIn')
    const stored = JSON.stringify([
      await world.database.query('select * from person'),
      await world.database.query('select * from recovery_code'),
      await world.database.query('select * from activity'),
    ])
    for (const planted of [secret, ...recoveryCodes]) expect(stored).not.toContain(planted)
  })

  test('is asked after the password; until then nothing opens', async () => {
    const { secret } = await enrol('editor')
    const { said, client, cookie } = await signIn('editor')
    expect(said).toEqual({ twoFactor: 'code' })
    expect(failureCode(await client.account.session({}))).toBe('notSignedIn')
    expect(failureCode(await client.portals.listPortals({}))).toBe('notSignedIn')
    expect(failureCode(await client.twoFactor.disableTwoFactor({ password: demoPassword }))).toBe(
      'notSignedIn',
    )
    expect(await client.twoFactor.giveCode({ code: '123' })).toMatchObject({
      error: { code: 'invalidInput' },
    })
    const session = ok(await client.twoFactor.giveCode({ code: codeOf(secret) }))
    expect(session.user.id).toBe(people.editor.id)
    // Rotated: the cookie of the first step is worth nothing now.
    expect(failureCode(await clientFor(app(), cookie).twoFactor.giveCode({ code: '1' }))).toBe('notSignedIn')
  })

  test('takes a code once, and a recovery code once', async () => {
    const { secret, recoveryCodes } = await enrol('lector')
    const code = codeOf(secret)
    ok(await (await signIn('lector')).client.twoFactor.giveCode({ code }))
    expect(failureCode(await (await signIn('lector')).client.twoFactor.giveCode({ code }))).toBe(
      'invalidInput',
    )
    const spare = recoveryCodes[0]?.toUpperCase().replaceAll('-', ' ') ?? ''
    ok(await (await signIn('lector')).client.twoFactor.giveCode({ code: spare }))
    expect(failureCode(await (await signIn('lector')).client.twoFactor.giveCode({ code: spare }))).toBe(
      'invalidInput',
    )
  })

  test('a mailed link does not go around it', async () => {
    await enrol('tech')
    const token = await world.database.transaction(asService('trial'), (tx) =>
      issueToken(tx, 'reset', people.tech.id, new Date()),
    )
    const answer = await clientFor(app()).account.updatePassword({ token, password: 'una frase muy larga' })
    expect(answer).toEqual({ twoFactor: 'code' })
  })

  test('tries are limited, and the wait is not for ever', async () => {
    await enrol('operations')
    const { client, cookie } = await signIn('operations')
    const codes: (string | undefined)[] = []
    for (let i = 0; i < 15; i++)
      codes.push(failureCode(await client.twoFactor.giveCode({ code: `00000${i % 10}` })))
    expect(codes.at(-1)).toBe('tooMany')
    const response = await app().request('/api/session/two-factor', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', cookie },
      body: JSON.stringify({ code: '000000' }),
    })
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
  })

  test('is turned off, and its codes made anew, with the password', async () => {
    const { secret, recoveryCodes } = await enrol('marketing')
    const { client, cookie } = await signIn('marketing')
    const response = await app().request('/api/session/two-factor', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', cookie },
      body: JSON.stringify({ code: codeOf(secret) }),
    })
    const own = clientFor(app(), (response.headers.get('set-cookie') ?? '').split(';')[0])
    expect(client).toBeDefined()
    const renewed = ok(await own.twoFactor.renewRecoveryCodes({ password: demoPassword }))
    expect(renewed.recoveryCodes).not.toEqual(recoveryCodes)
    const wrong = await own.twoFactor.disableTwoFactor({ password: 'nope nope' })
    expect(wrong).toMatchObject({ error: { fields: { password: expect.any(String) } } })
    expect(await own.twoFactor.disableTwoFactor({ password: demoPassword })).toBeNull()
    expect((await signIn('marketing')).said).toMatchObject({ user: { id: people.marketing.id } })
  })

  test('is demanded of all staff, but for those of the demo world', async () => {
    const office = clientFor(app(), await cookieFor(world.database, people.super.id))
    ok(await office.account.session({}))
    const draft = { email: 'nueva@correo.test', name: 'Ada', locale: 'es' as const, permissions: [] }
    const { id } = ok(await office.staff.inviteStaff({ ...draft, twoFactorRequired: false }))
    const token = await world.database.transaction(asService('trial'), (tx) =>
      issueToken(tx, 'activate', id, new Date()),
    )
    const said = await clientFor(app()).account.activateAccount({ token, password: 'una frase muy larga' })
    expect(said).toEqual({ twoFactor: 'enrol' })
    expect(ok(await office.staff.getStaff({ staffId: id })).twoFactorRequired).toBe(true)
    await world.database.query('update person set demo = false where id = $1', [people.super.id])
    expect(failureCode(await office.account.session({}))).toBe('notSignedIn')
    await world.database.query('update person set demo = true where id = $1', [people.super.id])
  })

  test('is demanded of whole teams by an Owner at the master portal, who has one', async () => {
    const bajamar = portals.bajamar.id
    const as = async (who: PersonKey) => clientFor(app(), await cookieFor(world.database, people[who].id))
    const set = async (who: PersonKey, portalId: string, required = true) =>
      failureCode(await (await as(who)).twoFactor.demandOfTeam({ portalId, required }))
    expect(await set('labelmanager', bajamar)).toBe('twoFactor.ownersOnly')
    expect(await set('label', portals.claraVentisca.id)).toBe('twoFactor.notMaster')
    expect(await set('label', bajamar)).toBe('twoFactor.ownFirst')
    expect(await set('artist', bajamar)).toBe('notFound')
    const member = await as('labelmanager')
    ok(await member.account.session({}))
    const { cookie, secret } = await enrol('label')
    expect(secret).not.toBe('')
    expect(cookie).not.toBe('')
    expect(await set('label', bajamar)).toBeUndefined()
    expect(failureCode(await member.account.session({}))).toBe('notSignedIn')
    // Other accounts' teams are not meant.
    ok(await (await as('artist')).account.session({}))
    ok(await (await as('label')).account.session({}))
    expect((await signIn('labelmanager')).said).toEqual({ twoFactor: 'enrol' })
    // A session from before may be in other hands: setting one up asks for the password there.
    await world.database.query(
      `update session set created_at = created_at - interval '1 hour' where person_id = $1`,
      [people.labelmanager.id],
    )
    expect(await member.twoFactor.startTwoFactor({ password: '' })).toMatchObject({
      error: { fields: { password: expect.any(String) } },
    })
    expect(await set('label', bajamar, false)).toBeUndefined()
    ok(await (await as('labelmanager')).account.session({}))
  })

  test('whoever has to have one gets no further than setting it up', async () => {
    const before = clientFor(app(), await cookieFor(world.database, people.analyst.id))
    ok(await before.account.session({}))
    await world.database.query('update person set two_factor_required = true where id = $1', [
      people.analyst.id,
    ])
    expect(failureCode(await before.account.session({}))).toBe('notSignedIn')
    const { said, client } = await signIn('analyst')
    expect(said).toEqual({ twoFactor: 'enrol' })
    expect(failureCode(await client.portals.listPortals({}))).toBe('notSignedIn')
    const { secret } = ok(await client.twoFactor.startTwoFactor({ password: '' }))
    const { session } = ok(await client.twoFactor.confirmTwoFactor({ code: codeOf(secret) }))
    expect(session.user.id).toBe(people.analyst.id)
    const again = clientFor(app(), await cookieFor(world.database, people.analyst.id))
    expect(failureCode(await again.twoFactor.disableTwoFactor({ password: demoPassword }))).toBe(
      'account.twoFactorRequired',
    )
  })
})
