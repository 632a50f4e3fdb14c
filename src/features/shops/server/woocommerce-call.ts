import { SafeFetchError, safeFetch } from '#platform/safe-fetch.ts'
import { letThrough } from '#platform/shop-app.ts'
import type { ShopKeys } from './shop-tokens.ts'
import { ShopError } from './speaking-shop.ts'

const patienceMs = 30_000
const bytesMax = 16 * 1024 * 1024

export interface WooCommerce {
  /** `https://{shop}`. */
  address: string
  /** Host and folder: `tienda.example`, `tienda.example/shop`. */
  domain: string
}

/** What may be asked of a shop, and where. */
export const wooCommerceUrl = ({ address, domain }: WooCommerce, path: string) =>
  `${address.replace('{shop}', domain)}${path}`

type Query = Record<string, string | number | boolean | undefined>
export type AskWooCommerce = <T>(
  path: string,
  query?: Query,
  body?: object,
) => Promise<{ json: T; total: number | undefined }>

/**
 * Asks a shop's REST API v3 with its keys (Basic, over https). Redirects are not followed: keys are for one host.
 * `total` is of the whole list (`X-WP-Total`). @throws ShopError: `expired` for keys that are none any more or may not (401),
 * `throttled` for a host that wants less (429, 503 with Retry-After), `unreadable` for what is no JSON.
 */
export const askWooCommerce =
  (shop: WooCommerce, { access, secret = '' }: ShopKeys): AskWooCommerce =>
  async <T>(path: string, query: Query = {}, body?: object) => {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const url = `${wooCommerceUrl(shop, `/wp-json/wc/v3/${path}`)}?${new URLSearchParams(given)}`
    const authorization = `Basic ${Buffer.from(`${access}:${secret}`).toString('base64')}`
    const answer = await safeFetch(url, {
      send: body
        ? { body: JSON.stringify(body), headers: { authorization, 'content-type': 'application/json' } }
        : { headers: { authorization } },
      accept: 'application/json',
      maxBytes: bytesMax,
      timeoutMs: patienceMs,
      letThrough: letThrough(shop.address),
    }).catch((error: unknown) => {
      if (error instanceof SafeFetchError) throw new ShopError('unreachable', undefined, error)
      throw error
    })
    const json = readJson(answer.body)
    const fault = faultOf(answer, json)
    if (fault) throw fault
    if (json === undefined) throw new ShopError('unreadable', undefined, 'no JSON')
    const total = Number(answer.header('x-wp-total') ?? Number.NaN)
    return { json: json as T, total: Number.isSafeInteger(total) ? total : undefined }
  }

type Answer = Awaited<ReturnType<typeof safeFetch>>

function faultOf({ status, retryAfter }: Answer, json: unknown): ShopError | undefined {
  const why = (json as { message?: string } | undefined)?.message ?? status
  if (status === 429 || (status === 503 && retryAfter))
    return new ShopError('throttled', Math.ceil((Number(retryAfter) || 5) * 1000))
  if (status === 401) return new ShopError('expired', undefined, why)
  if (status >= 500) return new ShopError('unreachable', undefined, status)
  if (status < 200 || status >= 300) return new ShopError('refused', undefined, why)
  return undefined
}

function readJson(bytes: Buffer): unknown {
  try {
    // Some shops' plugins write a byte order mark, or warnings of PHP, before it.
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

interface Numbered {
  id: number
}

interface Listed<T> {
  json: T[]
  total: number | undefined
}

const isLast = ({ json, total }: Listed<Numbered>, next: number, size: number) =>
  json.length === 0 || (total === undefined ? json.length < size : next >= total)

/** Is the last thing of the page before no longer where it was? */
const hasMoved = ([first]: readonly Numbered[], last: number) => !(first && first.id <= last)

/**
 * The next page by id after a cursor `place:id`. WooCommerce pages by place alone: the last thing is asked for once more, and
 * where it has moved because others were taken out meanwhile, the page before is looked at again until it is found.
 */
export async function pageAfter<T extends Numbered>(
  cursor: string | null,
  size: number,
  list: (offset: number) => Promise<Listed<T>>,
): Promise<{ items: T[]; cursor: string | null; total: number | undefined }> {
  const [place = 0, last = -Infinity] = cursor === null ? [] : cursor.split(':').map(Number)
  for (let from = Math.max(0, place - 1); ; from = Math.max(0, from - size)) {
    const listed = await list(from)
    const { json, total } = listed
    if (!Array.isArray(json)) throw new ShopError('unreadable', undefined, 'no list')
    if (from > 0 && hasMoved(json, last)) continue
    const items = json.filter(({ id }) => id > last)
    const next = from + json.length
    return { items, cursor: isLast(listed, next, size) ? null : `${next}:${items.at(-1)?.id ?? last}`, total }
  }
}
