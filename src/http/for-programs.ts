import { createHash } from 'node:crypto'
import type { Context, HonoRequest, MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '#platform/db.ts'
import { AppError, TooMany } from '#platform/errors.ts'
import { sameTag } from '#platform/http-conditions.ts'
import { apiVersion } from './api-version.ts'
import type { HttpOptions, Vars } from './http-options.ts'
import { methodsAt } from './methods-at.ts'

/** Calls that one key may make within a minute, at each process. */
const callsOfKey = 3_000
const seconds = 60

/**
 * Lets a key make so many calls, and tells how many are left: `RateLimit` and `RateLimit-Policy`. Source: IETF draft
 * "RateLimit header fields for HTTP", 11. In memory: a question to the database for each call would cost more than the call.
 */
export function limitKeys({ keyLimit = callsOfKey }: HttpOptions): MiddlewareHandler<Vars> {
  const limiter = new RateLimiterMemory({ points: keyLimit, duration: seconds })
  const tell = (headers: Headers, left: RateLimiterRes) => {
    const { remainingPoints, msBeforeNext } = left
    headers.set('RateLimit-Policy', `"key";q=${keyLimit};w=${seconds}`)
    headers.set('RateLimit', `"key";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`)
  }
  return async (c, next) => {
    const { keyHash } = c.get('call')
    if (!keyHash) return next()
    let left: RateLimiterRes | undefined
    const count = async (calls: number) => {
      try {
        left = await limiter.consume(keyHash, calls)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        left = refused
        const headers = new Headers(new TooMany(refused.msBeforeNext / 1000).headers)
        tell(headers, refused)
        throw new AppError(429, 'tooMany', { headers: Object.fromEntries(headers) })
      }
    }
    c.set('countCalls', count)
    await count(1)
    await next()
    if (left) tell(c.res.headers, left)
  }
}

/**
 * A program may say with `Backline-Version` which version of the API it was written for, and is refused where that is no longer
 * this one: it would read answers for something that they are not. Older versions are not kept.
 */
export const onlyThisVersion: MiddlewareHandler<Vars> = (c, next) => {
  const wished = c.req.header('backline-version')?.trim()
  if (wished === undefined || wished === apiVersion) return next()
  throw new AppError(400, 'otherVersion', {
    params: { wished: wished.slice(0, 40), version: apiVersion },
    headers: { 'Backline-Version': apiVersion },
  })
}

const sentHeaders =
  'Authorization, Content-Type, Accept-Language, Backline-Version, Idempotency-Key, If-Match, If-None-Match'
const toldHeaders = 'Backline-Version, ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id'

/**
 * Pages of other origins may call with a key of one portal, where that portal allows their origin; a key that reaches more
 * has no business in a page. Browsers ask first, without the key: then it is enough that any portal allows it.
 */
export function otherOrigins({ database, services }: HttpOptions): MiddlewareHandler<Vars> {
  return async (c, next) => {
    const origin = c.req.header('origin')
    if (!origin || origin === services.appOrigin) return next()
    const { keyHash } = c.get('call')
    if (asksBefore(c.req)) return (await mayCome(database, origin, c)) ?? next()
    if (keyHash) await demandOrigin(database, keyHash, origin)
    // A page whose key was left out reads why it is refused, as one whose key does not work.
    else if (!(await anyAllows(database, origin))) return next()
    await next()
    c.res.headers.set('Access-Control-Allow-Origin', origin)
    c.res.headers.set('Access-Control-Expose-Headers', toldHeaders)
    c.res.headers.append('Vary', 'Origin')
  }
}

const anyAllows = async (database: Database, origin: string) =>
  (
    await database.query(
      'select from portal where api_origins @> jsonb_build_array($1::text) and deleted_at is null limit 1',
      [origin],
      'any_allows_origin',
    )
  ).length > 0

async function keyAllows(database: Database, keyHash: string, origin: string): Promise<boolean> {
  const [key] = await database.query<{ allows: boolean }>(
    `select p.id is not null as allows from api_key k left join portal p
       on p.id = k.portal_id and p.api_origins @> jsonb_build_array($2::text) and p.deleted_at is null
     where k.hash = $1`,
    [keyHash, origin],
    'key_allows_origin',
  )
  // No key at all is refused as such, and a page that may ask may also read it.
  return key ? key.allows : anyAllows(database, origin)
}

const asksBefore = (request: HonoRequest) =>
  request.method === 'OPTIONS' && request.header('access-control-request-method')

/** The answer to a browser that asks before it lets a page call; undefined where it may not. */
async function mayCome(database: Database, origin: string, c: Context<Vars>): Promise<Response | undefined> {
  if (!(await anyAllows(database, origin))) return undefined
  const methods = methodsAt(c.req.path)
  if (methods.length === 0) return undefined
  return c.body(null, 204, {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': sentHeaders,
    'Access-Control-Max-Age': '600',
    Vary: 'Origin',
  })
}

/** @throws AppError 403 */
async function demandOrigin(database: Database, keyHash: string, origin: string) {
  if (!(await keyAllows(database, keyHash, origin))) throw new AppError(403, 'originNotAllowed')
}

/** When an answer was made is no change of it. */
const madeAt = /"generatedAt":"[^"]*"/g

/**
 * What a program reads has a tag of its content beside that of its version, so that it can ask for it only where it has
 * changed: `"3.kX…"`; the part before the dot is what `If-Match` holds against the row. Answers 304 where it is the same.
 */
function whereChanged(response: Response, text: string, ifNoneMatch: string | undefined): Response {
  const { headers } = response
  const version = /^"(.*)"$/.exec(headers.get('etag') ?? '')?.[1] ?? ''
  const same = text.replace(madeAt, '')
  const tag = `"${version}.${createHash('sha256').update(same).digest('base64url').slice(0, 16)}"`
  headers.set('ETag', tag)
  headers.set('Cache-Control', 'private, no-cache')
  headers.append('Vary', 'Authorization, Accept, Accept-Language')
  if (!sameTag(ifNoneMatch, tag)) return response
  headers.delete('Content-Type')
  return new Response(null, { status: 304, headers })
}

/** A whole answer to what is read, as `whereChanged`; any other as it is. */
export function ifChanged(request: HonoRequest, response: Response, text: string | undefined) {
  if (text === undefined || response.status !== 200 || !/^(GET|HEAD)$/.test(request.method)) return response
  return whereChanged(response, text, request.header('if-none-match'))
}
