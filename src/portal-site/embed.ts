import { html, raw } from 'hono/html'
import type { Locale } from '#platform/constants.ts'
import { eventRows } from './event-block.ts'
import type { PageData } from './page-data.ts'
import { productTilesOf } from './product-tiles.ts'
import { addressOf, dress, finish, type Rendered, type Surroundings } from './render-page.ts'
import { say } from './words.ts'

export const embeds = ['events', 'shop'] as const
export type Embed = (typeof embeds)[number]

/**
 * A portal's concerts or its shop for a frame on any site: no form, no script, nothing that knows the fan. Its ways out
 * open in a new tab.
 */
export async function renderEmbed(
  data: PageData,
  locale: Locale,
  around: Surroundings,
  embed: Embed,
): Promise<Rendered> {
  const { portal, appearance } = data
  const { style } = dress(data, 'embed')
  const block = embed === 'events' ? 'events' : 'products'
  const title = say(locale, `block.${block}`)
  const here = addressOf(data, around, locale)
  const some = embed === 'events' ? data.events.length > 0 : data.products.length > 0
  const content =
    embed === 'events'
      ? eventRows(data.events, { artist: portal.name, locale, preview: false, away: true })
      : productTilesOf(data, { locale, preview: false, away: true })
  const page = html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} · ${portal.name}</title><style>${raw(style)}</style><link rel="canonical" href="${here}"></head><body class="d-${appearance.design} b-${appearance.buttons}"><main><section class="${block}" aria-labelledby="h-${block}"><h1 id="h-${block}">${title}</h1>${
    some ? content : html`<p>${say(locale, `embed.${embed}`)}</p>`
  }<p class="more"><a href="${here}" target="_blank" rel="noopener" dir="auto">${say(locale, 'embed.more', { name: portal.name })}</a></p></section></main></body></html>`
  return finish(await page, style, '*', around.appOrigin)
}
