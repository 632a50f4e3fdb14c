import { type Context, Hono } from 'hono'
import { isPreview } from '#features/appearance/server/preview-token.ts'
import { unpackPart } from '#features/previews/server/part.ts'
import type { Services } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import { asAppError } from '#platform/failures.ts'
import type { Log } from '#platform/log.ts'
import { nowhere, placeOf } from '#platform/place-headers.ts'
import { forAnHour, methodsOf, pageAnswer, stored } from './answers.ts'
import { asideRoutes } from './aside-routes.ts'
import { embeds } from './embed.ts'
import { fixedFiles } from './fixed-files.ts'
import { addressAfter, pageOfClick } from './former-address.ts'
import { siteFront } from './front.ts'
import { pageBehind } from './gone-target.ts'
import { type CustomHosts, customHosts } from './hosts.ts'
import { loadPage } from './page-data.ts'
import { PageStore } from './page-store.ts'
import { type Aside, pictureRoutes } from './picture-routes.ts'
import { type PlainAnswer, presaveRoutes } from './presave-routes.ts'
import { pageWithPart } from './preview-part.ts'
import { type Count, productRoutes } from './product-routes.ts'
import { plainPart, renderPage, renderPart, type Surroundings } from './render-page.ts'
import { isAddress } from './requests.ts'
import { standalonePage } from './standalone-page.ts'

export interface PortalSiteOptions {
  database: Database
  log: Log
  services: Pick<Services, 'appOrigin' | 'portalsOrigin' | 'secret' | 'files'>
  /** How many proxies stand before the program. */
  trustProxy: number
  count: Count
  /** The visitor's address. */
  visitorOf: (c: Context) => string
}

