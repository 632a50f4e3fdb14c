import { html, raw } from 'hono/html'
import type { BlockId } from '#features/appearance/designs.ts'
import type { Locale } from '#platform/constants.ts'
import { drawnGoods } from './drawings-of-goods.ts'
import { eventRows } from './event-block.ts'
import { featuredRows } from './featured-block.ts'
import { type Html, hrefOf } from './html.ts'
import type { PageData } from './page-data.ts'
import { releaseRows } from './release-block.ts'
import { inLanguage, pathIn, price, productPath, say } from './words.ts'

export interface BlockContext {
  data: PageData
  locale: Locale
  /** In the preview nothing leads anywhere. */
  preview: boolean
}

const block = (kind: string, title: string, content: Html) =>
  html`<section class="${kind}" aria-labelledby="h-${kind}"><h2 id="h-${kind}">${title}</h2>${content}</section>`

function links({ data, locale, preview }: BlockContext): Html | undefined {
  if (data.links.length === 0) return undefined
  const rows = data.links.map((link, at) => {
    const picture = link.pictureUrl
      ? html`<img src="${link.pictureUrl}" alt="" width="40" height="40" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
      : ''
    const content = html`<i class="n" aria-hidden="true">${at + 1}</i>${picture}<span class="t">${inLanguage(link.title, locale)}</span>`
    return html`<li${link.highlight ? raw(' class="hl"') : ''}>${
      preview
        ? html`<a>${content}</a>`
        : html`<a href="${hrefOf(link)}" rel="noopener nofollow">${content}</a>`
    }</li>`
  })
  return block('links', say(locale, 'block.links'), html`<ol>${rows}</ol>`)
}

function products({ data, locale, preview }: BlockContext): Html | undefined {
  if (data.products.length === 0) return undefined
  const rows = data.products.map((product, at) => {
    const picture = product.pictureUrl
      ? html`<img src="${product.pictureUrl}" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
      : drawnGoods(product.category)
    const cost = price(product.priceCents, locale)
    const note = product.soldOut ? 'soldOut' : product.format === 'presave' ? 'presave' : undefined
    const content = html`<span class="pic">${picture}</span><i class="n" aria-hidden="true">${at + 1}</i><b>${inLanguage(product.name, locale)}</b><span class="pr">${product.from ? say(locale, 'product.from', { price: cost }) : cost}</span>${note ? html`<small>${say(locale, `product.${note}`)}</small>` : ''}`
    return preview
      ? html`<li><a>${content}</a></li>`
      : html`<li><a href="${pathIn(locale, `/${data.portal.customUrl}${productPath(product.id)}`)}">${content}</a></li>`
  })
  return block('products', say(locale, 'block.products'), html`<ul>${rows}</ul>`)
}

function events({ data, locale, preview }: BlockContext): Html | undefined {
  if (data.events.length === 0) return undefined
  const calendar = say(locale, 'event.calendar')
  const path = pathIn(locale, `/${data.portal.customUrl}/events.ics`)
  return block(
    'events',
    say(locale, 'block.events'),
    html`${eventRows(data.events, locale, preview)}<p class="more">${
      preview ? html`<a>${calendar}</a>` : html`<a href="${path}">${calendar}</a>`
    }</p>`,
  )
}

function featured({ data, locale, preview }: BlockContext): Html | undefined {
  if (data.featured.length === 0) return undefined
  return block(
    'featured',
    say(locale, 'block.featured'),
    featuredRows(data.featured, data.portal, locale, preview),
  )
}

function release({ data, locale, preview }: BlockContext): Html | undefined {
  if (data.releases.length === 0) return undefined
  const rows = releaseRows(data.releases, data.portal, locale, preview)
  return block('release', say(locale, 'block.release'), rows)
}

const blocks: Record<BlockId, (context: BlockContext) => Html | undefined> = {
  featured,
  release,
  links,
  events,
  products,
}

/** The blocks of a page in its order; what is hidden or has nothing to show is left out. */
export const pageBlocks = (context: BlockContext): Html[] =>
  context.data.appearance.blocks.flatMap(({ id, visible }) => (visible ? (blocks[id](context) ?? []) : []))
