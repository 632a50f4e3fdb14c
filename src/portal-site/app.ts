import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Locale } from '#platform/constants.ts'
import { asService, type Database, rows } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { words } from '#platform/words.ts'

interface PortalPage {
  id: string
  name: string
}
interface PageLink {
  title: { es: string; en?: string }
  url: string
  highlight: boolean
}

/** The public origin: what fans see. Server-rendered, without scripts. */
export function createPortalSite(database: Database, log: Log): Hono {
  const site = new Hono()
  site.get('/healthz', (c) => c.text('ok'))
  site.use(async (c, next) => {
    await next()
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
  })
  site.get('/en/:address', (c) => show(c.req.param('address'), 'en'))
  site.get('/:address', (c) => show(c.req.param('address'), 'es'))
  site.notFound(() => missing('es'))
  site.onError((error) => {
    log.error({ error }, 'portal page failed')
    return answer(shell('es', '500', html`<h1>500</h1><p>${words('problem.internal', 'es')}</p>`), 500)
  })

  async function show(address: string, locale: Locale): Promise<Response> {
    const found = await database.transaction(asService, async (tx) => {
      const [portal] = await rows<PortalPage>(
        tx,
        sql`select id, name from portal where custom_url = ${address} and deleted_at is null`,
      )
      if (!portal) return undefined
      const links = await rows<PageLink>(
        tx,
        sql`select title, url, highlight from link where portal_id = ${portal.id} and visible
          and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now())
          order by position, id`,
      )
      return { portal, links }
    })
    if (!found) return missing(locale)
    const list = found.links.map(
      ({ title, url, highlight }) =>
        html`<li><a class="${highlight ? 'highlight' : ''}" href="${url}" rel="noopener">${title[locale] || title.es}</a></li>`,
    )
    return answer(shell(locale, found.portal.name, html`<h1>${found.portal.name}</h1><ul>${list}</ul>`), 200)
  }

  const missing = (locale: Locale) =>
    answer(shell(locale, '404', html`<h1>404</h1><p>${words('problem.notFound', locale)}</p>`), 404)
  return site
}

type Fragment = ReturnType<typeof html>
const answer = async (page: Fragment, status: number) =>
  new Response(String(await page), { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })

const style = `*{box-sizing:border-box}body{margin:0;font:17px/1.5 system-ui,sans-serif;color:#141816;background:#fff}
main{max-width:480px;margin:0 auto;padding:56px 20px}h1{margin:0 0 28px;font-size:34px;line-height:1.1;overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0;display:grid;gap:10px}a{display:block;padding:14px 18px;border:1px solid #8b918e;border-radius:6px;color:inherit;text-decoration:none;overflow-wrap:anywhere}
a:hover,a:focus-visible{outline:2px solid #e94d00;outline-offset:2px}.highlight{background:#141816;color:#fff}
@media(prefers-color-scheme:dark){body{background:#151816;color:#eaeeec}.highlight{background:#eaeeec;color:#101312}}`

const shell = (locale: Locale, title: string, content: Fragment) =>
  html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main>${content}</main></body></html>`
