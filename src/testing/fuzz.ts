import fc from 'fast-check'
import type { Hono } from 'hono'
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
  app: Hono
  cookies: string[]
  known: KnownIds
}

export async function openFuzzWorld(database: Database): Promise<FuzzWorld> {
  const known: Record<string, string[]> = {
    portalId: [portals.ninoLobo.id, portals.claraVentisca.id, portals.bajamar.id],
    accountId: Object.values(accounts).map(({ id }) => id),
    personId: Object.values(people).map(({ id }) => id),
  }
  for (const [name, query] of Object.entries(rowsInPaths))
    known[name] = (await database.query<{ id: string }>(`select id from (${query}) r limit 20`)).map(
      ({ id }) => id,
    )
  const cookies = [
    await cookieFor(database, people.super.id),
    await cookieFor(database, people.label.id),
    await cookieFor(database, people.artist.id),
  ]
  return { app: testApp(rollingBack(database)), cookies, known }
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
      cookie: world.cookies[who % world.cookies.length] ?? '',
      origin: testOrigin,
      'if-match': '"1"',
      ...(inBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(inBody ? { body: JSON.stringify(rest) } : {}),
  })
  const text = await response.text()
  const { status } = response
  const said = `${fullName} ${JSON.stringify(input)?.slice(0, 300)} → ${status} ${text.slice(0, 200)}`
  if (status >= 500) return said
  const declared = [contract['~orpc'].route.successStatus ?? 200, ...refusals(contract['~orpc'].meta, method)]
  // An id that makes another path of it is another call.
  if (status !== 404 && !declared.includes(status)) return `not declared: ${said}`
  if (status >= 400) {
    const body = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } }
    return typeof body.error?.code === 'string' && typeof body.error.message === 'string'
      ? undefined
      : `error without code or message: ${said}`
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
/** Faults of one operation over so many inputs, always the same ones for a seed. */
export async function fuzz(
  world: FuzzWorld,
  operation: Operation,
  cases: number,
  seed: number,
): Promise<string[]> {
  const shape = operation.contract['~orpc'].inputSchema as core.$ZodType
  const inputs = fc.sample(inputsOf(shape, world.known), { numRuns: cases, seed })
  const faults: string[] = []
  for (const [at, input] of inputs.entries()) {
    const fault = await faultOf(world, operation, input, at).catch(
      (error: Error) =>
        `${operation.fullName} ${JSON.stringify(input)?.slice(0, 300)} threw ${error.message}`,
    )
    if (fault) faults.push(fault)
  }
  return faults
}
