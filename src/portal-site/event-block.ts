import { html, raw } from 'hono/html'
import type { Event } from '#features/events/contract.ts'
import type { Locale } from '#platform/constants.ts'
import { clock, dateParts, otherActs, ownName } from './event-words.ts'
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

/** How rows are shown: whose they are, and where their ways out open. */
export interface RowsOf {
  artist: string
  locale: Locale
  /** In the preview nothing leads anywhere. */
  preview: boolean
  /** On somebody else's page a new tab opens. */
  away?: boolean
}

/** From when it can be bought, where it cannot yet. */
const laterDay = (onSaleAt: string | null, locale: Locale, { timeZone }: Event) =>
  onSaleAt !== null && Date.parse(onSaleAt) > Date.now()
    ? shortDate(new Date(onSaleAt), locale, timeZone)
    : undefined

/** What a fan can do about an event: its tickets, or why there are none. */
function tickets(event: Event, { locale, preview, away }: RowsOf): Html {
  if (event.state === 'cancelled' || event.state === 'postponed')
    return html`<span class="off">${say(locale, `event.${event.state}`)}</span>`
  const where = event.city ?? event.name
  const buttons = event.tickets.map(({ type, url, onSaleAt }, at) => {
    const words = say(locale, wordsOf[type])
    if (!url || type === 'soldOut') return html`<span class="off">${words}</span>`
    const later = laterDay(onSaleAt, locale, event)
    if (later) return html`<span class="off">${words}, ${later}</span>`
    return preview
      ? html`<a class="btn">${words}</a>`
      : html`<a class="btn" href="${hrefOf({ id: event.id, url }, at)}" rel="noopener nofollow"${away ? raw(' target="_blank"') : ''} aria-label="${words}: ${where}">${words}</a>`
  })
  return html`${buttons}`
}

/** Its day, one part under the other, or beside each other where there is room. */
export function eventDay(event: Event, locale: Locale): Html {
  const { weekday, day, month, year } = dateParts(event, locale)
  return html`<time datetime="${event.startsAt}"><i>${weekday}</i> <b>${day}</b> <span>${month}</span>${year ? html` <i>${year}</i>` : ''}</time>`
}

/** "21:00 · Puertas 20:00". */
export function eventHours(event: Event, locale: Locale): Html {
  const doors = event.doorsAt && say(locale, 'event.doors', { time: clock(event.doorsAt, event, locale) })
  // On a narrow phone it breaks before the doors, not within them.
  return html`${clock(event.startsAt, event, locale)}${doors ? html` · <span class="one">${doors}</span>` : ''}`
}

/** What comes next, soonest first. */
export const eventRows = (events: readonly Event[], rows: RowsOf): Html =>
  html`<ul>${events.map((event) => eventRow(event, rows))}</ul>`

function eventRow(event: Event, rows: RowsOf): Html {
  const { artist, locale } = rows
  const own = event.city ? ownName(event, artist) : undefined
  const others = otherActs(event, artist)
  const venue = event.kind === 'online' ? say(locale, 'event.online') : event.venue
  const off = event.state === 'cancelled' || event.state === 'postponed'
  return html`<li${off ? raw(' class="gone"') : ''}>${eventDay(event, locale)}<div class="at"><b dir="auto">${
    event.city ?? ownName(event, artist) ?? event.name
  }</b>${venue ? html`<span dir="auto">${venue}</span>` : ''}${own ? html`<span dir="auto">${own}</span>` : ''}${
    others.length > 0
      ? html`<span dir="auto">${say(locale, 'event.with', { names: others.join(', ') })}</span>`
      : ''
  }<small>${eventHours(event, locale)}${event.state === 'rescheduled' ? html` · ${say(locale, 'event.rescheduled')}` : ''}</small></div><span class="acts">${tickets(event, rows)}</span></li>`
}
