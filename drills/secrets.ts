import { pathToFileURL } from 'node:url'
import { createApp } from '#http/app.ts'
import type { RenderPages } from '#http/http-options.ts'
import type { Database } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { testServices } from '#testing/as.ts'
import { startCluster } from '#testing/postgres.ts'
import { demoPassword, people, portals } from '#testing/world/cast.ts'
import { makeWorld } from '#testing/world.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import type { DrillLine } from './drill.ts'
import { everythingKept } from './everything-kept.ts'
import { ask, cookieOf, type Said } from './identity-program.ts'
import { secretsOfPrograms } from './secrets-keys.ts'

const databasePassword = 'clave-de-la-base-7431'
const newPassword = 'Amapola-plantada-9052'
const wrongPassword = 'Casi-la-buena-6620'
const iban = 'ES9121000418450200051332'
const shopSecret = 'secreto-plantado-de-la-tienda-3318'
const portalId = portals.ninoLobo.id

/** Promise 18: planted secrets appear in no log, error, page, or activity row, and none but addresses' is kept as it is. */
export async function run(): Promise<DrillLine[]> {
  await buildIfStale()
  const cluster = await startCluster()
  if (!cluster) throw new Error('This drill needs an installed PostgreSQL.')
  const url = cluster.url('postgres').replace('postgres@', `postgres:${databasePassword}@`)
  const database = await openDatabase({ url, folder: '' })
  try {
    await migrate(database)
    await makeWorld(database, { size: 'test' })
    return [...(await look(database, () => cluster.crash())), ...(await secretsOfPrograms())]
  } finally {
    await database.close().catch(() => {})
    cluster.stop()
  }
}

