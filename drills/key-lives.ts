import type { Database } from '#platform/db.ts'
import { people } from '#testing/world/cast.ts'
import { demoPassword as password } from '#testing/world.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf } from './identity-program.ts'
import { askMcp } from './keyed-program.ts'
import { sleep } from './processes.ts'

const json = { 'content-type': 'application/json' }
type Key = Record<string, string>
export interface Held {
  origin: string
  database: Database
}

const statusesOf = async (origin: string, key: Key) => {
  const { status } = await fetch(`${origin}/api/portals`, { headers: key })
  return `${status}/${(await askMcp(origin, key, 'tools/call', { name: 'portals_listPortals', arguments: {} })).status}`
}

/** What ends a key ends it for the next call, wherever that comes. */
export async function endedKeys({ origin, database }: Held): Promise<DrillLine> {
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
export async function replacedKeys({ origin, database }: Held): Promise<DrillLine> {
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
