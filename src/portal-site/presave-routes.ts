import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Services } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import { addressAfter } from './former-address.ts'
import type { Html } from './html.ts'
import { loadPage, type PageData } from './page-data.ts'
import { fanActs, takePresave } from './presave.ts'
import { isAddress } from './requests.ts'
import { pathIn } from './words.ts'

/** A page of plain text in the portal's looks. */
export type PlainAnswer = (
  data: PageData,
  locale: Locale,
  page: { title: string; content: Html; status: number },
) => Promise<Response>

interface PresaveRoutes {
  database: Database
  services: Pick<Services, 'secret' | 'portalsOrigin'>
  visitorOf: (c: Context) => string
  missing: (locale: Locale) => Promise<Response>
  answer: PlainAnswer
}

/** What a fan can do about a release that is to come: leave an address, and take it back. */
export function presaveRoutes(site: Hono, { database, services, visitorOf, missing, answer }: PresaveRoutes) {
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
    site.post(
      pathIn(locale, '/:address/presave/:releaseId'),
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
    for (const act of ['confirm', 'erase'] as const)
      site.on(['GET', 'POST'], pathIn(locale, `/:address/${act}/:presaveId/:token`), async (c) => {
        const data = await pageOf(c)
        const asked = {
          act,
          presaveId: c.req.param('presaveId') ?? '',
          token: c.req.param('token') ?? '',
          pressed: c.req.method === 'POST',
          locale,
        }
        const plain = data && (await fanActs(database, services, data, asked))
        return data && plain ? answer(data, locale, { ...plain, status: 200 }) : missing(locale)
      })
  }
}
