import { operationList } from '#api.ts'
import { startReceiver } from '#features/webhooks/test-receiver.ts'
import { tools } from '#mcp/tools.ts'
import { as, ok } from '#testing/as.ts'
import { demoPassword as password, portals } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import { everythingKept } from './everything-kept.ts'
import { cookieOf } from './identity-program.ts'
import { askMcp, type KeyedProgram, keyedProgram } from './keyed-program.ts'
import { sleep } from './processes.ts'
import { period } from './reads.ts'

const portalId = portals.ninoLobo.id
interface Said {
  what: string
  status: number
  text: string
}

/** Keys and the secrets of webhooks: made, used, spoilt, replaced, and looked for wherever anybody could read them. */
export async function secretsOfPrograms(): Promise<DrillLine[]> {
  const receiver = await startReceiver()
  const held = await keyedProgram({ LOG_LEVEL: 'trace', WEBHOOKS_REACH: receiver.reach.join(',') })
  try {
    return await look(held, receiver)
  } finally {
    await held.stop()
    await receiver.stop()
  }
}

async function look(
  { origin, program, database }: KeyedProgram,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
): Promise<DrillLine[]> {
  const cookie = await cookieOf(database, 'artist')
  const artist = await as(database, 'artist')
  const answers: Said[] = []
  /** What is planted: by name, where it is answered once by design, and what it is. */
  const planted: { name: string; given: string; value: string }[] = []
  const call = async (what: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${origin}${path}`, init)
    const said = { what, status: response.status, text: await response.text() }
    const headers = JSON.stringify([...response.headers])
    answers.push({ ...said, text: said.text + headers })
    return said
  }
  const bySession = (what: string, path: string, body: object, method = 'POST') =>
    call(what, `/api${path}`, {
      ...{ method, body: JSON.stringify(body) },
      // What says again is the same call once more.
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': what.replace(' again', '') },
    })
  const plant = (name: string, given: string, { text }: Said, pattern: RegExp) => {
    const value = pattern.exec(text)?.[1] ?? ''
    planted.push({ name, given, value })
    return value
  }
  const { scopes } = ok(await artist.keys.listKeys({}))
  const permissions = scopes.map(({ permission }) => permission)
  const writes = scopes.filter(({ write }) => write).map(({ permission }) => permission)
  const wish = { name: 'Sembrada', permissions, writes, days: 30, password }
  const inKey = /"secret":"(blk_[\w-]+)"/
  const inHook = /"secret":"(whsec_[\w+/=]+)"/
  const made = await bySession('key', '/account/keys', wish)
  const key = plant('key', 'key', made, inKey)
  await bySession('key again', '/account/keys', wish)
  const old = await bySession('old key', '/account/keys', { ...wish, name: 'Vieja' })
  const oldKey = plant('old key', 'old key', old, inKey)
  const oldId = /"id":"([\w-]{36})"/.exec(old.text)?.[1]
  const rotation = { overlapHours: 24, password }
  plant(
    'next key',
    'rotation',
    await bySession('rotation', `/account/key/${oldId}/rotation`, rotation),
    inKey,
  )
  const endpoint = {
    name: 'Sembrado',
    url: receiver.url,
    types: ['order.created', 'order.changed'],
    password,
  }
  const hook = await bySession('endpoint', `/portal/${portalId}/webhook`, endpoint)
  plant('webhook secret', 'endpoint', hook, inHook)
  const hookId = /"id":"([\w-]{36})"/.exec(hook.text)?.[1]
  const renewed = await bySession('renewal', `/portal/${portalId}/webhook/${hookId}/secret`, { password })
  plant('next webhook secret', 'renewal', renewed, inHook)
  planted.push({ name: 'password', given: '', value: password })

  await misplaced(call, { key, oldKey })
  await readAll(call, key)
  const mcp = await readTools(origin, key)
  answers.push(...mcp)
  // An order is told to the endpoint, which fails at first; and the endpoint's own page of what it was sent.
  receiver.answers.push(500, 204)
  await call('order', `/api/portal/${portalId}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ externalId: 'S-1', placedAt: '2026-11-02T10:00:00Z', currency: 'EUR', country: 'ES' },
      lines: [{ id: '1', sku: 'CAM-L', units: 1, unitPrice: '20.00' }],
    }),
  })
  for (let waited = 0; waited < 30_000 && receiver.got.length < 2; waited += 250) await sleep(250)
  await call('sendings', `/api/portal/${portalId}/webhook/${hookId}/sendings`, { headers: { cookie } })
  for (const path of ['/account/keys', '/account/activity', `/portal/${portalId}/webhooks`])
    await call(`page ${path}`, path, { headers: { cookie } })

  const logged = program.said()
  const activity = await database.query<{ text: string }>('select a::text as text from activity a')
  const kept = await everythingKept(database)
  const sent = receiver.got.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n')
  const found: string[] = []
  for (const { name, given, value } of planted) {
    if (value.length < 10) found.push(`${name} was not planted`)
    else {
      if (logged.includes(value)) found.push(`${name} in the log`)
      for (const { what, text } of answers)
        if (what !== given && text.includes(value)) found.push(`${name} answered by ${what}`)
      if (activity.some(({ text }) => text.includes(value))) found.push(`${name} in the activity`)
      if (sent.includes(value)) found.push(`${name} sent to an endpoint`)
      if (kept.includes(value)) found.push(`${name} in the database as it is`)
    }
  }
  const hashes = await database.query<{ hash: string }>(
    'select hash from api_key union all select token_hash from session',
  )
  for (const { hash } of hashes) {
    if (logged.includes(hash)) found.push('a hash in the log')
    for (const { what, text } of answers) if (text.includes(hash)) found.push(`a hash answered by ${what}`)
  }
  for (const line of found) console.log(line)
  return [
    {
      promise: '18 secrets of programs, the built program',
      figure: 'in no log, error, export, answer of /mcp, message sent or activity row; none kept as it is',
      result: `${planted.length} secrets and ${hashes.length} hashes, ${answers.length} answers (${mcp.length} of /mcp), ${logged.split('\n').length} log lines, ${receiver.got.length} messages: ${found.length} found`,
      ok: found.length === 0 && logged.includes('"request"') && receiver.got.length >= 2 && mcp.length > 40,
    },
  ]
}