export interface PortalSite {
  site: Hono
  store: PageStore
  hosts: CustomHosts
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The public origin: what fans see. Server-rendered; works without scripts. */
export function createPortalSite({
  database,
  log,
  services,
  trustProxy,
  count,
  visitorOf,
}: PortalSiteOptions): PortalSite {
  const around: Surroundings = { portalsOrigin: services.portalsOrigin, appOrigin: services.appOrigin }
  const store = new PageStore(database, log, around)
  const hosts = customHosts(database, services.portalsOrigin)
  /** On a portal's own host: the path below its address that a request means. */
  const meant = new WeakMap<Request, string>()
  const site = new Hono({ getPath: (request) => meant.get(request) ?? new URL(request.url).pathname })
  const pageOf: PlainAnswer = async (data, locale, { status, ...plain }) =>
    pageAnswer(await renderPart(data, locale, around, plainPart(data, locale, plain)), status, 'no-store')

  const placeFor = (c: Context) => (trustProxy > 0 ? placeOf((name) => c.req.header(name)) : nowhere)

  const missing = async (locale: Locale) =>
    pageAnswer(await standalonePage('missing', locale, services.appOrigin), 404, 'no-store')

  site.get('/healthz', (c) => c.text('ok'))
  site.use(async (c, next) => {
    await next()
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
    c.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()')
    if (services.portalsOrigin.startsWith('https:')) c.header('Strict-Transport-Security', 'max-age=31536000')
    if (!c.res.headers.has('Content-Security-Policy'))
      c.header('Content-Security-Policy', `default-src 'none'; frame-ancestors 'none'`)
  })

  fixedFiles(site, { database, services, missing })
  site.get('/go/:id/:place{[0-9]+}?', async (c) => {
    const key = c.req.path.slice('/go/'.length).toLowerCase()
    const target = await store.link(key)
    if (!target) {
      const { referer, host } = c.req.header()
      const page = pageBehind(referer, host) ?? (await pageOfClick(database, key))
      return page ? c.body(null, 302, { Location: page, 'Cache-Control': 'no-store' }) : missing('es')
    }
    count('click', target, c, target.id)
    return c.body(null, 302, { Location: target.url, 'Cache-Control': 'no-store' })
  })
  /** As it is published, with a part as a form has it now. */
  const pageWith = async (id: string, part: string) => {
    const shown = unpackPart(part)
    const data = await loadPage(database, { id }, 'published')
    return data && shown && pageWithPart(data, shown, around.appOrigin)
  }
  site.get('/preview/:portalId', async (c) => {
    const id = c.req.param('portalId')
    const locale: Locale = c.req.query('lang') === 'en' ? 'en' : 'es'
    const { token = '', part = '' } = c.req.query()
    if (!uuid.test(id) || !isPreview(services.secret, id, token, part)) return missing(locale)
    const page = part ? await pageWith(id, part) : await loadPage(database, { id }, 'draft')
    if (!page) return missing(locale)
    return pageAnswer(
      await renderPage(page, locale, { ...around, preview: true, headless: part !== '' }),
      200,
      'no-store',
    )
  })

  const inBoth = (path: string, answer: (c: Context, locale: Locale) => Response | Promise<Response>) => {
    site.get(`/en${path}`, (c) => answer(c, 'en'))
    site.get(path, (c) => answer(c, 'es'))
  }
  inBoth('/', (_c, locale) => missing(locale))
  site.get('/en', () => missing('en'))
  inBoth('/:address', (c, locale) => {
    const address = c.req.param('address') ?? ''
    return isAddress(address) ? show(address, c, locale) : missing(locale)
  })
  const aside: Aside = (path, answer) =>
    inBoth(`/:address/${path}`, async (c, locale) => {
      const address = c.req.param('address') ?? ''
      const data = isAddress(address) ? await loadPage(database, { address }) : undefined
      return data ? answer(data, locale, c) : ((await moved(address, c)) ?? missing(locale))
    })
  asideRoutes(aside, around)
  pictureRoutes(aside)
  for (const embed of embeds)
    inBoth(`/:address/embed/${embed}`, async (c, locale) => {
      const address = c.req.param('address') ?? ''
      const page = isAddress(address) ? await store.get({ address }, locale, { embed }) : undefined
      // Who sees a frame on another site has not visited the portal: presses in it count, views do not.
      return page ? stored(page, c) : ((await moved(address, c)) ?? missing(locale))
    })
  productRoutes(site, { store, count, moved, missing, send: stored })
  presaveRoutes(site, { database, services, visitorOf, placeFor, missing, answer: pageOf })
  site.notFound((c) => {
    const allowed = methodsOf(c.req.path)
    return allowed.length === 0 || allowed.includes(c.req.method)
      ? missing(c.req.path.startsWith('/en/') ? 'en' : 'es')
      : c.body(null, 405, { Allow: allowed.join(', ') })
  })
  site.onError(async (error, c) => {
    log.error({ error }, 'portal page failed')
    const page = await standalonePage(
      'failed',
      c.req.path.startsWith('/en/') ? 'en' : 'es',
      services.appOrigin,
    )
    const known = asAppError(error)
    for (const [name, value] of Object.entries(known?.headers ?? {})) c.header(name, value)
    return pageAnswer(page, known?.status === 503 ? 503 : 500, 'no-store')
  })

  async function show(address: string, c: Context, locale: Locale): Promise<Response> {
    const page = await store.get({ address }, locale)
    if (!page) return (await moved(address, c)) ?? missing(locale)
    count('view', page, c)
    return stored(page, c)
  }

  /** Where an address leads that its portal has given up for another. */
  async function moved(address: string, c: Context): Promise<Response | undefined> {
    const now = isAddress(address) ? await addressAfter(database, address) : undefined
    if (!now) return undefined
    const { pathname, search } = new URL(c.req.url)
    const to = pathname.replace(`/${address}`, `/${now}`) + search
    return c.body(null, 301, { Location: to, 'Cache-Control': forAnHour })
  }

  return { site: siteFront({ database, log, hosts, store, site, meant }), store, hosts }
}
