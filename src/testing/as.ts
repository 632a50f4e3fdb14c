import type { Hono } from 'hono'
import { contracts } from '#api.ts'
import { type Api, createClient, type Result, type Routes } from '#client.ts'
import { hashToken, newToken } from '#features/account/server/sessions.ts'
import { session } from '#features/account/server/table.ts'
import { sendFacts } from '#features/rollups/server/feed-facts.ts'
import { createApp } from '#http/app.ts'
import type { Services } from '#platform/call.ts'
import { asService, type Database } from '#platform/db.ts'
import type { FileStore } from '#platform/files.ts'
import { createLog } from '#platform/log.ts'
import { type PersonKey, people } from './world/cast.ts'

export const testOrigin = 'http://localhost:3000'

const routes: Routes = Object.fromEntries(
  Object.entries(contracts).map(([feature, operations]) => [
    feature,
    Object.fromEntries(
      Object.entries(operations).map(([name, contract]) => {
        const { method, path } = contract['~orpc'].route
        return [name, [method ?? 'GET', path ?? ''] as const]
      }),
    ),
  ]),
)

/** Uploads of a test, in memory. */
const testFiles = (): FileStore => {
  const kept = new Map<string, Uint8Array>()
  return {
    put: async (key, bytes) => void kept.set(key, bytes),
    read: async (key) => kept.get(key),
    remove: async (key) => void kept.delete(key),
    keys: async function* () {
      yield* kept.keys()
    },
  }
}

export const testServices: Services = {
  appOrigin: testOrigin,
  portalsOrigin: 'http://localhost:3001',
  environment: 'development',
  secret: Buffer.alloc(32, 7),
  secureCookies: true,
  files: testFiles(),
  redirectHosts: ['entradas.example', 'ayuda.example'],
  shops: {
    shopify: undefined,
    shopifyAddress: 'https://{shop}',
    woocommerce: { address: 'https://{shop}' },
    printful: { address: 'https://api.printful.com' },
  },
  music: {
    spotify: undefined,
    appleMusic: undefined,
    deezer: undefined,
    address: 'https://{service}',
    country: 'es',
  },
  buildId: 'test',
  wake: async () => {},
}

/** The whole program without its sockets. */
export function testApp(database: Database, lines?: string[], keyLimit = 1e9): Hono {
  const app = createApp({
    keyLimit,
    database,
    log: lines ? createLog('trace', { write: (line) => lines.push(line) }) : createLog('silent'),
    services: testServices,
    renderPages: () => new Response('page'),
    trustProxy: 0,
    ready: () => true,
  }) as unknown as Hono
  const { clickhouse } = testServices
  if (!clickhouse) return app
  const { request } = app
  // What the test has just written is there before it is asked for.
  app.request = async (...asked) => {
    await sendFacts(database, clickhouse)
    return request(...asked)
  }
  return app
}

/** Opens a session for a person without a password, and answers the Cookie header that carries it. */
export async function cookieFor(
  database: Database,
  personId: string,
  currentPortalId?: string,
): Promise<string> {
  const token = newToken()
  await database.transaction(asService('trial'), (tx) =>
    tx.insert(session).values({
      tokenHash: hashToken(token),
      personId,
      currentPortalId: currentPortalId ?? null,
      expiresAt: new Date(Date.now() + 3_600_000),
    }),
  )
  return `__Host-backline=${token}`
}

/** As a browser asks for a page of ours. */
export const inBrowser = (cookie: string) => ({ cookie, 'sec-fetch-site': 'same-origin' })

/** A client that talks to the program as the holder of the cookie; without one, as nobody. */
export function clientFor(app: Hono, cookie?: string): Api {
  return createClient(routes, {
    retryDelays: [],
    fetch: ((url: string, init: RequestInit) =>
      app.request(url, {
        ...init,
        headers: { ...(init.headers as object), ...(cookie ? inBrowser(cookie) : {}) },
      })) as typeof fetch,
  })
}

/** The output of a call that has to succeed. */
export function ok<T>(result: Result<T>): T {
  if (result === undefined || (typeof result === 'object' && result !== null && 'error' in result))
    throw new Error(`The call failed: ${JSON.stringify(result)}`)
  return result as T
}

/** The one portal that a draft of one made. */
export function madePortal(result: Awaited<ReturnType<Api['portals']['createPortal']>>) {
  const made = ok(result)
  if (!('id' in made)) throw new Error(`It made ${JSON.stringify(made)}`)
  return made
}

/** The API as one of the cast sees it, or as nobody. */
export async function as(
  database: Database,
  key: PersonKey | 'anonymous',
  currentPortalId?: string,
): Promise<Api> {
  const cookie = key === 'anonymous' ? undefined : await cookieFor(database, people[key].id, currentPortalId)
  return clientFor(testApp(database), cookie)
}

/** What a person gets from an address that answers a file. */
export async function fileFor(database: Database, personId: string, address: string): Promise<Response> {
  return testApp(database).request(`/api${address}`, {
    headers: inBrowser(await cookieFor(database, personId)),
  })
}
