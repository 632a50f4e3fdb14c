import type { Hono } from 'hono'
import { Secret, TOTP } from 'otpauth'
import { issueToken, type TokenKind } from '#features/account/server/tokens.ts'
import { asService, type Database } from '#platform/db.ts'
import { mail } from '#platform/table.ts'
import { testOrigin } from '#testing/as.ts'
import { demoPassword, people, portals } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import { ask, cookieOf } from './identity-program.ts'

const parallel = 50
const password = 'cinco amplis en la furgo'
const times = <T>(make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: parallel }, (_, at) => make(at)))

/** Promise 11: every kind of link and code is good once, for its purpose and its person. */
export async function tokens(app: Hono, database: Database): Promise<DrillLine[]> {
  const issue = (kind: TokenKind, personId: string | null, email?: string) =>
    database.transaction(asService('trial'), (tx) => issueToken(tx, kind, personId, new Date(), email))
  const wins = async (kind: string, redeem: (at: number) => Promise<{ status: number }>) => {
    const said = await times(redeem)
    const won = said.filter(({ status }) => status === 200).length
    return { kind, won, held: said.filter(({ status }) => status === 429).length }
  }
  const orquesta = await cookieOf(database, 'orquesta')
  const activate = await issue('activate', people.invited.id)
  const reset = await issue('reset', people.editor.id)
  const first = await issue('firstSuper', null)
  const email = await issue('email', people.orquesta.id, 'orquesta.nueva@demo.backline.test')
  // The link is for an installation that has nobody yet.
  await database.query('update person set super = false where id = $1', [people.super.id])
  const firstSuper = await wins('first super', (at) =>
    ask(app, '/account/activation', {
      body: { token: first, password, name: 'Primera', email: `primera${at}@demo.backline.test` },
    }),
  )
  await database.query('update person set super = true where id = $1', [people.super.id])
  const results = [
    await wins('activation', () => ask(app, '/account/activation', { body: { token: activate, password } })),
    await wins('reset', () => ask(app, '/account/password', { body: { token: reset, password } })),
    firstSuper,
    await wins('e-mail', () =>
      ask(app, '/account/email', { method: 'PUT', cookie: orquesta, body: { token: email } }),
    ),
    ...(await secondFactor(app, database)),
  ]
  return [
    {
      promise: '11 redeemed once',
      figure: `${parallel} parallel redemptions of each kind → 1`,
      result: results
        .map(({ kind, won, held }) => `${kind} ${won}${held ? ` (${held} held by the limit)` : ''}`)
        .join(', '),
      ok: results.every(({ won }) => won === 1),
    },
    await bound(app, database, issue),
    await links(app, database),
    await endings(app, database, issue),
  ]
}

/** Codes of the app and recovery codes: the limit lets fifteen through, of which one wins. */
async function secondFactor(app: Hono, database: Database) {
  const own = await cookieOf(database, 'labelmanager')
  const started = await ask(app, '/account/two-factor', { cookie: own, body: { password: demoPassword } })
  const { secret } = JSON.parse(started.text) as { secret: string }
  const code = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  const enrolled = await ask(app, '/account/two-factor', {
    method: 'PUT',
    cookie: own,
    body: { code: code(-1) },
  })
  const { recoveryCodes } = JSON.parse(enrolled.text) as { recoveryCodes: string[] }
  const results: { kind: string; won: number; held: number }[] = []
  for (const [kind, given] of [
    ['code', code(0)],
    ['recovery code', recoveryCodes[0] ?? ''],
  ] as const) {
    // Each with a first step of its own: the code is what they race for.
    const halves: string[] = []
    for (let at = 0; at < parallel; at++) {
      const credentials = { email: people.labelmanager.email, password: demoPassword }
      halves.push((await ask(app, '/session', { body: credentials })).cookie)
    }
    await database.query('delete from rate_limit')
    const said = await times((at) =>
      ask(app, '/session/two-factor', { cookie: halves[at], body: { code: given } }),
    )
    results.push({
      kind,
      won: said.filter(({ status }) => status === 200).length,
      held: said.filter(({ status }) => status === 429).length,
    })
  }
  return results
}

type Issue = (kind: TokenKind, personId: string | null, email?: string) => Promise<string>

