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
  const rows = products.map((product, at) => {
    const picture = product.pictureUrl
      ? html`<img src="${product.pictureUrl}" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
      : drawnGoods(product.category)
    const cost = price(product.priceCents, locale)
    const note = product.soldOut ? 'soldOut' : product.format === 'presave' ? 'presave' : undefined
    const content = html`<span class="pic">${picture}</span><i class="n" aria-hidden="true">${at + 1}</i><b dir="auto">${inLanguage(product.name, locale)}</b><span class="pr">${product.from ? say(locale, 'product.from', { price: cost }) : cost}</span>${note ? html`<small>${say(locale, `product.${note}`)}</small>` : ''}`
    return preview
      ? html`<li><a>${content}</a></li>`
      : html`<li><a href="${pathIn(locale, `/${portal.customUrl}${productPath(product.id)}`)}"${away ? raw(' target="_blank" rel="noopener"') : ''}>${content}</a></li>`
  })
  return html`<ul>${rows}</ul>`
}
