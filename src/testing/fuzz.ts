import fc from 'fast-check'
import type * as core from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import { operationList } from '#api.ts'
import { refusals } from '#http/open-api.ts'
import type { Database } from '#platform/db.ts'
import { rowsInPaths } from './access.ts'
import { cookieFor, testApp, testOrigin } from './as.ts'
import { inputsOf, type KnownIds } from './fuzz-input.ts'
import { rollingBack } from './rolling-back.ts'
import { accounts, people, portals } from './world/cast.ts'

type Operation = (typeof operationList)[number]

/** Calls that ask other people's servers: pages that are linked to, shops whose keys are typed. */
const outside = new Set([
  ...['links.previewLink', 'shops.connectPrintful', 'shops.connectShopify', 'shops.connectWooCommerce'],
])
export const fuzzedOperations = operationList.filter(({ fullName }) => !outside.has(fullName))

/** A world whose operations are called with what they allow and with what they do not; nothing is kept. */
export interface FuzzWorld {
  app: { request: (address: string, init: RequestInit) => Response | Promise<Response> }
  /** What callers come with, in turn: a session's cookie, or a key. */
  callers: Record<string, string>[]
  known: KnownIds
  /** Is it a fault too that an input is refused and no field is named? */
  named?: true
}

/** Ids of the world's rows by their names in paths. */
export async function knownIds(database: Database): Promise<KnownIds> {
  const known: Record<string, string[]> = {
    portalId: [portals.ninoLobo.id, portals.claraVentisca.id, portals.bajamar.id],
    accountId: Object.values(accounts).map(({ id }) => id),
    personId: Object.values(people).map(({ id }) => id),
  }
  for (const [name, query] of Object.entries(rowsInPaths))
    known[name] = (await database.query<{ id: string }>(`select id from (${query}) r limit 20`)).map(
      ({ id }) => id,
    )
  return known
}

export async function openFuzzWorld(database: Database): Promise<FuzzWorld> {
  const callers = []
  for (const { id } of [people.super, people.label, people.artist])
    callers.push({ cookie: await cookieFor(database, id), origin: testOrigin })
  return { app: testApp(rollingBack(database)), callers, known: await knownIds(database) }
}

interface Refused {
  error?: { code?: unknown; message?: unknown; fields?: object }
}

/** What a call's answer breaks, in a sentence; undefined when nothing. */
async function faultOf(
  world: FuzzWorld,
  { fullName, contract }: Operation,
  input: Record<string, unknown>,
  who: number,
): Promise<string | undefined> {
  const { method = 'GET', path = '' } = contract['~orpc'].route
  const rest = { ...input }
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(textOf(value))
  })
  // Without its id an address is another call's.
  if (/\/(\/|$)/.test(place)) return undefined
  const inBody = method !== 'GET'
  const query = new URLSearchParams()
  if (!inBody)
    for (const [name, value] of Object.entries(rest))
      for (const each of [value].flat()) if (each !== undefined) query.append(name, textOf(each))
  const response = await world.app.request(`/api${place}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: {
      ...world.callers[who % world.callers.length],
      'if-match': '"1"',
      ...(inBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(inBody ? { body: JSON.stringify(rest) } : {}),
  })
  const text = await response.text()
  const { status } = response
  const said = `${fullName} ${JSON.stringify(input)?.slice(0, 300)} → ${status} ${text.slice(0, 200)}`
  if (status >= 500) return said
  // An address that is longer than servers read never comes to an operation.
  if (status === 431) return undefined
  const declared = [contract['~orpc'].route.successStatus ?? 200, ...refusals(contract['~orpc'].meta, method)]
  // An id that makes another path of it is another call.
  if (status !== 404 && !declared.includes(status)) return `not declared: ${said}`
  if (status >= 400) {
    const body = JSON.parse(text) as Refused
    if (typeof body.error?.code !== 'string' || typeof body.error.message !== 'string')
      return `error without code or message: ${said}`
    const named = Object.keys(body.error.fields ?? {}).length > 0
    return world.named && body.error.code === 'invalidInput' && !named
      ? `nothing is named: ${said}`
      : undefined
  }
  // A query's fields arrive as text; what a shape makes of them is its own affair.
  if (inBody && !safeParse(contract['~orpc'].inputSchema as core.$ZodType, input).success)
    return `broken input accepted: ${said}`
  if (!response.headers.get('content-type')?.includes('json')) return undefined
  const output = safeParse(contract['~orpc'].outputSchema as core.$ZodType, JSON.parse(text))
  return output.success
    ? undefined
    : `off its schema: ${said} ${JSON.stringify(output.error.issues).slice(0, 300)}`
}

// An address cannot carry half a character.
const textOf = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

/** Faults of one operation over so many inputs, always the same ones for a seed; callers take turns from the first on. */
export async function fuzz(
  world: FuzzWorld,
  operation: Operation,
  cases: number,
  seed: number,
  firstCaller = 0,
): Promise<string[]> {
  const shape = operation.contract['~orpc'].inputSchema as core.$ZodType
  const inputs = fc.sample(inputsOf(shape, world.known), { numRuns: cases, seed })
  const faults: string[] = []
  for (const [at, input] of inputs.entries()) {
    const fault = await faultOf(world, operation, input, firstCaller + at).catch(
      (error: Error) =>
        `${operation.fullName} ${JSON.stringify(input)?.slice(0, 300)} threw ${error.message}`,
    )
    if (fault) faults.push(fault)
  }
  return faults
}
