import { html, raw } from 'hono/html'
import type { BlockId } from '#features/appearance/designs.ts'
import type { Locale } from '#platform/constants.ts'
import { eventRows } from './event-block.ts'
import { featuredRows } from './featured-block.ts'
import { type Html, hrefOf } from './html.ts'
import type { PageData } from './page-data.ts'
import { releaseRows } from './release-block.ts'
import { inLanguage, pathIn, price, say } from './words.ts'

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

/** Line drawings of what has no picture, by category. */
const goods: Record<string, string> = {
  album:
    '<circle cx="50" cy="50" r="34"/><circle cx="50" cy="50" r="12" class="fa"/><path d="M50 26a24 24 0 0 1 24 24"/>',
  apparel:
    '<path d="M36 22 18 32l7 14 8-4v38h34V42l8 4 7-14-18-10c-4 8-7 10-14 10s-10-2-14-10z"/><circle cx="50" cy="56" r="8" class="fa"/>',
  accessory:
    '<path d="M28 40h44l4 42H24zM38 40V32c0-16 24-16 24 0v8"/><circle cx="50" cy="60" r="7" class="fa"/>',
  culture:
    '<path d="M26 22h40a8 8 0 0 1 8 8v50H34a8 8 0 0 1-8-8z"/><path d="M36 36h28M36 46h18"/><circle cx="60" cy="64" r="7" class="fa"/>',
  digital:
    '<path d="M40 70V30l32-8v40"/><circle cx="32" cy="70" r="8"/><circle cx="64" cy="62" r="8" class="fa"/>',
}
const drawn = (category: string) =>
  raw(
    `<svg viewBox="0 0 100 100" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round" aria-hidden="true">${goods[category] ?? goods.accessory}</svg>`,
  )

function products({ data, locale }: BlockContext): Html | undefined {
  if (data.products.length === 0) return undefined
  const rows = data.products.map((product, at) => {
    const picture = product.pictureUrl
      ? html`<img src="${product.pictureUrl}" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer">`
      : drawn(product.category)
    const note = product.format === 'presave' ? html`<small>${say(locale, 'product.presave')}</small>` : ''
    return html`<li><span class="pic">${picture}</span><i class="n" aria-hidden="true">${at + 1}</i><b>${inLanguage(product.name, locale)}</b><span class="pr">${price(product.priceCents, locale)}</span>${note}</li>`
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
  return block('featured', say(locale, 'block.featured'), featuredRows(data.featured, locale, preview))
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
