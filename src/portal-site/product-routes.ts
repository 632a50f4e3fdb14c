import type { Context, Hono } from 'hono'
import type { Locale } from '#platform/constants.ts'
import type { PageStore, StoredPage } from './page-store.ts'
import { isAddress } from './requests.ts'
import { pathIn } from './words.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Counts a view, or a click on what `id` names. */
export type Count = (
  kind: 'view' | 'click',
  where: { portalId: string; accountId: string },
  c: Context,
  id?: string,
) => void

interface ProductRoutes {
  store: PageStore
  count: Count
  moved: (address: string, c: Context) => Promise<Response | undefined>
  missing: (locale: Locale) => Promise<Response>
  send: (page: StoredPage, c: Context) => Response
}

/** The pages of products: looked at, and chosen from. */
export function productRoutes(site: Hono, { store, count, moved, missing, send }: ProductRoutes) {
  const answer = async (c: Context, locale: Locale) => {
    const { address = '', productId = '', variantId }: Record<string, string | undefined> = c.req.param()
    const wish = [productId, variantId].filter((id) => id !== undefined)
    if (!isAddress(address) || !wish.every((id) => uuid.test(id))) return missing(locale)
    const page = await store.get({ address }, locale, { productId, variantId })
    if (!page) return (await moved(address, c)) ?? missing(locale)
    count('view', page, c)
    if (isPressed(c)) count('click', page, c, variantId ?? productId)
    return send(page, c)
  }
  for (const locale of ['es', 'en'] as const)
    site.get(pathIn(locale, '/:address/product/:productId/:variantId?'), (c) => answer(c, locale))
}

const thing = (path: string) => path.split('/product/')[1] ?? ''

/**
 * Did a press on a page of this origin bring the fan here: on a tile, or on a size? The same page in the other language is
 * no press, nor is an arrival from elsewhere.
 */
function isPressed(c: Context): boolean {
  const { referer = '', host } = c.req.header()
  if (!URL.canParse(referer)) return false
  const from = new URL(referer)
  return from.host === host && thing(from.pathname) !== thing(new URL(c.req.url).pathname)
}
