import { html, raw } from 'hono/html'
import type { Locale } from '#platform/constants.ts'
import { drawnGoods } from './drawings-of-goods.ts'
import type { Html } from './html.ts'
import type { PageData } from './page-data.ts'
import { inLanguage, pathIn, price, productPath, say } from './words.ts'

/** Products that lead to their pages; `away`: in a new tab, on somebody else's page. */
export function productTilesOf(
  { products, portal }: Pick<PageData, 'products' | 'portal'>,
  { locale, preview, away = false }: { locale: Locale; preview: boolean; away?: boolean },
): Html {
  const opens = away ? raw(' target="_blank" rel="noopener"') : ''
  const rows = products.map((product, at) => {
    const content = contentOf(product, at, locale)
    return preview
      ? html`<li><a>${content}</a></li>`
      : html`<li><a href="${pathIn(locale, `/${portal.customUrl}${productPath(product.id)}`)}"${opens}>${content}</a></li>`
  })
  return html`<ul>${rows}</ul>`
}

function contentOf(product: PageData['products'][number], at: number, locale: Locale) {
  const picture = product.pictureUrl
    ? html`<img src="${product.pictureUrl}" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
    : drawnGoods(product.category)
  const cost = price(product.priceCents, locale)
  const note = noteOf(product)
  return html`<span class="pic">${picture}</span><i class="n" aria-hidden="true">${at + 1}</i><b dir="auto">${inLanguage(product.name, locale)}</b><span class="pr">${product.from ? say(locale, 'product.from', { price: cost }) : cost}</span>${note ? html`<small>${say(locale, `product.${note}`)}</small>` : ''}`
}

function noteOf({ soldOut, format }: PageData['products'][number]) {
  if (soldOut) return 'soldOut'
  return format === 'presave' ? 'presave' : undefined
}
