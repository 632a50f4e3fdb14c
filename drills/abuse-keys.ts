import { Pool } from 'undici'
import type { Database } from '#platform/db.ts'
import { keyFor } from '#testing/key-for.ts'
import { people, portals } from '#testing/world/cast.ts'
import { demoPassword as password } from '#testing/world.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf } from './identity-program.ts'
import { askMcp, tellMcp } from './keyed-program.ts'
import { sleep } from './processes.ts'

const json = { 'content-type': 'application/json' }
const callsAMinute = 3_000
/** A machine that makes less than the limit in a minute is never held up. */
const tries = 20_000
const portalId = portals.bajamar.id
type Key = Record<string, string>
interface Held {
  origin: string
  database: Database
}

/** Programs that ask too much, send too much, or come with keys that have ended. */
export async function abuseByKey(held: Held): Promise<DrillLine[]> {
  return [
    await tooManyCalls(held),
    await tooMuch(held),
    await wrongKeys(held),
    await endedKeys(held),
    await replacedKeys(held),
  ]
}

/** So many at once, none waiting for the one before it. */
async function inLanes(count: number, call: (nth: number) => Promise<unknown>, lanes = 24) {
  let next = 0
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < count) await call(next++)
    }),
  )
}

/** One key more often than it may, by half at /mcp: it is held up, told until when, and others are not. */
async function tooManyCalls({ origin, database }: Held): Promise<DrillLine> {
  const key = await keyFor(database, { owner: 'label' })
  const other = await keyFor(database, { owner: 'label' })
  const counts = new Map<number, number>()
  let asked = 0
  let untold = 0
  let others = 0
  let othersAsked = 0
  const heldUp = () => counts.get(429) ?? 0
  // Fetch would be slower than the limit on a small machine.
  const pool = new Pool(origin, { connections: 10, pipelining: 10 })
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const accept = 'application/json, text/event-stream'
  const started = performance.now()
  const one = async (nth: number) => {
    if (heldUp() >= 100) return
    asked++
    const { statusCode, headers, body } = await pool.request(
      nth % 10 === 0
        ? { path: '/mcp', method: 'POST', headers: { ...key, ...json, accept }, body: ping }
        : { path: '/api/app/build', method: 'GET', headers: key },
    )
    await body.dump()
    counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1)
    const told = /r=\d+;t=\d+/.test(String(headers['ratelimit'])) && headers['ratelimit-policy']
    if (!told || (statusCode === 429 && !(Number(headers['retry-after']) > 0))) untold++
    if (nth % 200 !== 0) return
    othersAsked++
    const { status } = await fetch(`${origin}/api/portals?fields=id`, { headers: other })
    if (status === 200) others++
  }
  await inLanes(tries, one, 80)
  const seconds = (performance.now() - started) / 1_000
  await pool.close()
  const mcp = await askMcp(origin, key, 'tools/list', {})
  return {
    promise: '17 too many calls of one key',
    figure: `${callsAMinute} a minute, /api and /mcp together; 429 with Retry-After and RateLimit; others go on`,
    result: `${asked} calls in ${seconds.toFixed(0)} s: ${[...counts].map(([status, n]) => `${n} × ${status}`).join(', ')}; ${untold} without headers, at /mcp then ${mcp.status}, another key ${others} of ${othersAsked}`,
    ok: heldUp() > 0 && mcp.status === 429 && counts.size === 2 && untold === 0 && others === othersAsked,
  }
}

