import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { CollectEvent } from '#features/visits/contract.ts'
import { collectVisit } from '#features/visits/server/collect-visit.ts'
import { isPrefetch } from '#features/visits/server/seen-view.ts'
import { visitQueue } from '#features/visits/server/visit-queue.ts'
import { callerAddress } from '#platform/caller-address.ts'
import type { Locale } from '#platform/constants.ts'
import type { Listener } from '#platform/listen.ts'
import { nowhere, placeOf } from '#platform/place-headers.ts'
import { createPortalSite, type PortalSiteOptions } from './app.ts'
import type { PageStore, StoredPage } from './page-store.ts'
import { isAddress } from './requests.ts'

type ListenerOptions = Omit<PortalSiteOptions, 'count' | 'visitorOf'>
const collectLimitBytes = 8 * 1024
const pagePath = /^\/(en\/)?([a-z0-9-]{3,40})$/
const goPath = /^\/go\/([0-9a-f-]{36}(?:\/\d{1,2})?)$/

const addressOf = ({ headers, socket }: IncomingMessage, trustProxy: number): string =>
  callerAddress(headers['x-forwarded-for']?.toString(), socket.remoteAddress, trustProxy)

/** Where the visitor is, if a trusted proxy says so. */
const placeFor = ({ headers }: IncomingMessage, trustProxy: number) =>
  trustProxy > 0 ? placeOf((name) => headers[name]?.toString()) : nowhere

/** Puts views and clicks into the queue, as they arrive. */
function counter({ database, log, trustProxy }: ListenerOptions) {
  const queue = visitQueue(database, log)
  return (
    kind: 'view' | 'click',
    { portalId, accountId }: { portalId: string; accountId: string },
    request: IncomingMessage,
    linkId: string | null = null,
  ) => {
    if (request.method !== 'GET' || isPrefetch(request.headers)) return
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
    queue.add({
      portalId,
      accountId,
      kind,
      at: Date.now(),
      address: addressOf(request, trustProxy),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 1_000),
      path,
      query,
      referrer: (request.headers.referer ?? '').slice(0, 2_000),
      host: (request.headers.host ?? '').replace(/:\d+$/, ''),
      linkId,
      place: placeFor(request, trustProxy),
    })
  }
}

function sendPage(
  page: StoredPage,
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  strict: Record<string, string>,
) {
  const headers: Record<string, string | number> = {
    ETag: page.etag,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    'Content-Security-Policy': page.csp,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...strict,
  }
  if (asked['if-none-match'] === page.etag) return void response.writeHead(304, headers).end()
  const zipped = asked['accept-encoding']?.includes('gzip') ?? false
  const body = zipped ? page.gzip : page.body
  headers['Content-Type'] = 'text/html; charset=utf-8'
  headers['Content-Length'] = body.length
  if (zipped) headers['Content-Encoding'] = 'gzip'
  response.writeHead(200, headers).end(body)
}

/**
 * The public origin's requests. Pages and redirects that are in memory are answered right here: a fan's page costs
 * little more than sending its bytes. Everything else takes the way of `createPortalSite`.
 */
export function portalListener(options: ListenerOptions): { listener: Listener; store: PageStore } {
  const count = counter(options)
  const { site, store, hosts } = createPortalSite({
    ...options,
    visitorOf: (c) => {
      const { incoming } = c.env as Partial<HttpBindings>
      return incoming ? addressOf(incoming, options.trustProxy) : 'unknown'
    },
    count: (kind, where, c: Context, linkId) => {
      const { incoming } = c.env as Partial<HttpBindings>
      if (incoming) count(kind, where, incoming, linkId)
    },
  })
  const slow = getRequestListener(site.fetch)
  const strict: Record<string, string> = options.services.portalsOrigin.startsWith('https:')
    ? { 'Strict-Transport-Security': 'max-age=31536000' }
    : {}
  const pages: Listener = (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] as string
    // On a portal's own host only that portal exists: what is shown there is decided with the host known.
    const known =
      request.method === 'GET' && hosts.peek(request.headers.host) === null
        ? storedAt(store, path)
        : undefined
    if (!known) return void slow(request, response)
    if ('url' in known) {
      count('click', known, request, known.id)
      response
        .writeHead(302, {
          Location: known.url,
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'strict-origin-when-cross-origin',
          ...strict,
        })
        .end()
      return
    }
    count('view', known, request)
    sendPage(known, request, response, strict)
  }
  return { listener: collecting(options, pages), store }
}

function storedAt(store: PageStore, path: string) {
  const now = Date.now()
  const page = pagePath.exec(path)
  if (page?.[2] && isAddress(page[2])) {
    const locale: Locale = page[1] ? 'en' : 'es'
    return store.at(`${locale} ${page[2]}`, now)
  }
  const go = goPath.exec(path)
  return go?.[1] ? store.linkNow(go[1], now) : undefined
}

/** Whole, with their length: head and body then leave in one piece, which is half of what an answer in chunks costs. */
const accepted = [JSON.stringify({ accepted: false }), JSON.stringify({ accepted: true })] as const

const openToAll = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/**
 * Takes `POST /api/collect` before anything else: thousands a second, from any site, without a cookie, as text or JSON.
 * Trackers look at no answer, so that all are 202, except what is no event at all.
 */
export function collecting(options: ListenerOptions, next: Listener): Listener {
  const { database, log, trustProxy, services } = options
  return (request, response) => {
    if (request.url !== '/api/collect') return next(request, response)
    if (request.method === 'OPTIONS') return void response.writeHead(204, openToAll).end()
    if (request.method !== 'POST') return next(request, response)
    const answer = (status: number, isTaken = false) => {
      const body = accepted[isTaken ? 1 : 0]
      const own = {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
        'Content-Length': body.length,
      }
      response.writeHead(status, { ...openToAll, ...own }).end(body)
    }
    const source = {
      database,
      log,
      address: addressOf(request, trustProxy),
      userAgent: request.headers['user-agent'] ?? '',
      place: placeFor(request, trustProxy),
      portalsOrigin: services.portalsOrigin,
    }
    read(request, collectLimitBytes)
      .then(async (text) => {
        const event = text === undefined ? undefined : parse(text)
        if (!event) return answer(text === undefined ? 413 : 400)
        answer(202, !isPrefetch(request.headers) && (await collectVisit(source, event)))
      })
      .catch((error: unknown) => {
        log.error({ error }, 'collect failed')
        if (!response.headersSent) answer(503)
      })
  }
}

function parse(text: string) {
  try {
    const result = CollectEvent.safeParse(JSON.parse(text))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}

/** The body as text, or undefined when it is longer than `limit`. */
function read(request: IncomingMessage, limit: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= limit) chunks.push(chunk)
    })
    request.on('end', () => resolve(bytes > limit ? undefined : Buffer.concat(chunks).toString('utf8')))
    request.on('error', reject)
  })
}