async function look(database: Database, crash: () => void): Promise<DrillLine[]> {
  const lines: string[] = []
  const page: { default: { fetch: RenderPages } } = await import(
    pathToFileURL('dist/server/server-entry.js').href
  )
  const app = createApp({
    database,
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    services: testServices,
    renderPages: (request, options) => page.default.fetch(request, options),
    trustProxy: 1,
    ready: () => true,
  }) as unknown as Parameters<typeof ask>[0]
  const secrets = new Map<string, string>([
    ['password', newPassword],
    ['mistyped password', wrongPassword],
    ['old password', demoPassword],
    ['IBAN', iban],
    ['webhook secret', shopSecret],
    ['database password', databasePassword],
  ])
  const answers: { what: string; said: Said }[] = []
  const call = async (what: string, path: string, question: Parameters<typeof ask>[2] = {}) => {
    const said = await ask(app, path, question)
    answers.push({ what, said })
    return said
  }
  const email = people.artist.email

  await call('mistyped', '/session', { body: { email, password: wrongPassword } })
  await call('odd shape', '/session', {
    body: { email: { password: wrongPassword }, password: [newPassword] },
  })
  const { cookie } = await call('sign in', '/session', { body: { email, password: demoPassword } })
  secrets.set('session', cookie.split('=')[1] ?? '')
  const put = { method: 'PUT', cookie }
  await call('wrong now', '/account/password', {
    ...put,
    body: { current: wrongPassword, password: newPassword },
  })
  const changed = await call('password', '/account/password', {
    ...put,
    body: { current: demoPassword, password: newPassword },
  })
  const own = changed.cookie || cookie
  secrets.set('session after', own.split('=')[1] ?? '')
  await call('reset asked', '/account/password-reset', { body: { email: people.label.email } })
  const [mail] = await database.query<{ text: string }>(
    `select m::text as text from mail m where "to" = $1 order by created_at desc limit 1`,
    [people.label.email],
  )
  const token = /token=([\w-]{20,})/.exec(mail?.text ?? '')?.[1] ?? ''
  secrets.set('reset link', token)
  await call('reset, bad word', '/account/password', { body: { token, password: 'corta' } })
  await call('reset', '/account/password', { body: { token, password: newPassword } })
  const key = await call('key', '/account/keys', {
    cookie: own,
    body: {
      name: 'Lectura',
      permissions: ['analytics.viewanalytics'],
      portalId,
      days: 30,
      password: newPassword,
    },
  })
  const apiKey = /"(blk_[\w-]+)"/.exec(key.text)?.[1] ?? ''
  secrets.set('API key', apiKey)
  await call('with key', `/portals?orderBy=${apiKey}`, {
    method: 'GET',
    headers: { authorization: `Bearer ${apiKey}` },
  })
  const calendar = await call('calendar', '/account/calendars', { cookie: own, body: { portalId } })
  const inAddress = /calendars\/([\w-]{43})\.ics/.exec(calendar.text)?.[1] ?? ''
  secrets.set('calendar', inAddress)
  await app.request(`/calendars/${inAddress}.ics`)
  await app.request(`/calendars/${inAddress}`)
  const factor = await call('two-factor', '/account/two-factor', {
    cookie: own,
    body: { password: newPassword },
  })
  const seed = /secret=([A-Z2-7]{16,})/.exec(factor.text)?.[1] ?? ''
  secrets.set('second factor', seed)
  await call('wrong code', '/account/two-factor', { ...put, cookie: own, body: { code: '000000' } })
  const information = {
    ...{ givenName: 'Hugo', firstSurname: 'Lobo', kind: 'person', taxId: '12345678Z' },
    street: 'Calle Real, 1',
  }
  const place = {
    postcode: '11003',
    city: 'Cádiz',
    province: 'Cádiz',
    territory: 'peninsula',
    retention: 'none',
    retentionReason: 'Actividad empresarial',
  }
  const bank = { iban, holder: 'Hugo Lobo', email: 'facturas@lobo.test', password: newPassword }
  for (const [what, body, version] of [
    ['IBAN refused', { ...information, ...place, ...bank, iban: `${iban}9` }, '1'],
    ['IBAN', { ...information, ...place, ...bank }, '1'],
  ] as const)
    await call(what, `/portal/${portalId}/billingInformation`, {
      ...put,
      cookie: own,
      body,
      headers: { 'If-Match': `"${version}"` },
    })
  const staff = await cookieOf(database, 'super')
  secrets.set('session of staff', staff.split('=')[1] ?? '')
  await call('connector', `/portal/${portalId}/connector`, {
    cookie: staff,
    body: { kind: 'shopify', name: 'Tienda', secret: shopSecret, currencyRates: {} },
  })
  const pages = [
    '/account',
    '/account/keys',
    '/account/calendars',
    '/account/activity',
    '/billing',
    '/billing/information',
    '/stocks',
  ]
  for (const path of [...pages, '/nothing/here'])
    for (const who of [own, staff]) {
      const response = await app.request(path, { headers: { cookie: who, 'X-Forwarded-For': '10.9.9.9' } })
      answers.push({ what: `page ${path}`, said: { text: await response.text() } as Said })
    }
  const activity = await database.query<{ text: string }>('select a::text as text from activity a')
  const kept = await everythingKept(database)
  crash()
  await call('database away', '/session', { body: { email, password: newPassword } })
  await call('database away, signed in', '/account/profile', { method: 'GET', cookie: own })

  // What is given by design to whoever makes it: a key, a second factor's seed and a webhook's secret once; a calendar again.
  const given = new Set([
    ...['key API key', 'two-factor second factor', 'connector webhook secret'],
    ...['calendar calendar', 'page /account/calendars calendar'],
  ])
  const found: string[] = []
  const missing = [...secrets].filter(([, value]) => value.length < 10).map(([name]) => name)
  for (const [name, value] of secrets) {
    if (value.length < 10) continue
    if (lines.some((line) => line.includes(value))) found.push(`${name} in the log`)
    for (const { what, said } of answers)
      if (said.text.includes(value) && !given.has(`${what} ${name}`))
        found.push(`${name} answered by ${what}`)
    if (activity.some(({ text }) => text.includes(value))) found.push(`${name} in the activity`)
    // An account's IBAN is needed to pay it, and a link stands in the mail that brings it.
    if (!['IBAN', 'reset link'].includes(name) && kept.includes(value)) found.push(`${name} in the database`)
  }
  for (const line of found) console.log(line)
  const done = answers.filter(({ said }) => said.status >= 200 && said.status < 300).map(({ what }) => what)
  console.log(`went through: ${done.join(', ')}`)
  return [
    {
      promise: '18 planted secrets',
      figure: 'in no log, error, page or activity row; passwords, sessions and keys nowhere in the database',
      result: `${secrets.size} secrets, ${answers.length} answers, ${lines.length} log lines, ${activity.length} activity rows: ${found.length} found${missing.length > 0 ? `, not planted: ${missing.join(', ')}` : ''}`,
      ok: found.length === 0 && missing.length === 0 && lines.length > 0 && activity.length > 0,
    },
  ]
}
