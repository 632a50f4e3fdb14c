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

/** What an item says: of an event its own words. */
function wordsOf(item: LiveFeatured, event: Event | undefined, portal: PagePortal, locale: Locale) {
  const about = event && eventWords(event, portal, locale)
  return {
    title: about?.title ?? (item.title && inLanguage(item.title, locale)),
    line: item.description && inLanguage(item.description, locale),
    when: about?.line ?? (item.startsAt ? shortDate(new Date(item.startsAt), locale) : undefined),
  }
}

function mediaOf({ videoUrl, pictureUrl }: LiveFeatured, at: number) {
  if (videoUrl)
    return html`<video src="${videoUrl}" controls preload="metadata" playsinline width="640" height="360"></video>`
  if (!pictureUrl) return ''
  return html`<img src="${pictureUrl}" alt="" width="640" height="360" ${at === 0 ? 'fetchpriority="high"' : 'loading="lazy"'} referrerpolicy="no-referrer">`
}

function buttonOf(href: string | undefined, words: string, label: string, preview: boolean) {
  if (href === undefined) return ''
  return preview
    ? html`<a class="btn">${words}</a>`
    : html`<a class="btn" href="${href}" rel="noopener nofollow" aria-label="${words}: ${label}">${words}</a>`
}

interface Shown {
  events: PageData['events']
  portal: PagePortal
  locale: Locale
  preview: boolean
}

function featuredRow(item: LiveFeatured, at: number, { events, portal, locale, preview }: Shown): Html {
  const event = item.type === 'event' ? events.find(({ id }) => id === item.targetId) : undefined
  const { title, line, when } = wordsOf(item, event, portal, locale)
  const href = hrefOfItem(item, event, portal, locale)
  const words = say(locale, item.type === 'event' ? 'event.tickets' : 'featured.open')
  const media = mediaOf(item, at)
  return html`<li${media ? raw(' class="pictured"') : ''}>${media}<div>${title ? html`<b dir="auto">${title}</b>` : ''}${when ? html`<small>${when}</small>` : ''}${line ? html`<p dir="auto">${line}</p>` : ''}</div>${buttonOf(href, words, title ?? line ?? words, preview)}</li>`
}

/** What a portal puts on top: a picture or a video, a name, a line, and one button. */
export const featuredRows = (
  { featured, events, portal }: Pick<PageData, 'featured' | 'events' | 'portal'>,
  locale: Locale,
  preview: boolean,
): Html =>
  html`<ul>${featured.map((item, at) => featuredRow(item, at, { events, portal, locale, preview }))}</ul>`
