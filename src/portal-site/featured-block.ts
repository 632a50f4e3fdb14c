import { html } from 'hono/html'
import type { LiveFeatured } from '#features/featured/server/queries.ts'
import type { Locale } from '#platform/constants.ts'
import { type Html, hrefOf } from './html.ts'
import type { PagePortal } from './page-data.ts'
import { inLanguage, pathIn, productPath, say, shortDate } from './words.ts'

/** Where an item leads: links and picks through the counted redirect, events to their part of this page, products to theirs. */
function hrefOfItem(
  { id, type, targetId, url }: LiveFeatured,
  { customUrl }: Pick<PagePortal, 'customUrl'>,
  locale: Locale,
): string | undefined {
  if (type === 'event') return '#h-events'
  if (type === 'product')
    return targetId ? pathIn(locale, `/${customUrl}${productPath(targetId)}`) : undefined
  // A featured link counts for the link, a pick for itself.
  return url ? hrefOf({ id: targetId ?? id, url }) : undefined
}

/** What a portal puts on top: a picture or a video, a name, a line, and one button. */
export const featuredRows = (
  items: readonly LiveFeatured[],
  portal: Pick<PagePortal, 'customUrl'>,
  locale: Locale,
  preview: boolean,
): Html =>
  html`<ul>${items.map((item, at) => {
    const title = item.title && inLanguage(item.title, locale)
    const line = item.description && inLanguage(item.description, locale)
    const href = hrefOfItem(item, portal, locale)
    const words = say(locale, item.type === 'event' ? 'event.tickets' : 'featured.open')
    const label = title ?? line ?? words
    const media = item.videoUrl
      ? html`<video src="${item.videoUrl}" controls preload="metadata" playsinline width="640" height="360"></video>`
      : item.pictureUrl
        ? html`<img src="${item.pictureUrl}" alt="" width="640" height="360" ${at === 0 ? 'fetchpriority="high"' : 'loading="lazy"'} referrerpolicy="no-referrer">`
        : ''
    const date = item.startsAt ? html`<small>${shortDate(new Date(item.startsAt), locale)}</small>` : ''
    return html`<li>${media}<div>${title ? html`<b>${title}</b>` : ''}${date}${line ? html`<p>${line}</p>` : ''}</div>${
      href === undefined
        ? ''
        : preview
          ? html`<a class="btn">${words}</a>`
          : html`<a class="btn" href="${href}" rel="noopener nofollow" aria-label="${words}: ${label}">${words}</a>`
    }</li>`
  })}</ul>`
