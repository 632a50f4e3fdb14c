import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, buildConnector, request } from 'undici'
import { bareHost, isPublicAddress, isPublicName } from './safe-fetch-address.ts'
import { readBody } from './safe-fetch-body.ts'

export type SafeFetchReason = 'refused' | 'unreachable' | 'status' | 'contentType' | 'tooLarge' | 'timeout'

/** Why a fetch of an address given by a person did not happen; `status` is the server's answer, where there was one. */
export class SafeFetchError extends Error {
  readonly reason: SafeFetchReason
  readonly status: number | undefined
  constructor(reason: SafeFetchReason, status?: number, cause?: unknown) {
    super(`safe fetch: ${reason}${status ? ` ${status}` : ''}`, { cause })
    this.reason = reason
    this.status = status
  }
}

export interface SafeFetchOptions {
  accept?: string
  /** Essence of the content types that are read; others fail with reason `contentType`. */
  contentTypes?: readonly string[]
  maxBytes?: number
  /** Beyond `maxBytes`: `cut` hands over what was read, `refuse` fails with reason `tooLarge`. */
  whenLonger?: 'cut' | 'refuse'
  timeoutMs?: number
  userAgent?: string
  /** A call of an API instead of a page: sent once, whatever redirects say, and answered with any status. */
  send?: { body?: string; headers: Record<string, string> }
  /** For tests only: stands in for DNS. */
  resolve?: (host: string) => Promise<string[]>
  /** `address:port` pairs on this machine that may be reached: those that a setting of the operator names. */
  letThrough?: readonly string[]
}

export interface SafeFetchAnswer {
  /** Where the redirects ended. */
  url: string
  status: number
  /** The Content-Type header as sent, with its charset. */
  contentType: string
  /** Seconds that the server asks to wait, as it says them. */
  retryAfter: string | undefined
  /** Any other header of the answer. */
  header: (name: string) => string | undefined
  body: Buffer
  cut: boolean
}

export const safeFetchLimits = {
  timeoutMs: 5_000,
  bytes: 512 * 1024,
  redirects: 3,
  urlLength: 2_048,
} as const
const ports = ['80', '443']

/**
 * Fetches a public http(s) address that a person typed in, and can reach nothing else: every literal and every
 * resolved address is judged when connecting, and the connection goes to the judged address itself, so that a second
 * DNS answer changes nothing. Ports 80 and 443, at most 3 redirects each judged anew, 5 s in all, 512 KB, no cookies.
 * Throws SafeFetchError.
 */
export async function safeFetch(address: string, options: SafeFetchOptions = {}): Promise<SafeFetchAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? safeFetchLimits.timeoutMs)
  const agent = new Agent({
    connect: guardedConnector(options),
    maxHeaderSize: 16_384,
    pipelining: 1,
    allowH2: false,
  })
  try {
    // Raced, because undici waits for a connector's look-up whatever the signal says.
    return await Promise.race([followRedirects(address, options, agent, signal), end(signal)])
  } catch (error) {
    if (signal.aborted) throw new SafeFetchError('timeout', undefined, error)
    throw refusalIn(error) ?? new SafeFetchError('unreachable', undefined, error)
  } finally {
    // Not awaited: a server that never closes must not hold the answer back.
    void agent.destroy()
  }
}

async function followRedirects(
  address: string,
  options: SafeFetchOptions,
  agent: Agent,
  signal: AbortSignal,
) {
  let url = judgeUrl(address, undefined, options)
  for (let hop = 0; hop <= safeFetchLimits.redirects; hop++) {
    const { body, headers } = options.send ?? {}
    const response = await request(url, {
      dispatcher: agent,
      method: body === undefined ? 'GET' : 'POST',
      body: body ?? null,
      signal,
      headers: {
        ...headers,
        accept: options.accept ?? '*/*',
        'accept-encoding': 'gzip, deflate, br',
        'accept-language': 'es,en;q=0.8',
        'user-agent': options.userAgent ?? 'BacklineFetch/1.0',
      },
    })
    const location = header(response.headers.location)
    if (!options.send && response.statusCode >= 300 && response.statusCode < 400 && location) {
      abandon(response.body)
      url = judgeUrl(location, url, options)
      continue
    }
    return await readAnswer(url, response, options, signal)
  }
  throw new SafeFetchError('unreachable')
}

type Response = Awaited<ReturnType<typeof request>>

async function readAnswer(url: URL, response: Response, options: SafeFetchOptions, signal: AbortSignal) {
  const contentType = header(response.headers['content-type']) ?? ''
  const essence = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!options.send && (response.statusCode < 200 || response.statusCode >= 300)) {
    abandon(response.body)
    throw new SafeFetchError('status', response.statusCode)
  }
  if (options.contentTypes && !options.contentTypes.includes(essence)) {
    abandon(response.body)
    throw new SafeFetchError('contentType', response.statusCode)
  }
  const maxBytes = options.maxBytes ?? safeFetchLimits.bytes
  const read = await readBody(response.body, header(response.headers['content-encoding']), maxBytes, signal)
  if (read.cut && options.whenLonger !== 'cut') throw new SafeFetchError('tooLarge', response.statusCode)
  const retryAfter = header(response.headers['retry-after'])
  const headerOf = (name: string) => header(response.headers[name])
  return { url: url.href, status: response.statusCode, contentType, retryAfter, header: headerOf, ...read }
}

/** What can be judged before any look-up: scheme, port, credentials, length, literal addresses, inner names. */
function judgeUrl(address: string, base: URL | undefined, options: SafeFetchOptions): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  if (!url || url.href.length > safeFetchLimits.urlLength) throw new SafeFetchError('refused')
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw new SafeFetchError('refused')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const known = options.letThrough?.some((pair) => pair.endsWith(`:${port}`)) ?? false
  if (!ports.includes(port) && !known) throw new SafeFetchError('refused')
  const host = bareHost(url.hostname)
  if (isIP(host) ? !mayReach(host, port, options) : !isPublicName(host)) throw new SafeFetchError('refused')
  url.hash = ''
  return url
}

const mayReach = (address: string, port: string, options: SafeFetchOptions) =>
  isPublicAddress(address) || (options.letThrough?.includes(`${address}:${port}`) ?? false)

/** undici calls this for names and literals alike, unlike `connect.lookup`. */
function guardedConnector(options: SafeFetchOptions): buildConnector.connector {
  const timeout = options.timeoutMs ?? safeFetchLimits.timeoutMs
  const connect = buildConnector({ timeout, allowH2: false, maxCachedSessions: 0 })
  const resolve = options.resolve ?? resolveAll
  return (target, callback) => {
    const host = bareHost(target.hostname)
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    const found = isIP(host) ? Promise.resolve([host]) : resolve(host)
    found.then(
      (addresses) => {
        // One inner address among public ones is enough to refuse: a retry could land on it.
        const judged = addresses.length > 0 && addresses.every((address) => mayReach(address, port, options))
        const address = addresses.find((one) => isIP(one) === 4) ?? addresses[0]
        if (!judged || !address) return callback(new SafeFetchError('refused'), null)
        connect({ ...target, hostname: address }, callback)
      },
      (error) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}

const end = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new SafeFetchError('timeout')), { once: true })
  })

const resolveAll = async (host: string) =>
  (await lookup(host, { all: true, verbatim: true })).map((one) => one.address)

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

function abandon(body: Readable) {
  body.on('error', () => {})
  body.destroy()
}

function refusalIn(error: unknown): SafeFetchError | undefined {
  if (error instanceof SafeFetchError) return error
  return error instanceof Error && error.cause ? refusalIn(error.cause) : undefined
}
