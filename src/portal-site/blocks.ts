import { html } from 'hono/html'
import type { BlockId } from '#features/appearance/designs.ts'
import type { Locale } from '#platform/constants.ts'
import { eventRows } from './event-block.ts'
import { featuredRows } from './featured-block.ts'
import type { Html } from './html.ts'
import { linkRows } from './links-block.ts'
import type { PageData } from './page-data.ts'
import { productTilesOf } from './product-tiles.ts'
import { releaseRows } from './release-block.ts'
import { pathIn, say } from './words.ts'

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
  return block('links', say(locale, 'block.links'), linkRows(data.links, locale, preview))
}

function products({ data, locale, preview }: BlockContext): Html | undefined {
  if (data.products.length === 0) return undefined
  return block('products', say(locale, 'block.products'), productTilesOf(data, { locale, preview }))
}

function events({ data, locale, preview }: BlockContext): Html | undefined {
  if (data.events.length === 0) return undefined
  const calendar = say(locale, 'event.calendar')
  const path = pathIn(locale, `/${data.portal.customUrl}/events.ics`)
  return block(
    'events',
    say(locale, 'block.events'),
    html`${eventRows(data.events, { artist: data.portal.name, locale, preview })}<p class="more">${
      preview ? html`<a>${calendar}</a>` : html`<a href="${path}">${calendar}</a>`
    }</p>`,
  )
}

function featured({ data, locale, preview }: BlockContext): Html | undefined {
  if (data.featured.length === 0) return undefined
  return block('featured', say(locale, 'block.featured'), featuredRows(data, locale, preview))
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
