import { html, raw } from 'hono/html'
import type { Event } from '#features/events/contract.ts'
import type { LiveFeatured } from '#features/featured/server/queries.ts'
import type { Locale } from '#platform/constants.ts'
import { clock, dateParts, onSale, ownName } from './event-words.ts'
import { type Html, hrefOf } from './html.ts'
import type { PageData, PagePortal } from './page-data.ts'
import { inLanguage, pathIn, productPath, say, shortDate } from './words.ts'

/**
 * Where an item leads: links and picks through the counted redirect, events to the tickets that can be bought or to their
 * part of this page, products to their page.
 */
function hrefOfItem(item: LiveFeatured, event: Event | undefined, { customUrl }: PagePortal, locale: Locale) {
  const { id, type, targetId, url } = item
  if (type === 'event') {
    const tickets = event && onSale(event)
    return tickets ? hrefOf({ id: event.id, url: tickets.url }, tickets.place) : '#h-events'
  }
  if (type === 'product')
    return targetId ? pathIn(locale, `/${customUrl}${productPath(targetId)}`) : undefined
  // A featured link counts for the link, a pick for itself.
  return url ? hrefOf({ id: targetId ?? id, url }) : undefined
}

/** An event's city, day and room, without the artist whose page it is. */
function eventWords(event: Event, { name }: PagePortal, locale: Locale) {
  const { weekday, day, month, year } = dateParts(event, locale)
  const when = [[weekday, day, month, year].filter(Boolean).join(' '), clock(event.startsAt, event, locale)]
  return {
    title: event.city ?? ownName(event, name) ?? event.name,
    line: [...when, event.venue].filter(Boolean).join(' · '),
  }
}

/** What a portal puts on top: a picture or a video, a name, a line, and one button. */
export const featuredRows = (
  { featured, events, portal }: Pick<PageData, 'featured' | 'events' | 'portal'>,
  locale: Locale,
  preview: boolean,
): Html =>
  html`<ul>${featured.map((item, at) => {
    const event = item.type === 'event' ? events.find(({ id }) => id === item.targetId) : undefined
    const about = event && eventWords(event, portal, locale)
    const title = about?.title ?? (item.title && inLanguage(item.title, locale))
    const line = item.description && inLanguage(item.description, locale)
    const href = hrefOfItem(item, event, portal, locale)
    const words = say(locale, item.type === 'event' ? 'event.tickets' : 'featured.open')
    const label = title ?? line ?? words
    const media = item.videoUrl
      ? html`<video src="${item.videoUrl}" controls preload="metadata" playsinline width="640" height="360"></video>`
      : item.pictureUrl
        ? html`<img src="${item.pictureUrl}" alt="" width="640" height="360" ${at === 0 ? 'fetchpriority="high"' : 'loading="lazy"'} referrerpolicy="no-referrer">`
        : ''
    const when = about?.line ?? (item.startsAt ? shortDate(new Date(item.startsAt), locale) : undefined)
    return html`<li${media ? raw(' class="pictured"') : ''}>${media}<div>${title ? html`<b dir="auto">${title}</b>` : ''}${when ? html`<small>${when}</small>` : ''}${line ? html`<p dir="auto">${line}</p>` : ''}</div>${
      href === undefined
        ? ''
        : preview
          ? html`<a class="btn">${words}</a>`
          : html`<a class="btn" href="${href}" rel="noopener nofollow" aria-label="${words}: ${label}">${words}</a>`
    }</li>`
  })}</ul>`
