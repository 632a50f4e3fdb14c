import type { Hono } from 'hono'
import { Secret, TOTP } from 'otpauth'
import { operationList } from '#api.ts'
import { hashPassword } from '#features/account/server/password.ts'
import { hashToken } from '#features/account/server/sessions.ts'
import { issueToken } from '#features/account/server/tokens.ts'
import { asService, type Database } from '#platform/db.ts'
import { testServices } from '#testing/as.ts'
import { demoPassword, type PersonKey, people } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import { ask, cookieOf, newAddress, programOn } from './identity-program.ts'

/** Promise 6: one strong hash, never more than two of them at a time, and passwords judged by length and rarity. */
export async function passwords(app: Hono, database: Database): Promise<DrillLine[]> {
  const [row] = await database.query<{ password_hash: string }>(
    'select password_hash from person where id = $1',
    [people.label.id],
  )
  const kind = row?.password_hash.slice(0, 32) ?? ''
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 2)
  const many = 100
  await Promise.all(Array.from({ length: many }, () => hashPassword('a password of the drill')))
  clearInterval(timer)
  const grown = (peak - before) / 1024 / 1024
  const common = [
    'contraseña1',
    'realmadrid',
    'teamomucho',
    'password1',
    'qwertyuiop',
    'liverpool',
    'iloveyou2',
  ]
  const own = ['backline2026', 'B4ckline-2026!', 'vera.cantil7', 'vera-cantil-2026']
  const short = 'siete77'
  const fine = 'cuatro sillas y un piano'
  const cookie = await cookieOf(database, 'vera')
  const change = async (password: string) =>
    (
      await ask(app, '/account/password', {
        method: 'PUT',
        cookie,
        body: { current: demoPassword, password },
      })
    ).status
  const refused: number[] = []
  for (const password of [...common, ...own, short]) refused.push(await change(password))
  const taken = await change(fine)
  return [
    {
      promise: '6 argon2id, bounded',
      figure: `m=19456, t=2; ${many} at once stay under 150 MB`,
      result: `${kind}…, +${grown.toFixed(0)} MB`,
      ok: kind.startsWith('$argon2id$v=19$m=19456,t=2,p=1') && grown < 150,
    },
    {
      promise: '6 passwords',
      figure:
        'common in two languages, under 8, of the words of product or person refused; no rules of composition',
      result: `${refused.filter((status) => status === 400).length} of ${refused.length} refused, a plain phrase: ${taken}`,
      ok: refused.every((status) => status === 400) && taken === 200,
    },
  ]
}

/** Promise 8: what one process counts the others know, and nobody is locked out by somebody else's tries. */
export async function limits(app: Hono, other: Hono, database: Database): Promise<DrillLine[]> {
  const victim = people.demo.email
  const attacker = newAddress()
  const statuses: number[] = []
  for (let at = 0; at < 14; at++)
    statuses.push(
      (
        await ask(at % 2 ? app : other, '/session', {
          address: attacker,
          body: { email: victim, password: 'guess' },
        })
      ).status,
    )
  const through = statuses.filter((status) => status === 401).length
  const right = { email: victim, password: demoPassword }
  const elsewhere = (await ask(app, '/session', { body: right })).status
  const held = (await ask(app, '/session', { address: attacker, body: right })).status
  await database.query(`update rate_limit set expire = now() - interval '1 second'`)
  const later = (await ask(app, '/session', { address: attacker, body: right })).status

  await database.query('delete from rate_limit')
  const network: number[] = []
  for (let at = 1; at <= 14; at++)
    network.push(
      (
        await ask(app, '/session', {
          address: `2001:db8:1:2:${at.toString(16)}::${at}`,
          body: { email: victim, password: 'guess' },
        })
      ).status,
    )
  const ofNetwork = network.filter((status) => status === 401).length

  await database.query('delete from rate_limit')
  const home = newAddress()
  await ask(app, '/session', { address: home, body: right })
  const everywhere: number[] = []
  for (let at = 0; at < 80; at++)
    everywhere.push(
      (await ask(at % 2 ? app : other, '/session', { body: { email: victim, password: 'guess' } })).status,
    )
  const ofEverywhere = everywhere.filter((status) => status === 401).length
  const atHome = (await ask(app, '/session', { address: home, body: right })).status
  const reset = (await ask(app, '/account/password-reset', { body: { email: victim } })).status
  await database.query(`update rate_limit set expire = now() - interval '1 second'`)
  const after = (await ask(app, '/session', { body: right })).status
  return [
    {
      promise: '8 an IPv6 network is one caller',
      figure: '14 tries from 14 addresses of one /64: 10, then 429',
      result: `${ofNetwork} tries, then ${network.at(-1)}`,
      ok: ofNetwork === 10 && network.at(-1) === 429,
    },
    {
      promise: '8 a brake on one account from everywhere',
      figure:
        '80 wrong tries from 80 addresses over two processes: 60, then 429; the person where they have a session, their mailbox and later everybody: not held up',
      result: `${ofEverywhere} tries, then ${everywhere.at(-1)}; at home ${atHome}, link ${reset}, later ${after}`,
      ok:
        ofEverywhere === 60 && everywhere.at(-1) === 429 && atHome === 200 && reset === 202 && after === 200,
    },
    {
      promise: '8 rate limits',
      figure:
        '10 tries over two processes, then 429; the victim gets in from elsewhere, and later from anywhere',
      result: `${through} tries, then ${statuses.at(-1)}; elsewhere ${elsewhere}, there ${held}, later ${later}`,
      ok: through === 10 && statuses.at(-1) === 429 && elsewhere === 200 && held === 429 && later === 200,
    },
  ]
}