async function bound(app: Hono, database: Database, issue: Issue): Promise<DrillLine> {
  const activate = await issue('activate', people.lector.id)
  const reset = await issue('reset', people.lector.id)
  const email = await issue('email', people.lector.id, 'pau@demo.backline.test')
  const stranger = await cookieOf(database, 'marketing')
  const crossed = [
    await ask(app, '/account/password', { body: { token: activate, password } }),
    await ask(app, '/account/activation', { body: { token: reset, password } }),
    await ask(app, '/account/activation', { body: { token: email, password } }),
    await ask(app, '/account/password', { body: { token: email, password } }),
    await ask(app, '/account/email', { method: 'PUT', cookie: stranger, body: { token: email } }),
    await ask(app, '/account/email', { method: 'PUT', cookie: stranger, body: { token: reset } }),
  ]
  const rows = JSON.stringify(await database.query('select * from token'))
  const hashed = [activate, reset, email].every((token) => !rows.includes(token))
  const refused = crossed.filter(({ status }) => status === 410).length
  return {
    promise: '11 bound and hashed',
    figure: 'another purpose or person: 410; nothing but hashes at rest',
    result: `${refused} of ${crossed.length} refused, hashed ${hashed}`,
    ok: refused === crossed.length && hashed,
  }
}

async function links(app: Hono, database: Database): Promise<DrillLine> {
  await database.query('delete from mail')
  const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
  const label = await cookieOf(database, 'label')
  await ask(app, '/account/password-reset', { headers, body: { email: people.tech.email } })
  await ask(app, '/account/email', {
    headers,
    cookie: label,
    body: { email: 'ines.nueva@demo.backline.test', password: demoPassword },
  })
  for (const email of ['nueva@demo.backline.test', people.vera.email])
    await ask(app, '/portals/team', {
      headers,
      cookie: label,
      body: { email, name: 'X', portals: [{ portalId: portals.tiasSolteras.id, role: 'Lector' }] },
    })
  const mails = await database.db.select().from(mail)
  const addresses = mails.flatMap(({ text, html }) => `${text} ${html}`.match(/https?:\/\/[^\s"<]+/g) ?? [])
  const foreign = addresses.filter((address) => !address.startsWith(`${testOrigin}/`))
  return {
    promise: '11 links',
    figure: 'never follow the Host header',
    result: `${addresses.length} links in ${mails.length} mails, ${foreign.length} elsewhere`,
    ok: mails.length >= 5 && foreign.length === 0,
  }
}

/** Another password or address ends the links that were mailed before, and the keys where that is asked. */
async function endings(app: Hono, database: Database, issue: Issue): Promise<DrillLine> {
  await database.query('delete from mail')
  const who = people.demo
  const refused: number[] = []
  const spent = async (tokens: Record<'reset' | 'activate', string>) => {
    for (const [path, token] of [
      ['/account/password', tokens.reset],
      ['/account/activation', tokens.activate],
    ] as const)
      refused.push((await ask(app, path, { body: { token, password } })).status)
  }
  const both = async () => ({
    reset: await issue('reset', who.id),
    activate: await issue('activate', who.id),
  })
  const cookie = await cookieOf(database, 'demo')
  const made = await ask(app, '/account/keys', {
    cookie,
    body: { name: 'x', permissions: ['portal.editlinks'], days: 365, password: demoPassword },
  })
  const { secret } = JSON.parse(made.text) as { secret: string }
  const headers = { Authorization: `Bearer ${secret}` }
  const keyBefore = (await ask(app, '/portals', { method: 'GET', headers })).status

  await ask(app, '/account/password-reset', { body: { email: who.email } })
  await database.query(`update mail set state = 'kept'`)
  const mailed = async () =>
    (await database.db.select().from(mail)).filter(({ text, html }) => /token=/.test(text + html)).length
  const linksBefore = await mailed()
  const first = await both()
  const changed = await ask(app, '/account/password', {
    method: 'PUT',
    cookie,
    body: { current: demoPassword, password },
  })
  await spent(first)
  const linksAfter = await mailed()
  const keyKept = (await ask(app, '/portals', { method: 'GET', headers })).status
  const second = await both()
  const email = await issue('email', who.id, 'otra.direccion@correo.test')
  const taken = await ask(app, '/account/email', {
    method: 'PUT',
    cookie: changed.cookie,
    body: { token: email, endKeys: true },
  })
  await spent(second)
  const keyAfter = (await ask(app, '/portals', { method: 'GET', headers })).status
  const dead = refused.filter((status) => status === 410).length
  return {
    promise: '11 another password or address',
    figure: 'ends mailed links (also in kept mails), keys where that is asked; a key needs the password',
    result: `${dead} of ${refused.length} links dead, in mails ${linksBefore} then ${linksAfter}, key ${keyBefore}, ${keyKept}, ${keyAfter}`,
    ok:
      dead === refused.length &&
      taken.status === 200 &&
      linksBefore === 1 &&
      linksAfter === 0 &&
      [keyBefore, keyKept].every((status) => status !== 401) &&
      keyAfter === 401,
  }
}
