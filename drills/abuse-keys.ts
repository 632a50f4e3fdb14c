import { Pool } from 'undici'
import { keyFor } from '#testing/key-for.ts'
import { people, portals } from '#testing/world/cast.ts'
import { demoPassword as password } from '#testing/world.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf } from './identity-program.ts'
import { endedKeys, type Held, replacedKeys } from './key-lives.ts'
import { askMcp, tellMcp } from './keyed-program.ts'

const json = { 'content-type': 'application/json' }
const callsAMinute = 3_000
/** A machine that makes less than the limit in a minute is never held up. */
const tries = 20_000
const portalId = portals.bajamar.id
type Key = Record<string, string>

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
  let atMcp = 0
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
    if (statusCode === 429 && nth % 10 === 0) atMcp++
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
  return {
    promise: '17 too many calls of one key',
    figure: `${callsAMinute} a minute, /api and /mcp together; 429 with Retry-After and RateLimit; others go on`,
    result: `${asked} calls in ${seconds.toFixed(0)} s: ${[...counts].map(([status, n]) => `${n} × ${status}`).join(', ')}; ${untold} without headers, ${atMcp} of the 429 at /mcp, another key ${others} of ${othersAsked}`,
    ok: heldUp() > 0 && atMcp > 0 && counts.size === 2 && untold === 0 && others === othersAsked,
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
