import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { asService } from '#platform/db.ts'
import { mail } from '#platform/table.ts'
import { as, clientFor, cookieFor, ok, testApp, testOrigin } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword, people, portals } from '#testing/world/cast.ts'
import { person } from './server/table.ts'
import { addToken, issueToken } from './server/tokens.ts'

const world = testDatabase()
const app = () => testApp(world.database)
const nobody = () => clientFor(app())

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return app().request(`/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
const issue = (kind: 'reset' | 'activate', personId: string) =>
  world.database.transaction(asService('trial'), (tx) => issueToken(tx, kind, personId, new Date()))

describe('signing in', () => {
  test('answers who it is and sets a cookie that scripts cannot read', async () => {
    const response = await post('/session', { email: ' LABEL@demo.backline.test', password: demoPassword })
    expect(response.status).toBe(200)
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(
      /^__Host-backline=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body = await response.json()
    expect(body.user).toMatchObject({
      name: 'Inés Rubio',
      staff: false,
      super: false,
      spy: false,
      locale: 'es',
    })
    expect(body.user.portals).toHaveLength(9)
    expect(body.user.portals[0]).toMatchObject({ id: portals.bajamar.id, master: true, label: true })
    expect(body.user.portals[0].permissions.portal.editlinks).toBe(true)
    expect(body.currentPortalId).toBe(portals.bajamar.id)
  })

  test('the session works until it is signed out', async () => {
    const response = await post('/session', { email: people.artist.email, password: demoPassword })
    const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const artist = clientFor(app(), cookie)
    expect(ok(await artist.account.session({})).user.email).toBe(people.artist.email)
    expect(await artist.account.signOut({})).toBeNull()
    expect(failureCode(await artist.account.session({}))).toBe('notSignedIn')
  })

  test.each([
    ['an unknown address', 'nobody-at-all@demo.backline.test', demoPassword],
    ['a wrong password', people.label.email, 'wrong password'],
    ['a suspended person', people.suspended.email, demoPassword],
    ['an invited person', people.invited.email, demoPassword],
  ])('%s gets the same refusal', async (_who, email, password) => {
    const response = await post('/session', { email, password })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      error: { code: 'account.wrongCredentials', message: 'El correo o la contraseña no coinciden.' },
    })
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  test('staff get a permission map of their own and no portals', async () => {
    const staff = ok(await (await as(world.database, 'analyst')).account.session({}))
    expect(staff.user.permissions).toEqual({ analytics: { viewanalytics: true } })
    expect(staff.user.portals).toBeUndefined()
    expect(staff.currentPortalId).toBeNull()
  })

  test('tries are limited, and another address is not locked out by them', async () => {
    const pair = { email: 'victim@demo.backline.test', password: 'guess' }
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) statuses.push((await post('/session', pair)).status)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(statuses.slice(10)).toEqual([429, 429])
    expect((await post('/session', pair)).headers.get('retry-after')).toMatch(/^\d+$/)
    // The same person from elsewhere is not held up.
    const elsewhere = { ...pair, email: people.vera.email, password: demoPassword }
    expect((await post('/session', elsewhere)).status).toBe(200)
  })
})

describe('the current portal', () => {
  test('is switched for this session only, and to what is reached only', async () => {
    const editor = await as(world.database, 'editor')
    const other = await as(world.database, 'editor')
    const before = ok(await editor.account.session({})).currentPortalId
    const target = before === portals.claraVentisca.id ? portals.hotelLevante.id : portals.claraVentisca.id
    expect(ok(await editor.account.switchPortal({ portalId: target })).currentPortalId).toBe(target)
    expect(ok(await other.account.session({})).currentPortalId).toBe(before)
    expect(failureCode(await editor.account.switchPortal({ portalId: portals.ninoLobo.id }))).toBe('notFound')
    expect(ok(await editor.account.session({})).currentPortalId).toBe(target)
  })
})

describe('a new password', () => {
  const newPassword = 'tres guitarras y un bajo'

  test('the answer is the same whether or not the address is known; only the known one gets a mail', async () => {
    const ask = async (email: string) => {
      const response = await post('/account/password-reset', { email }, { Host: 'evil.example' })
      return { status: response.status, body: await response.text() }
    }
    expect(await ask(people.tech.email)).toEqual(await ask('unknown@demo.backline.test'))
    const mails = await world.database.db.select().from(mail)
    expect(mails.map(({ to }) => to)).toEqual([people.tech.email])
    expect(mails[0]?.text).toContain(`${testOrigin}/update-password?token=`)
    expect(mails[0]?.text).not.toContain('evil.example')
    expect(mails[0]?.subject).toBe('Elige una contraseña nueva en Backline')
  })

  test('the link works once, ends the other sessions and signs in', async () => {
    const old = await cookieFor(world.database, people.operations.id)
    const token = await issue('reset', people.operations.id)
    expect(ok(await nobody().account.checkToken({ token, kind: 'reset' }))).toEqual({ valid: true })
    expect(ok(await nobody().account.updatePassword({ token, password: newPassword }))).toMatchObject({
      user: { id: people.operations.id },
    })
    expect(failureCode(await clientFor(app(), old).account.session({}))).toBe('notSignedIn')
    expect(failureCode(await nobody().account.updatePassword({ token, password: newPassword }))).toBe(
      'account.tokenSpent',
    )
    expect(ok(await nobody().account.checkToken({ token, kind: 'reset' }))).toEqual({ valid: false })
    expect((await post('/session', { email: people.operations.email, password: newPassword })).status).toBe(
      200,
    )
    expect((await post('/session', { email: people.operations.email, password: demoPassword })).status).toBe(
      401,
    )
  })

  test('of parallel tries exactly one succeeds', async () => {
    const token = await issue('reset', people.tech.id)
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => nobody().account.updatePassword({ token, password: newPassword })),
    )
    expect(tries.filter((one) => failureCode(one) === undefined)).toHaveLength(1)
  })

  test('a link of one purpose is no good for another', async () => {
    const token = await issue('activate', people.invited.id)
    expect(failureCode(await nobody().account.updatePassword({ token, password: newPassword }))).toBe(
      'account.tokenSpent',
    )
    const activated = ok(
      await nobody().account.activateAccount({ token, password: newPassword, name: 'Noa L.' }),
    )
    expect(activated).toMatchObject({ user: { email: people.invited.email, name: 'Noa L.' } })
  })

  test.each(['contraseña123', 'Password2026!', 'qwertyuiop', 'abababababab', 'realmadrid'])(
    '%s is too common, and the link stays good',
    async (password) => {
      const token = await issue('reset', people.editor.id)
      const refused = await nobody().account.updatePassword({ token, password })
      expect(refused).toMatchObject({ error: { fields: { password: expect.stringContaining('común') } } })
      expect(ok(await nobody().account.checkToken({ token, kind: 'reset' }))).toEqual({ valid: true })
    },
  )

  test('length is the only rule', async () => {
    const token = await issue('reset', people.editor.id)
    const refused = await nobody().account.updatePassword({ token, password: 'corta' })
    expect(refused).toMatchObject({ error: { fields: { password: 'Como mínimo 8 caracteres' } } })
  })
})

describe('requests from other sites', () => {
  test.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: testOrigin }, 401],
    [{ Origin: testOrigin }, 401],
    [{}, 401],
  ] as [Record<string, string>, number][])('%o gets %i', async (headers, status) => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const response = await post(
        '/session',
        { email: 'x@demo.backline.test', password: 'x' },
        { ...headers, 'Content-Type': type },
      )
      expect(response.status).toBe(status === 401 && type !== 'application/json' ? 415 : status)
    }
  })
})

test('secrets reach neither logs nor stored rows', async () => {
  const lines: string[] = []
  const logged = testApp(world.database, lines)
  const password = 'planted secret password'
  const send = (path: string, body: unknown) =>
    logged.request(`/api${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const token = await issue('reset', people.exception.id)
  expect((await send('/account/password', { token, password })).status).toBe(200)
  const response = await send('/session', { email: people.exception.email, password })
  const sessionToken =
    (response.headers.get('set-cookie') ?? '').slice('__Host-backline='.length).split(';')[0] ?? ''
  const stored = JSON.stringify([
    await world.database.query('select * from activity'),
    await world.database.query('select * from session'),
    await world.database.query('select * from token'),
    await world.database.query('select * from person'),
  ])
  for (const secret of [password, token, sessionToken]) {
    expect(lines.join('\n')).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
})

test('who becomes the first super person has been here', async () => {
  const email = 'primera@demo.backline.test'
  const token = await world.database.transaction(asService('trial'), async (tx) => {
    await tx.update(person).set({ super: false })
    return addToken(tx, 'firstSuper', null, new Date())
  })
  const made = await post('/account/activation', {
    token,
    name: 'Ana',
    email,
    password: 'una frase que nadie conoce',
  })
  expect(made.status).toBe(200)
  const found = await world.database.query<{ seen: boolean }>(
    'select last_seen_at is not null as seen from person where email = $1',
    [email],
  )
  expect(found).toEqual([{ seen: true }])
})
