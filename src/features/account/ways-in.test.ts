import type { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { createApp } from '#http/app.ts'
import { asService } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { sendWaitingMail, takeOutExpiredLinks } from '#platform/mail.ts'
import { clientFor, cookieFor, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword, type PersonKey, people } from '#testing/world/cast.ts'
import { isMadeOf, productWords } from './own-words.ts'
import { issueToken, type TokenKind } from './server/tokens.ts'

const world = testDatabase()
const app = () => testApp(world.database)
const client = async (who: PersonKey) => clientFor(app(), await cookieFor(world.database, people[who].id))
const nobody = () => clientFor(app())
const issue = (kind: TokenKind, who: PersonKey, email?: string) =>
  world.database.transaction(asService('trial'), (tx) =>
    issueToken(tx, kind, people[who].id, new Date(), email),
  )
const keyOf = async (who: PersonKey) => {
  const made = await (await client(who)).keys.createKey({
    name: 'Hoja',
    permissions: ['portal.editlinks'],
    days: 365,
    password: demoPassword,
  })
  return ok(made).secret
}
const works = async (secret: string) =>
  (await app().request('/api/portals', { headers: { Authorization: `Bearer ${secret}` } })).status !== 401
const password = 'cuatro sillas y un piano'

describe('another password ends what the old one gave away', () => {
  test('sessions and links always, keys where that is asked', async () => {
    const [here, elsewhere] = [await client('editor'), await client('editor')]
    const [reset, email] = [
      await issue('reset', 'editor'),
      await issue('email', 'editor', 'otra@correo.test'),
    ]
    ok(await here.account.changePassword({ current: demoPassword, password }))
    expect(failureCode(await elsewhere.account.session({}))).toBe('notSignedIn')
    expect(failureCode(await nobody().account.updatePassword({ token: reset, password }))).toBe(
      'account.tokenSpent',
    )
    expect(failureCode(await (await client('editor')).account.confirmEmail({ token: email }))).toBe(
      'account.tokenSpent',
    )
  })

  test('with a mailed link as well', async () => {
    const [kept, ended] = [await keyOf('artist'), await keyOf('orquesta')]
    expect([await works(kept), await works(ended)]).toEqual([true, true])
    const email = await issue('email', 'artist', 'otra@correo.test')
    ok(await nobody().account.updatePassword({ token: await issue('reset', 'artist'), password }))
    ok(
      await nobody().account.updatePassword({
        token: await issue('reset', 'orquesta'),
        password,
        endKeys: true,
      }),
    )
    expect([await works(kept), await works(ended)]).toEqual([true, false])
    expect(failureCode(await (await client('artist')).account.confirmEmail({ token: email }))).toBe(
      'account.tokenSpent',
    )
  })
})

describe('another address ends what went to the old one', () => {
  test('sessions and links always, keys where that is asked; this browser gets a new cookie', async () => {
    const secret = await keyOf('labelmanager')
    const [cookie, elsewhere] = [
      await cookieFor(world.database, people.labelmanager.id),
      await client('labelmanager'),
    ]
    const reset = await issue('reset', 'labelmanager')
    const token = await issue('email', 'labelmanager', 'nueva@correo.test')
    const answer = await app().request('/api/account/email', {
      method: 'PUT',
      headers: { cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, endKeys: true }),
    })
    expect(answer.status).toBe(200)
    const renewed = (answer.headers.get('set-cookie') ?? '').split(';')[0]
    expect(ok(await clientFor(app(), renewed).account.session({})).user.email).toBe('nueva@correo.test')
    for (const old of [elsewhere, clientFor(app(), cookie)])
      expect(failureCode(await old.account.session({}))).toBe('notSignedIn')
    expect(failureCode(await nobody().account.updatePassword({ token: reset, password }))).toBe(
      'account.tokenSpent',
    )
    expect(await works(secret)).toBe(false)
  })

  test('also when staff change it for somebody', async () => {
    const office = await client('super')
    const staff = ok(await office.staff.getStaff({ staffId: people.analyst.id }))
    const reset = await issue('reset', 'analyst')
    const { name, permissions, super: all, twoFactorRequired, version } = staff
    const draft = { name, permissions, super: all, twoFactorRequired, email: 'analista.nueva@correo.test' }
    ok(await office.staff.updateStaff({ staffId: people.analyst.id, ...draft }, { version }))
    expect(failureCode(await nobody().account.updatePassword({ token: reset, password }))).toBe(
      'account.tokenSpent',
    )
  })
})

describe('a key', () => {
  test('is made with the password only, and has an end', async () => {
    const label = await client('label')
    const draft = { name: 'x', permissions: ['portal.editlinks'], days: 365 as const }
    expect(await label.keys.createKey({ ...draft, password: 'not the password' })).toMatchObject({
      error: { fields: { password: expect.any(String) } },
    })
    for (const days of [0, 3_650, undefined])
      expect(
        failureCode(await label.keys.createKey({ ...draft, password: demoPassword, days: days as never })),
      ).toBe('invalidInput')
    const { key } = ok(await label.keys.createKey({ ...draft, password: demoPassword }))
    expect(Date.parse(key.expiresAt) - Date.now()).toBeLessThanOrEqual(365 * 86_400_000)
  })
})

