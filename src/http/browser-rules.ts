import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { AppError } from '#platform/errors.ts'
import type { HttpOptions, Vars } from './http-options.ts'

/** Never measured: signing in, and pages about money. */
const unmeasured = /^(\/en)?\/(login|activate-account|update-password|billing)(\/|$)/

/**
 * What every answer tells browsers: nothing runs or is loaded but what is ours and carries this answer's nonce, and
 * nobody frames a page.
 */
export function securityHeaders({
  services,
  development,
}: Pick<HttpOptions, 'services' | 'development'>): MiddlewareHandler<Vars> {
  const measured =
    services.environment === 'development'
      ? ''
      : (services.measuringScripts ?? []).map((url) => ` ${new URL(url).origin}`).join('')
  const https = services.appOrigin.startsWith('https:')
  return async (c, next) => {
    const nonce = randomUUID()
    c.set('nonce', nonce)
    await next()
    const hosts = unmeasured.test(c.req.path) ? '' : measured
    // `c.header` would make a new response, with a stream for a body, for each of them.
    const { headers } = c.res
    if (!development && !headers.has('Content-Security-Policy'))
      headers.set(
        'Content-Security-Policy',
        `default-src 'self'; script-src 'self' 'nonce-${nonce}'${hosts}; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob: https:; font-src 'self'; connect-src 'self'${hosts}; frame-src ${services.portalsOrigin}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      )
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
    headers.set('Cross-Origin-Opener-Policy', 'same-origin')
    if (https) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
}

/** Refuses what another site makes a browser send, whatever its content type. Programs send neither header. */
export function sameOriginOnly(appOrigin: string): MiddlewareHandler<Vars> {
  return async (c, next) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(c.req.method) && !c.get('call').keyHash) {
      const [site, origin] = [c.req.header('sec-fetch-site'), c.req.header('origin')]
      if (isForeign(site, origin, appOrigin)) throw new AppError(403, 'crossSite')
    }
    await next()
  }
}

const isForeign = (site: string | undefined, origin: string | undefined, appOrigin: string) =>
  site ? site !== 'same-origin' && site !== 'none' : origin !== undefined && origin !== appOrigin
