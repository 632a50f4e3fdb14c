import { SafeFetchError, safeFetch } from '#platform/safe-fetch.ts'
import { letThrough } from '#platform/shop-app.ts'
import { ShopError } from './speaking-shop.ts'

const patienceMs = 30_000
const bytesMax = 16 * 1024 * 1024

interface Envelope<T> {
  code: number
  result: T
  paging?: { total: number; offset: number; limit: number }
  error?: { reason: string; message: string }
}
export interface PrintfulAnswer<T> {
  json: T
  total: number | undefined
}
export type AskPrintful = <T>(path: string, body?: object) => Promise<PrintfulAnswer<T>>

/**
 * Asks Printful's API (v1: sync products are there alone) with a store's private token. `total` is of the whole list.
 * @throws ShopError: `expired` for a token that is none any more (401), `refused` for one that may not (403), `throttled` with
 * the seconds until 120 calls a minute are free again.
 */
export const askPrintful =
  ({ address }: { address: string }, token: string): AskPrintful =>
  async <T>(path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await safeFetch(`${address}/${path}`, {
      send: body ? { body: JSON.stringify(body), headers } : { headers },
      accept: 'application/json',
      maxBytes: bytesMax,
      timeoutMs: patienceMs,
      letThrough: letThrough(address),
    }).catch((error: unknown) => {
      if (error instanceof SafeFetchError) throw new ShopError('unreachable', undefined, error)
      throw error
    })
    const said = readEnvelope<T>(answer.body)
    const fault = faultOf(answer, said?.error?.message ?? answer.status)
    if (fault) throw fault
    if (said?.result === undefined) throw new ShopError('unreadable', undefined, 'no result')
    return { json: said.result, total: said.paging?.total }
  }

type Answer = Awaited<ReturnType<typeof safeFetch>>

function faultOf({ status, retryAfter, header }: Answer, why: string | number): ShopError | undefined {
  if (status === 429) {
    const seconds = Number(retryAfter ?? header('x-ratelimit-reset')) || 10
    return new ShopError('throttled', Math.ceil(seconds * 1000), why)
  }
  if (status === 401) return new ShopError('expired', undefined, why)
  if (status >= 500) return new ShopError('unreachable', undefined, why)
  if (status < 200 || status >= 300) return new ShopError('refused', undefined, why)
  return undefined
}

function readEnvelope<T>(bytes: Buffer): Partial<Envelope<T>> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
