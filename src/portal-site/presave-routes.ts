import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Services } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import type { CallerPlace } from '#platform/place-headers.ts'
import { fanActs } from './fan-acts.ts'
import { addressAfter } from './former-address.ts'
import type { Html } from './html.ts'
import { loadPage, type PageData } from './page-data.ts'
import { takePresave, takeRestock } from './presave.ts'
import { isAddress } from './requests.ts'
import { pathIn } from './words.ts'

/** A page of plain text in the portal's looks. */
export type PlainAnswer = (
  data: PageData,
  locale: Locale,
  page: { title: string; content: Html; status: number },
) => Promise<Response>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

interface PresaveRoutes {
  database: Database
  services: Pick<Services, 'secret' | 'portalsOrigin'>
  visitorOf: (c: Context) => string
  placeFor: (c: Context) => CallerPlace
  missing: (locale: Locale) => Promise<Response>
  answer: PlainAnswer
}

/** Does the page that sends this form stand on another host? `null` is an origin that a frame or a file hides. */
function isForeign(c: Context): boolean {
  const { origin, host, 'sec-fetch-site': site } = c.req.header()
  if (site === 'cross-site') return true
  if (origin === undefined) return false
  return !URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase()
}

/** What a fan can do about what cannot be had yet: leave an address, confirm it, and take it back. */
export function presaveRoutes(
  site: Hono,
  { database, services, visitorOf, placeFor, missing, answer }: PresaveRoutes,
) {
  const pageOf = async (c: Context) => {
    const address = c.req.param('address') ?? ''
    if (!isAddress(address)) return undefined
    const data = await loadPage(database, { address })
    if (data) return data
    // A page that was open when its portal took another address still sends here.
    const now = await addressAfter(database, address)
    return now ? loadPage(database, { address: now }) : undefined
  }
  for (const locale of ['es', 'en'] as const) {
    // Another site's page cannot leave its visitors' addresses here. Browsers say where a form stands; mail programs,
    // which take an address back by one press, do not.
    const own: MiddlewareHandler = (c, next) => (isForeign(c) ? missing(locale) : next())
    site.post(
      pathIn(locale, '/:address/presave/:releaseId'),
      own,
      bodyLimit({ maxSize: 4 * 1024, onError: () => missing(locale) }),
      async (c) => {
        const releaseId = c.req.param('releaseId') ?? ''
        const data = await pageOf(c)
        if (!data?.releases.some(({ id }) => id === releaseId)) return missing(locale)
        const visitor = { address: visitorOf(c), locale }
        const fields = await c.req.parseBody()
        return answer(data, locale, await takePresave(database, services, releaseId, fields, visitor))
      },
    )
    site.post(
      pathIn(locale, '/:address/restock/:productId/:variantId?'),
      own,
      bodyLimit({ maxSize: 4 * 1024, onError: () => missing(locale) }),
      async (c) => {
        const { productId = '', variantId }: Record<string, string | undefined> = c.req.param()
        const data = await pageOf(c)
        if (!data || ![productId, ...(variantId ? [variantId] : [])].every((id) => uuid.test(id)))
          return missing(locale)
        const { id: portalId, customUrl } = data.portal
        const goods = { portalId, customUrl, productId, variantId: variantId ?? null }
        const visitor = { address: visitorOf(c), locale }
        return answer(
          data,
          locale,
          await takeRestock(database, services, goods, await c.req.parseBody(), visitor),
        )
      },
    )
    // A form's answer that is opened anew, by a browser that was closed meanwhile or from a link that was shared, is asked for
    // without its form: whoever does stands before the form again.
    const formOf = (path: string, below: (c: Context) => string) =>
      site.get(pathIn(locale, path), async (c) => {
        const data = await pageOf(c)
        if (!data) return missing(locale)
        const form = pathIn(locale, `/${data.portal.customUrl}${below(c)}`)
        return c.body(null, 302, { Location: form, 'Cache-Control': 'no-store' })
      })
    formOf('/:address/presave/:releaseId', () => '#h-release')
    formOf(
      '/:address/restock/:productId{[0-9a-f-]{36}}/:variantId?',
      (c) => `/product/${c.req.param('productId')}`,
    )
    for (const act of ['confirm', 'erase'] as const)
      site.on(['GET', 'POST'], pathIn(locale, `/:address/${act}/:id/:token`), async (c) => {
        const data = await pageOf(c)
        const asked = {
          act,
          id: c.req.param('id') ?? '',
          token: c.req.param('token') ?? '',
          pressed: c.req.method === 'POST',
          locale,
          place: placeFor(c),
        }
        const plain = data && (await fanActs(database, services, data, asked))
        return data && plain ? answer(data, locale, { ...plain, status: 200 }) : missing(locale)
      })
  }
}
