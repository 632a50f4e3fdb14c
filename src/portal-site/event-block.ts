import { html } from 'hono/html'
import type { Event } from '#features/events/contract.ts'
import type { Locale } from '#platform/constants.ts'
import { type Html, hrefOf } from './html.ts'
import { say, shortDate } from './words.ts'

type Ticket = Event['tickets'][number]

const wordsOf: Record<Ticket['type'], string> = {
  tickets: 'event.tickets',
  presale: 'event.presale',
  VIP: 'event.vip',
  free: 'event.free',
  soldOut: 'event.soldOut',
}

/** What a fan can do about an event: its tickets, or why there are none. */
function tickets(event: Event, locale: Locale, preview: boolean): Html {
  if (event.state === 'cancelled' || event.state === 'postponed')
    return html`<span class="off">${say(locale, `event.${event.state}`)}</span>`
  const buttons = event.tickets.map(({ type, url, onSaleAt }, at) => {
    const words = say(locale, wordsOf[type])
    const later = onSaleAt !== null && Date.parse(onSaleAt) > Date.now()
    if (!url || type === 'soldOut') return html`<span class="off">${words}</span>`
    if (later)
      return html`<span class="off">${words}, ${shortDate(new Date(onSaleAt), locale, event.timeZone)}</span>`
    return preview
      ? html`<a class="btn">${words}</a>`
      : html`<a class="btn" href="${hrefOf({ id: event.id, url }, at)}" rel="noopener nofollow">${words}</a>`
  })
  return html`${buttons}`
}

/** What comes next, soonest first. */
export const eventRows = (events: readonly Event[], locale: Locale, preview: boolean): Html =>
  html`<ul>${events.map((event) => {
    const place = [event.venue, event.lineUp.length > 0 ? event.lineUp.join(', ') : undefined]
    const moved = event.state === 'rescheduled' ? html` · ${say(locale, 'event.rescheduled')}` : ''
    return html`<li><time datetime="${event.startsAt}">${shortDate(new Date(event.startsAt), locale, event.timeZone)}</time><span>${
      event.city ?? event.name
    }<small>${[event.city ? event.name : undefined, ...place].filter(Boolean).join(' · ')}${moved}</small></span><span class="acts">${tickets(event, locale, preview)}</span></li>`
  })}</ul>`