/** Promise 9: opaque ids, hashed at rest, new at every step up or down. */
export async function sessions(app: Hono, database: Database): Promise<DrillLine[]> {
  const dead = async (cookie: string) =>
    (await ask(app, '/session', { method: 'GET', cookie })).status === 401
  const turns: [string, boolean][] = []
  const turned = async (step: string, before: string, after: string) =>
    turns.push([step, before !== after && (await dead(before)) && !(await dead(after))])

  const who: PersonKey = 'artist'
  const planted = await cookieOf(database, who)
  const signedIn = await ask(app, '/session', {
    cookie: planted,
    body: { email: people[who].email, password: demoPassword },
  })
  await turned('login', planted, signedIn.cookie)
  const seed = JSON.parse(
    (await ask(app, '/account/two-factor', { cookie: signedIn.cookie, body: { password: demoPassword } }))
      .text,
  ) as { secret: string }
  const code = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(seed.secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  const enrolled = await ask(app, '/account/two-factor', {
    method: 'PUT',
    cookie: signedIn.cookie,
    body: { code: code(-1) },
  })
  await turned('two-factor on', signedIn.cookie, enrolled.cookie)
  const half = await ask(app, '/session', { body: { email: people[who].email, password: demoPassword } })
  const whole = await ask(app, '/session/two-factor', { cookie: half.cookie, body: { code: code(0) } })
  await turned('two-factor', half.cookie, whole.cookie)
  const password = 'tres focos y una mesa'
  const changed = await ask(app, '/account/password', {
    method: 'PUT',
    cookie: whole.cookie,
    body: { current: demoPassword, password },
  })
  await turned('password change', whole.cookie, changed.cookie)
  const mailed = await database.transaction(asService('trial'), (tx) =>
    issueToken(tx, 'email', people[who].id, new Date(), 'nil.nuevo@correo.test'),
  )
  const moved = await ask(app, '/account/email', {
    method: 'PUT',
    cookie: changed.cookie,
    body: { token: mailed },
  })
  await turned('e-mail change', changed.cookie, moved.cookie)
  const staff = await cookieOf(database, 'staff')
  const spy = await ask(app, '/spy', {
    cookie: staff,
    body: { personId: people.label.id, reason: 'drill' },
  })
  await turned('spy start', staff, spy.cookie)
  const back = await ask(app, '/spy', { method: 'DELETE', cookie: spy.cookie })
  await turned('spy stop', spy.cookie, back.cookie)

  const idle = await cookieOf(database, 'vera')
  const alive = (await ask(app, '/session', { method: 'GET', cookie: idle })).status
  await database.query(
    `update session set last_seen_at = clock_timestamp() - interval '14 days 1 minute' where token_hash = $1`,
    [hashToken(idle.split('=')[1] ?? '')],
  )
  const ended = (await ask(app, '/session', { method: 'GET', cookie: idle })).status

  const office = await cookieOf(database, 'super')
  const invited = await ask(app, '/staff', {
    cookie: office,
    body: { email: 'nueva@correo.test', name: 'Ada', locale: 'es', permissions: ['staff.viewstaff'] },
  })
  const { id } = JSON.parse(invited.text) as { id: string }
  const activate = await database.transaction(asService('trial'), (tx) =>
    issueToken(tx, 'activate', id, new Date()),
  )
  const first = await ask(app, '/account/activation', {
    body: { token: activate, password: 'cinco sillas y un piano' },
  })
  const shut = (await ask(app, '/staffs', { method: 'GET', cookie: first.cookie })).status

  const token = back.cookie.split('=')[1] ?? ''
  const rows = await database.query<{ token_hash: string }>('select token_hash from session')
  const hashed =
    !JSON.stringify(rows).includes(token) && rows.some((row) => row.token_hash === hashToken(token))
  const flags = signedIn.headers.get('set-cookie') ?? ''
  const strict = /^__Host-backline=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/.test(
    flags,
  )
  const noStore = signedIn.headers.get('cache-control') === 'no-store'
  const onHttp = await ask(programOn(database, { ...testServices, secureCookies: false }), '/session', {
    body: { email: people.demo.email, password: demoPassword },
  })
  const plain = /^backline=[\w-]{43};(?!.*Secure)/.test(onHttp.headers.get('set-cookie') ?? '')
  const failed = turns.filter(([, ok]) => !ok).map(([step]) => step)
  return [
    {
      promise: '9 sessions turn',
      figure: 'a new cookie and the old one dead, at seven steps',
      result: `${turns.length - failed.length} of ${turns.length}${failed.length > 0 ? `, not ${failed.join(', ')}` : ''}`,
      ok: failed.length === 0 && turns.length === 7,
    },
    {
      promise: '9 sessions end',
      figure: 'after 14 days without a request',
      result: `before ${alive}, after ${ended}`,
      ok: alive === 200 && ended === 401,
    },
    {
      promise: '9 a second factor of all staff',
      figure: 'whoever is invited sets one up before anything opens',
      result: `${first.text}, the staff list ${shut}`,
      ok: first.text === '{"twoFactor":"enrol"}' && shut === 401,
    },
    {
      promise: '9 cookies',
      figure: '256 bits, SHA-256 at rest, __Host- Secure HttpOnly Lax, no-store; neither on plain http',
      result: `hashed ${hashed}, flags ${strict}, no-store ${noStore}, plain http ${plain}`,
      ok: hashed && strict && noStore && plain,
    },
  ]
}

/** Promise 10: what another site makes a browser send is refused at every unsafe call, whatever its type. */
export async function crossSite(app: Hono, database: Database): Promise<DrillLine[]> {
  const cookie = await cookieOf(database, 'super')
  const unsafe = operationList.filter(({ contract }) => contract['~orpc'].route.method !== 'GET')
  const origins: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
  ]
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']
  let asked = 0
  const through: string[] = []
  for (const { contract, fullName } of unsafe) {
    const { method, path = '' } = contract['~orpc'].route
    for (const origin of origins)
      for (const type of types) {
        asked++
        const said = await ask(app, path.replace(/\{\w+\}/g, people.label.id), {
          method: method ?? 'POST',
          cookie,
          ...(method === 'DELETE' ? {} : { body: {} }),
          headers: { ...origin, 'Content-Type': type },
        })
        if (said.status !== 403 || said.code !== 'crossSite') through.push(`${fullName} ${type}`)
      }
  }
  return [
    {
      promise: '10 cross-site',
      figure: 'every unsafe call refuses, whatever the content type',
      result: `${asked - through.length} of ${asked} refused (${unsafe.length} calls)${through[0] ? `, not ${through[0]}` : ''}`,
      ok: through.length === 0,
    },
  ]
}
