import { type Context, Hono } from 'hono'
import type { Locale } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import { asAppError } from '#platform/failures.ts'
import type { Log } from '#platform/log.ts'
import { forAnHour } from './answers.ts'
import { documentOf } from './fixed-files.ts'
import { ownPageBehind } from './gone-target.ts'
import { type CustomHosts, type OwnHost, pathOnHost } from './hosts.ts'
import type { PageStore } from './page-store.ts'
import { inLowerCase, withoutEndSlash } from './requests.ts'

interface Behind {
  database: Database
  log: Log
  hosts: CustomHosts
  store: PageStore
  site: Hono
  /** Which path of the site a request means, where it is another than its own. */
  meant: WeakMap<Request, string>
}

/** What every request to the public origin meets first: one way of writing an address, and portals on hosts of their own. */
export function siteFront({ database, log, hosts, store, site, meant }: Behind): Hono {
  const front = new Hono()
  front.all('*', async (c) => {
    const own = await hosts.of(c.req.header('host'))
    const typed = withoutEndSlash(c.req.path) ?? (own ? undefined : inLowerCase(c.req.path))
    if (typed && (c.req.method === 'GET' || c.req.method === 'HEAD')) {
      const to = typed + new URL(c.req.url).search
      return c.body(null, 301, { Location: to, 'Cache-Control': forAnHour })
    }
    return (own && (await onOwnHost(c, own))) || site.fetch(c.req.raw, c.env)
  })
  front.onError((error) => {
    log.error({ error }, 'portal host failed')
    const known = asAppError(error)
    return new Response(null, { status: known?.status ?? 500, headers: known?.headers ?? {} })
  })

  /** The answer of a portal's own host; undefined for what the site answers, by the path that is meant. */
  async function onOwnHost(c: Context, own: OwnHost): Promise<Response | undefined> {
    const locale: Locale = /^\/en(\/|$)/.test(c.req.path) ? 'en' : 'es'
    const means = own.live || c.req.path === '/healthz' ? pathOnHost(c.req.path, own) : 'missing'
    if (means === 'missing') meant.set(c.req.raw, `${locale === 'en' ? '/en' : ''}/-`)
    else if ('moved' in means) return c.body(null, 301, { Location: means.moved, 'Cache-Control': forAnHour })
    else if ('path' in means) meant.set(c.req.raw, means.path)
    else if ('document' in means) {
      const origin = `https://${(c.req.header('host') ?? '').toLowerCase()}`
      return documentOf(database, means.document, origin, own.portalId)
    } else {
      const target = await store.link(means.click)
      const { referer, host } = c.req.header()
      if (!target)
        return c.body(null, 302, { Location: ownPageBehind(referer, host), 'Cache-Control': 'no-store' })
      if (target.portalId !== own.portalId) meant.set(c.req.raw, '/-')
    }
    return undefined
  }

  return front
}