type Call = (what: string, path: string, init?: RequestInit) => Promise<Said>

/** A key where it does not belong: in a query, a path, a field, another header, with a letter too many. */
async function misplaced(call: Call, { key, oldKey }: { key: string; oldKey: string }) {
  const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } })
  await call('key too long', '/api/portals', bearer(`${key}x`))
  await call('key twice', '/api/portals', bearer(`${key}, ${oldKey}`))
  await call('basic', '/api/portals', { headers: { authorization: `Basic ${btoa(`key:${key}`)}` } })
  await call('other header', '/api/portals', { headers: { 'x-api-key': key } })
  for (const path of [`/api/portals?key=${key}`, `/api/portal/${key}`, `/api/portals?cursor=${key}`])
    await call(`path ${path.slice(0, 20)}`, path, bearer(oldKey))
  const body = (value: unknown) => ({ method: 'POST', body: JSON.stringify(value) })
  const headers = { authorization: `Bearer ${oldKey}`, 'content-type': 'application/json' }
  await call('in a body', `/api/portal/${portalId}/link`, { ...body({ key }), headers })
  await call('in a row', '/api/bulk/links.createLink', { ...body({ rows: [{ portalId, key }] }), headers })
  await call('idempotency', `/api/portal/${portalId}/link`, {
    ...body({ title: {}, url: key }),
    headers: { ...headers, 'idempotency-key': `once-${key.slice(0, 8)}` },
  })
}

/** Everything that a key reads without another id than its portal's: lists, exports, lines, analytics. */
async function readAll(call: Call, key: string) {
  for (const { fullName, contract } of operationList) {
    const { route, meta } = contract['~orpc']
    const { method = 'GET', path = '' } = route
    if (method !== 'GET' || !meta.apiKey) continue
    const filled = path.replace('{portalId}', portalId)
    if (filled.includes('{')) continue
    const question = fullName.startsWith('analytics.')
      ? period
      : fullName.startsWith('search.')
        ? '?q=Sem'
        : ''
    for (const accept of ['application/json', 'application/x-ndjson'])
      await call(fullName, `/api${filled}${question}`, {
        headers: { authorization: `Bearer ${key}`, accept },
      })
  }
}

/** Every tool that needs nothing but a portal and a span of days, and one that is refused. */
async function readTools(origin: string, key: string): Promise<Said[]> {
  const told: Said[] = []
  const headers = { authorization: `Bearer ${key}` }
  const ask = async (what: string, method: string, params: object) => {
    const { status, text } = await askMcp(origin, headers, method, params)
    told.push({ what: `mcp ${what}`, status, text })
  }
  await ask('tools', 'tools/list', {})
  await ask('resources', 'resources/list', {})
  const [, f, t] = /f=([\d-]+)&t=([\d-]+)/.exec(period) ?? []
  for (const { name, operation, schema } of tools) {
    const takes = Object.keys((schema.properties ?? {}) as object)
    const span = operation.startsWith('analytics.') ? { f, t } : {}
    await ask(name, 'tools/call', {
      name,
      arguments: { ...(takes.includes('portalId') ? { portalId } : {}), ...span },
    })
    await ask(`${name} refused`, 'tools/call', { name, arguments: { key } })
  }
  return told
}
