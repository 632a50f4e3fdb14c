import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { keyHashFrom, sessionHashFrom } from '#features/account/server/sessions.ts'
import { callerAddress } from '#platform/caller-address.ts'
import { defaultLocale, type Locale, localeCookie, pagePersonHeader } from '#platform/constants.ts'
import { observeRequest } from '#platform/metrics.ts'
import { placeOf } from '#platform/place-headers.ts'
import { wroteFrom } from '#platform/wrote-cookie.ts'
import type { HttpOptions, Vars } from './http-options.ts'
import { loggedPath } from './logged-path.ts'

/** Who calls, as the proxies before the program tell it. */
export function remoteAddress(c: Context, trustProxy: number): string {
  const bindings = c.env as Partial<HttpBindings> | undefined
  const remote = bindings?.incoming ? getConnInfo(c).remote.address : 'in-process'
  return callerAddress(c.req.header('x-forwarded-for'), remote, trustProxy)
}

/** The language of an API answer: what the request asks for, else the saved one, else Spanish. */
function localeOf(c: Context): Locale {
  for (const wished of (c.req.header('accept-language') ?? '').split(',').slice(0, 10)) {
    const language = wished.trim().slice(0, 2).toLowerCase()
    if (language === 'es' || language === 'en') return language
  }
  const saved = new RegExp(`(?:^|;\\s*)${localeCookie.name}=(\\w+)`).exec(c.req.header('cookie') ?? '')?.[1]
  return saved === 'en' ? 'en' : defaultLocale
}

/** A page's language is that of its address. */
export const pageLocale = (c: Context): Locale => (/^\/en(\/|$)/.test(c.req.path) ? 'en' : defaultLocale)

/** Says of each request who calls and how, and afterwards what was answered: to the log, the figures, the caller. */
export function observe(options: HttpOptions): MiddlewareHandler<Vars> {
  const { database, log, services } = options
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    const authorization = c.req.header('authorization')
    // A request that names a key is a program's: a cookie beside it does not count.
    const sessionHash = /^bearer /i.test(authorization ?? '')
      ? undefined
      : sessionHashFrom(c.req.header('cookie'), services.secureCookies)
    c.set('call', {
      database,
      log,
      services,
      requestId,
      sessionHash,
      keyHash: keyHashFrom(authorization),
      byProgram: sessionHash === undefined && /^(cross-site)?$/.test(c.req.header('sec-fetch-site') ?? ''),
      byPerson: sessionHash !== undefined && c.req.header('sec-fetch-site') !== undefined,
      pagePerson: c.req.header(pagePersonHeader),
      wrote: wroteFrom(c.req.header('cookie'), services.secureCookies),
      locale: localeOf(c),
      address: remoteAddress(c, options.trustProxy),
      userAgent: c.req.header('user-agent') ?? '',
      ...(options.trustProxy > 0 ? { place: () => placeOf((name) => c.req.header(name)) } : {}),
      idempotencyKey: c.req.header('idempotency-key'),
      ifMatch: c.req.header('if-match'),
      headers: new Headers(),
      signal: c.req.raw.signal,
    })
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    const took = performance.now() - started
    const ms = Math.round(took)
    observeRequest(c.req.path, c.res.status, took / 1000)
    const { method, path } = c.req
    log.info({ requestId, method, path: loggedPath(path), status: c.res.status, ms }, 'request')
  }
}