const big = 'x'.repeat(1_100_000)
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const tool = (args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"portals_listPortals","arguments":${args}}}`

/** Bodies that are too large, too deep, or of too many rows: refused, by /api and by /mcp. */
async function tooMuch({ origin, database }: Held): Promise<DrillLine> {
  const key = await keyFor(database, { owner: 'label', writes: people.staff.permissions })
  const link = (rows: number) =>
    JSON.stringify({ rows: Array.from({ length: rows }, () => ({ portalId, title: { es: '' }, url: '' })) })
  const post = (path: string, body: string) =>
    fetch(`${origin}/api${path}`, { method: 'POST', headers: { ...key, ...json }, body }).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
    )
  const wrong: string[] = []
  const expect = (what: string, { status, text }: { status: number; text: string }, wanted: number[]) => {
    if (!wanted.includes(status)) wrong.push(`${what}: ${status} ${text.slice(0, 80)}`)
  }
  const at = `/portal/${portalId}/link`
  expect('1.1 MB', await post(at, JSON.stringify({ title: { es: big }, url: '' })), [413])
  expect('1.1 MB of rows', await post('/bulk/links.createLink', JSON.stringify({ rows: [{ big }] })), [413])
  expect('1,001 rows', await post('/bulk/links.createLink', link(1_001)), [400])
  expect('a bulk of bulks', await post('/bulk/bulk.runBulk', link(1)), [404])
  expect('depth', await post(at, `{"title":${deep(5_000)}}`), [400])
  expect('1.1 MB at /mcp', await tellMcp(origin, key, tool(JSON.stringify({ q: big }))), [413])
  expect('depth at /mcp', await tellMcp(origin, key, tool(`{"q":${deep(5_000)}}`)), [200, 400])
  expect('a file by key', await post(`/portal/${portalId}/orders/upload`, big), [404, 405, 413, 415])
  const alive = await fetch(`${origin}/api/portals`, { headers: key })
  return {
    promise: '17 too large, too deep, too many rows by key',
    figure: '8 kinds: each refused, the program goes on',
    result: wrong.length === 0 ? `8 refused, then ${alive.status}` : wrong.join('; '),
    ok: wrong.length === 0 && alive.status === 200,
  }
}

/** Keys that nobody made, thousands of them, and more keys than a person may have. */
async function wrongKeys({ origin, database }: Held): Promise<DrillLine> {
  const key = await keyFor(database, { owner: 'label' })
  const guesses = 5_000
  let refused = 0
  let served = 0
  const started = performance.now()
  await inLanes(guesses, async (nth) => {
    const authorization = `Bearer blk_${String(nth).padStart(43, 'A')}`
    const { status } =
      nth % 2 === 0
        ? await fetch(`${origin}/api/portals`, { headers: { authorization } })
        : await askMcp(origin, { authorization }, 'tools/list', {})
    if (status === 401) refused++
    if (nth % 100 === 0)
      await fetch(`${origin}/api/portals?fields=id`, { headers: key }).then(({ status }) => {
        if (status === 200) served++
      })
  })
  const seconds = (performance.now() - started) / 1_000
  const cookie = await cookieOf(database, 'orquesta')
  for (let at = 0; at < 18; at++) await keyFor(database, { owner: 'orquesta' })
  const statuses: number[] = []
  for (let at = 0; at < 4; at++) {
    const { status } = await fetch(`${origin}/api/account/keys`, {
      ...{ method: 'POST', headers: { ...json, cookie } },
      body: JSON.stringify({ name: `K${at}`, permissions: ['analytics.viewanalytics'], days: 30, password }),
    })
    statuses.push(status)
  }
  return {
    promise: '17 keys that nobody made, and many keys',
    figure: `${guesses} guesses: each 401, a key that works goes on; 20 keys a person`,
    result: `${refused} × 401 in ${seconds.toFixed(0)} s, ${served} of ${guesses / 100} served, after 18 keys ${statuses.join(', ')}`,
    ok: refused === guesses && served === guesses / 100 && statuses.join() === '201,201,422,422',
  }
}

const statusesOf = async (origin: string, key: Key) => {
  const { status } = await fetch(`${origin}/api/portals`, { headers: key })
  return `${status}/${(await askMcp(origin, key, 'tools/call', { name: 'portals_listPortals', arguments: {} })).status}`
}

/** What ends a key ends it for the next call, wherever that comes. */
async function endedKeys({ origin, database }: Held): Promise<DrillLine> {
  const wrong: string[] = []
  const cookie = await cookieOf(database, 'vera')
  const make = async (name: string) => {
    const answer = await fetch(`${origin}/api/account/keys`, {
      ...{ method: 'POST', headers: { ...json, cookie } },
      body: JSON.stringify({ name, permissions: ['portal.viewportals'], days: 30, password }),
    })
    const { key, secret } = (await answer.json()) as { key: { id: string }; secret: string }
    return { id: key.id, key: { authorization: `Bearer ${secret}` } }
  }
  const endings: [what: string, end: (id: string) => Promise<unknown>, wanted: string][] = [
    [
      'taken back',
      (id) => fetch(`${origin}/api/account/key/${id}`, { method: 'DELETE', headers: { cookie } }),
      '401/401',
    ],
    ['over', (id) => database.query('update api_key set expires_at = now() where id = $1', [id]), '401/401'],
    [
      'its owner is out of the team',
      () =>
        database.query(
          `update member set role = 'Lector', denies = '["portal.viewportals"]' where person_id = $1`,
          [people.vera.id],
        ),
      '403/200',
    ],
    [
      'its owner is suspended',
      () => database.query('update person set suspended_at = now() where id = $1', [people.vera.id]),
      '401/401',
    ],
  ]
  const kept = []
  for (const [what] of endings) kept.push(await make(what))
  for (const [at, [what, end, wanted]] of endings.entries()) {
    const { id = '', key = {} } = kept[at] ?? {}
    const before = await statusesOf(origin, key)
    await end(id)
    const after = await statusesOf(origin, key)
    if (before !== '200/200' && !what.startsWith('its owner is s')) wrong.push(`${what}: ${before} before`)
    if (after !== wanted) wrong.push(`${what}: ${after}`)
  }
  return {
    promise: '17 keys that have ended',
    figure: 'taken back, over, rights lost, owner suspended: the next call is refused, /api and /mcp',
    result: wrong.length === 0 ? `${endings.length} refused at once` : wrong.join('; '),
    ok: wrong.length === 0,
  }
}

/** A key that is replaced goes on for its overlap and no longer. */
async function replacedKeys({ origin, database }: Held): Promise<DrillLine> {
  const cookie = await cookieOf(database, 'demo')
  const seen: string[] = []
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${origin}/api/account/${path}`, {
      ...{ method: 'POST', headers: { ...json, cookie }, body: JSON.stringify({ ...body, password }) },
    })
    const { key, secret } = (await answer.json()) as {
      key: { id: string; expiresAt: string }
      secret: string
    }
    return { ...key, bearer: { authorization: `Bearer ${secret}` } }
  }
  const first = await post('keys', { name: 'Cambio', permissions: ['portal.viewportals'], days: 30 })
  const second = await post(`key/${first.id}/rotation`, { overlapHours: 24 })
  seen.push(`both: ${await statusesOf(origin, first.bearer)} ${await statusesOf(origin, second.bearer)}`)
  const [row] = await database.query<{ hours: number }>(
    'select extract(epoch from expires_at - now()) / 3600 as hours from api_key where id = $1',
    [first.id],
  )
  // A day passes.
  await database.query(`update api_key set expires_at = now() + interval '1 second' where id = $1`, [
    first.id,
  ])
  await sleep(1_500)
  seen.push(`after: ${await statusesOf(origin, first.bearer)} ${await statusesOf(origin, second.bearer)}`)
  const third = await post(`key/${second.id}/rotation`, { overlapHours: 0 })
  seen.push(`at once: ${await statusesOf(origin, second.bearer)} ${await statusesOf(origin, third.bearer)}`)
  const wanted = 'both: 200/200 200/200, after: 401/401 200/200, at once: 401/401 200/200'
  const hours = Number(row?.hours)
  return {
    promise: '17 keys that are replaced',
    figure: 'the old one goes on for its overlap, or not at all',
    result: `${seen.join(', ')}; ${hours.toFixed(1)} hours of 24`,
    ok: seen.join(', ') === wanted && hours > 23.9 && hours <= 24,
  }
}
