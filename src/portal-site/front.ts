import { type Context, Hono } from 'hono'
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
    const means = meaningOf(c.req.path, own)
    if (means === 'missing') return void meant.set(c.req.raw, missingPath(c.req.path))
    if ('moved' in means) return c.body(null, 301, { Location: means.moved, 'Cache-Control': forAnHour })
    if ('path' in means) return void meant.set(c.req.raw, means.path)
    if ('click' in means) return onClick(c, means.click, own)
    const origin = `https://${(c.req.header('host') ?? '').toLowerCase()}`
    return documentOf(database, means.document, origin, own.portalId)
  }

  async function onClick(c: Context, click: string, own: OwnHost): Promise<Response | undefined> {
    const target = await store.link(click)
    const { referer, host } = c.req.header()
    if (!target)
      return c.body(null, 302, { Location: ownPageBehind(referer, host), 'Cache-Control': 'no-store' })
    if (target.portalId !== own.portalId) meant.set(c.req.raw, '/-')
    return undefined
  }

  return front
}

const meaningOf = (path: string, own: OwnHost) =>
  own.live || path === '/healthz' ? pathOnHost(path, own) : 'missing'

const missingPath = (path: string) => (/^\/en(\/|$)/.test(path) ? '/en/-' : '/-')
