import type { Hono } from 'hono'
import { operationList } from '#api.ts'
import type { Database } from '#platform/db.ts'
import { cookieFor, testApp, testOrigin } from './as.ts'
import { pastIncome } from './past-income.ts'
import { racers } from './race-cases.ts'
import type { Fields, Racer, Send } from './racer.ts'
import { people } from './world/cast.ts'

/** Every operation that is declared as an edit of a version. */
export const versionedOperations = operationList.filter(({ contract }) => contract['~orpc'].meta.versioned)

export async function openRaces(database: Database): Promise<Send> {
  const app: Hono = testApp(database)
  await pastIncome(database, 'ninoLobo', 1_800_000)
  const cookie = await cookieFor(database, people.super.id)
  // Who asks for a password again and again from one address is told to wait: each call comes from another.
  let calls = 0
  return async (name, input, version) => {
    const route = operationList.find(({ fullName }) => fullName === name)?.contract['~orpc'].route
    if (!route?.path) throw new Error(`There is no operation ${name}`)
    const rest = { ...input }
    const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = String(rest[key])
      delete rest[key]
      return value
    })
    const reads = route.method === 'GET'
    const init = {
      method: route.method ?? 'GET',
      headers: {
        cookie,
        origin: testOrigin,
        ...(reads ? {} : { 'content-type': 'application/json' }),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      },
      ...(reads ? {} : { body: JSON.stringify(rest) }),
    }
    const incoming = { complete: true, socket: { remoteAddress: `198.51.100.${calls++ % 256}` } }
    const response = await app.request(`/api${path}`, init, { incoming })
    return { status: response.status, body: JSON.parse((await response.text()) || '{}') as Fields }
  }
}

/** What so many races of one operation broke, in sentences; empty where each had one winner whose words stand. */
export async function race(send: Send, name: string, rounds: number): Promise<string[]> {
  const racer = racers[name]
  if (!racer) return [`${name} has no race`]
  const faults: string[] = []
  const { input, version } = await racer.fresh(send, 0)
  const draft = { ...input, ...racer.mark?.(0, 0) }
  const required = versionedOperations.find(({ fullName }) => fullName === name)?.contract['~orpc'].meta
    .versioned
  if (required === 'required') {
    const missing = await send(name, draft)
    if (missing.status !== 428)
      faults.push(`without version ${missing.status} ${JSON.stringify(missing.body)}`)
  }
  const stale = await send(name, draft, version - 1)
  if (stale.status !== 412) faults.push(`with an old version ${stale.status} ${JSON.stringify(stale.body)}`)
  for (let round = 0; round < rounds; round++) faults.push(...(await raceOnce(send, name, racer, round)))
  if (required !== 'required') {
    const last = await racer.fresh(send, rounds)
    const taken = await send(name, { ...last.input, ...racer.mark?.(0, rounds) })
    if (taken.status >= 300) faults.push(`without version ${taken.status} ${JSON.stringify(taken.body)}`)
  }
  return faults
}

async function raceOnce(send: Send, name: string, racer: Racer, round: number): Promise<string[]> {
  const before = await racer.fresh(send, round)
  const both = await Promise.all(
    ([0, 1] as const).map(async (side) => {
      const mark = racer.mark?.(side, round) ?? {}
      return { mark, ...(await send(name, { ...before.input, ...mark }, before.version)) }
    }),
  )
  const [won, ...more] = both.filter(({ status }) => status >= 200 && status < 300)
  if (!won || more.length > 0 || !both.some(({ status }) => status === (racer.refused ?? 412)))
    return [
      `round ${round}: ${both.map(({ status, body }) => `${status} ${JSON.stringify(body)}`.slice(0, 300))}`,
    ]
  const { body } = await send(racer.read, before.input)
  const seen = racer.seen?.(body) ?? body
  const lost = Object.entries(won.mark).filter(
    ([key, value]) => JSON.stringify(seen[key]) !== JSON.stringify(value),
  )
  return lost.map(
    ([key, value]) => `round ${round}: ${key} is ${JSON.stringify(seen[key])}, not ${JSON.stringify(value)}`,
  )
}