describe('the link in a kept mail', () => {
  const texts = async () =>
    (
      await world.database.query<{ text: string; html: string }>(
        `select text, html from mail where "to" = $1 order by created_at`,
        [people.tech.email],
      )
    ).map(({ text, html }) => [text.includes('token='), html.includes('token=')])

  test('stands there until it is used or over', async () => {
    const reset = async () => {
      ok(await nobody().account.requestPasswordReset({ email: people.tech.email }))
      await sendWaitingMail(world.database, createLog('silent'), { smtpUrl: undefined, from: 'x@y.test' })
    }
    await reset()
    const [first] = await world.database.query<{ text: string }>(`select text from mail where "to" = $1`, [
      people.tech.email,
    ])
    const token = /token=([\w-]+)/.exec(first?.text ?? '')?.[1] ?? ''
    await world.database.transaction(asService('trial'), takeOutExpiredLinks)
    expect(await texts()).toEqual([[true, true]])
    ok(await nobody().account.updatePassword({ token, password }))
    expect(await texts()).toEqual([[false, false]])
    await reset()
    expect((await texts()).at(-1)).toEqual([true, true])
    await world.database.query(`update token set expires_at = now() - interval '1 minute'`)
    await world.database.transaction(asService('trial'), takeOutExpiredLinks)
    expect((await texts()).at(-1)).toEqual([false, false])
  })
})

describe('tries to sign in', () => {
  const behind = createProxied()
  function createProxied() {
    let made: Hono | undefined
    return () => {
      made ??= createApp({
        database: world.database,
        log: createLog('silent'),
        services: testServices,
        renderPages: () => new Response('page'),
        trustProxy: 1,
        ready: () => true,
      }) as unknown as Hono
      return made
    }
  }
  const tryFrom = async (address: string, email: string, word = 'guess') =>
    (
      await behind().request('/api/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
        body: JSON.stringify({ email, password: word }),
      })
    ).status

  test('from one IPv6 network count together, and so do the ways to write an IPv4 address', async () => {
    const email = 'nobody@correo.test'
    const statuses: number[] = []
    for (let at = 1; at <= 12; at++) statuses.push(await tryFrom(`2001:db8:7:7::${at}`, email))
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(await tryFrom('2001:db8:7:8::1', email)).toBe(401)
    const written = ['198.51.100.9', '::ffff:198.51.100.9', '::ffff:c633:6409', '198.51.100.9:4711']
    const other: number[] = []
    for (let at = 0; at < 12; at++) other.push(await tryFrom(written[at % 4] ?? '', 'other@correo.test'))
    expect(other.filter((status) => status === 401)).toHaveLength(10)
  })

  test('of one account from everywhere are slowed, not for where the person is, nor for long', async () => {
    const { email } = people.demo
    expect(await tryFrom('192.0.2.200', email, demoPassword)).toBe(200)
    const statuses: number[] = []
    for (let at = 0; at < 70; at++) statuses.push(await tryFrom(`10.77.${at}.1`, email))
    expect(statuses.filter((status) => status === 401)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
    // The person where they have a session, the same for right and wrong; a link to their mailbox goes on working.
    expect(await tryFrom('192.0.2.200', email, demoPassword)).toBe(200)
    ok(await nobody().account.updatePassword({ token: await issue('reset', 'demo'), password }))
    await world.database.query(`update rate_limit set expire = now() - interval '1 second'`)
    expect(await tryFrom('10.78.1.1', email, password)).toBe(200)
  }, 60_000)

  test('that were right leave nothing on the brake', async () => {
    for (let at = 0; at < 70; at++)
      expect(await tryFrom(`10.79.${at}.1`, people.marketing.email, demoPassword)).toBe(200)
  }, 60_000)
})

describe('a session', () => {
  test('ends after 14 days without a request', async () => {
    const vera = await client('vera')
    ok(await vera.account.session({}))
    const idle = (days: number) =>
      world.database.query(
        `update session set last_seen_at = clock_timestamp() - $1 * interval '1 day' where person_id = $2`,
        [days, people.vera.id],
      )
    await idle(13.9)
    ok(await vera.account.session({}))
    await idle(14.1)
    expect(failureCode(await vera.account.session({}))).toBe('notSignedIn')
  })
})

describe('a password made of words that one would try', () => {
  const words = [...productWords, 'Marina López', 'marina.lopez@correo.test', 'Niño Lobo', 'nino-lobo']
  test.each([
    'backline2026',
    'Backline-2026!',
    'B4ckl1ne!!',
    'backlinebackline',
    'merchbackline',
    'marinalopez',
    'Marina.Lopez1',
    'L0pez-Marina',
    'niñolobo99',
    'nino-lobo-2026',
    'lobobackline',
  ])('%s is one', (text) => {
    expect(isMadeOf(text, words)).toBe(true)
  })
  test.each(['cuatro sillas y un piano', 'marina toca el piano', 'trece gatos backline', 'xK9#mq2LLw'])(
    '%s is none',
    (text) => {
      expect(isMadeOf(text, words)).toBe(false)
    },
  )

  test('is refused wherever one is set, and the link stays good', async () => {
    const lector = await client('lector')
    const [surname = ''] = people.lector.name.split(' ').slice(-1)
    const own = `${surname}${surname}1!`.padEnd(9, '2')
    expect(await lector.account.changePassword({ current: demoPassword, password: own })).toMatchObject({
      error: { fields: { password: expect.stringContaining('tu nombre') } },
    })
    const token = await issue('reset', 'lector')
    for (const weak of [own, 'backline2026', 'hotel-levante-7'])
      expect(await nobody().account.updatePassword({ token, password: weak })).toMatchObject({
        error: { fields: { password: expect.any(String) } },
      })
    ok(await nobody().account.updatePassword({ token, password }))
  })
})
