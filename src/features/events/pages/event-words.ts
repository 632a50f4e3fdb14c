import type { Event, EventKind, EventState, Publication, TicketType } from '#features/events/contract.ts'
import { m } from '#paraglide/messages.js'

export const kindWord: Record<EventKind, () => string> = {
  concert: m['events.kind.concert'],
  festival: m['events.kind.festival'],
  signing: m['events.kind.signing'],
  online: m['events.kind.online'],
}
export const publicationWord: Record<Publication, () => string> = {
  draft: m['events.publication.draft'],
  scheduled: m['events.publication.scheduled'],
  published: m['events.publication.published'],
}
export const stateWord: Record<EventState, () => string> = {
  scheduled: m['events.state.scheduled'],
  rescheduled: m['events.state.rescheduled'],
  postponed: m['events.state.postponed'],
  cancelled: m['events.state.cancelled'],
}
export const ticketWord: Record<TicketType, () => string> = {
  tickets: m['events.ticket.tickets'],
  presale: m['events.ticket.presale'],
  VIP: m['events.ticket.VIP'],
  free: m['events.ticket.free'],
  soldOut: m['events.ticket.soldOut'],
}

/** Choices of a select, in the order of the words. */
export const optionsOf = <V extends string>(words: Record<V, () => string>) =>
  (Object.keys(words) as V[]).map((value) => ({ value, label: words[value]() }))

/** What a list says of an event: what keeps fans from it first, then whether it takes place as planned. */
export function statusOf({ publication, state, past }: Event) {
  if (past) return { mark: 'paused', word: m['events.past']() } as const
  if (publication === 'draft') return { mark: 'draft', word: publicationWord.draft() } as const
  if (state === 'cancelled') return { mark: 'broken', word: stateWord.cancelled() } as const
  if (publication === 'scheduled') return { mark: 'review', word: publicationWord.scheduled() } as const
  if (state === 'scheduled') return { mark: 'live', word: publicationWord.published() } as const
  return { mark: 'review', word: stateWord[state]() } as const
}

type Kind = 'when' | 'day'
const kinds: Record<Kind, Intl.DateTimeFormatOptions> = {
  when: {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  },
  day: { day: 'numeric', month: 'short' },
}
const made = new Map<string, Intl.DateTimeFormat>()

/** Made once for each language and time zone: making one costs more than a row of a list. */
function write(kind: Kind, { startsAt, timeZone }: Pick<Event, 'startsAt' | 'timeZone'>, locale: string) {
  const key = `${kind} ${locale} ${timeZone}`
  const tag = locale === 'en' ? 'en-GB' : 'es-ES'
  const format = made.get(key) ?? new Intl.DateTimeFormat(tag, { timeZone, ...kinds[kind] })
  made.set(key, format)
  return format.format(new Date(startsAt))
}

/** `sáb, 5 jun 2027, 22:00`, on the clocks of the place. */
export const whenOf = (event: Pick<Event, 'startsAt' | 'timeZone'>, locale: string) =>
  write('when', event, locale)

/** `5 jun`, where there is no room for more. */
export const dayOf = (event: Pick<Event, 'startsAt' | 'timeZone'>, locale: string) =>
  write('day', event, locale)

export const whereOf = ({ venue, city }: Pick<Event, 'venue' | 'city'>) =>
  [venue, city].filter((part) => part).join(', ')
