import createFetchClient, { type Client, type Middleware } from 'openapi-fetch'
import { Webhook } from 'standardwebhooks'
import { madeFor, repeatable } from './repeatable.ts'
import type { components, paths } from './schema.d.ts'

/** The shapes of the API by their names: `Shapes['Product']`. */
export type Shapes = components['schemas']
export type Backline = Client<paths>

export interface Options {
  /** Where the dashboard is: `https://backline.example`. */
  address: string
  /** An API key, `blk_…`. */
  key: string
  /** The language of messages. Default: Spanish. */
  language?: 'es' | 'en'
  /** How often a call is made again that was not answered, or answered with 429 or 503. Default: 3. */
  tries?: number
  /**
   * The version of the API that the program was written for; where it runs as another one, calls answer `otherVersion` instead of
   * something else than is expected. Default: the one that this client was made for. `null`: whichever runs.
   */
  version?: string | null
  fetch?: typeof globalThis.fetch
}

const again = new Set([408, 429, 502, 503, 504])
const longestWaitMs = 60_000
/** Waits, or ends with the call that waits. */
const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', end, { once: true })
  })

/** Until when to wait: as the answer says, else longer each time. */
function delayOf(response: Response | undefined, at: number): number {
  const said = response?.headers.get('retry-after') ?? ''
  // Proxies on the way may tell a moment instead of seconds.
  const seconds = Number(said) || (Date.parse(said) - Date.now()) / 1000
  return Math.min(longestWaitMs, seconds > 0 ? seconds * 1000 : 250 * 2 ** at + Math.random() * 250)
}

/**
 * Sends a call again where that is harmless: what only reads, and what carries an `Idempotency-Key`. All tries of one call
 * have the same key, so that what was made although its answer was lost is not made twice.
 */
function trying({ fetch = globalThis.fetch, tries = 3 }: Options): (request: Request) => Promise<Response> {
  return async (request) => {
    const harmless = /^(GET|HEAD)$/.test(request.method) || request.headers.has('idempotency-key')
    for (let at = 0; ; at++) {
      const last = !harmless || at + 1 >= tries
      try {
        const response = await fetch(request.clone())
        if (last || !again.has(response.status)) return response
        await wait(delayOf(response, at), request.signal)
      } catch (error) {
        if (last || request.signal.aborted) throw error
        await wait(delayOf(undefined, at), request.signal)
      }
    }
  }
}

const withKey = ({ key, language, version = madeFor }: Options): Middleware => ({
  onRequest({ request, schemaPath }) {
    request.headers.set('authorization', `Bearer ${key}`)
    if (version !== null) request.headers.set('backline-version', version)
    if (language) request.headers.set('accept-language', language)
    if (request.method === 'POST' && repeatable.has(schemaPath) && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID())
    return request
  },
})

/** Every call of the API, typed by its path: `backline.GET('/portals')`. */
export function createClient(options: Options): Backline {
  const client = createFetchClient<paths>({
    baseUrl: `${options.address.replace(/(\/api)?\/*$/, '')}/api`,
    fetch: trying(options),
    querySerializer: { array: { style: 'form', explode: true } },
  })
  client.use(withKey(options))
  return client
}

/** What the API answered instead; `code` is the same in every language. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** What to name when asking about this call. */
  readonly requestId: string | null
  constructor(response: Response, body: unknown) {
    const { error } = (body ?? {}) as { error?: { code?: string; message?: string; fields?: object } }
    super(error?.message ?? `HTTP ${response.status}`)
    this.name = 'Refused'
    this.status = response.status
    this.code = error?.code ?? (response.status === 304 ? 'notModified' : 'unknown')
    this.fields = { ...error?.fields } as Record<string, string>
    this.requestId = response.headers.get('x-request-id')
  }
}

/** The answer of a call that has to succeed. @throws Refused */
export async function ok<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<NonNullable<T>> {
  const { data, error, response } = await call
  if (!response.ok) throw new Refused(response, error)
  return data as NonNullable<T>
}

interface Page<Row> {
  items: Row[]
  nextCursor?: string | null
}

/**
 * Every row of a list, page after page, as they are needed: `for await (const order of all((query) =>
 * backline.GET('/orders', { params: { query } })))`. What others add or take away meanwhile leaves no row out and tells none
 * twice. @throws Refused
 */
export async function* all<Row>(
  read: (query: { cursor?: string }) => Promise<{ data?: Page<Row>; error?: unknown; response: Response }>,
): AsyncGenerator<Row> {
  for (let query: { cursor?: string } | undefined = {}; query; ) {
    const page: Page<Row> = await ok(read(query))
    yield* page.items
    query = page.nextCursor ? { cursor: page.nextCursor } : undefined
  }
}

interface Told<One> {
  items: One[]
  cursor: string
  hasMore: boolean
}

/**
 * What endpoints were told, page after page: `missed((query) => backline.GET('/webhooks/messages', { params: { query } }), after)`.
 * `after` is the `cursor` that was kept last time. @throws Refused
 */
export async function* missed<One>(
  read: (query: { after?: string }) => Promise<{ data?: Told<One>; error?: unknown; response: Response }>,
  after?: string,
): AsyncGenerator<Told<One>> {
  for (let query: { after?: string } = after === undefined ? {} : { after }; ; ) {
    const told: Told<One> = await ok(read(query))
    yield told
    if (!told.hasMore) return
    query = { after: told.cursor }
  }
}

/** What a webhook tells: `type` says which shape `data` has. */
export interface Message {
  type: string
  timestamp: string
  data: unknown
}

/** A webhook's message, once its signature is seen to be ours. `body` as it came, before it is parsed. @throws where it is not. */
export const verified = (
  secret: string,
  body: string,
  headers: Record<string, string | string[] | undefined>,
): Message => new Webhook(secret).verify(body, headers as Record<string, string>) as Message
