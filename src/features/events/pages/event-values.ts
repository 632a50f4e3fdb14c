import type { Event, EventDraft, TicketType } from '#features/events/contract.ts'
import { businessTimeZone } from '#platform/constants.ts'
import { momentOf, wallClock } from '#ui/wall-clock.ts'

/** What the form holds; moments as the wall clock of the event's own zone, `yyyy-MM-ddTHH:mm` or empty. */
export interface EventValues {
  name: string
  kind: NonNullable<EventDraft['kind']>
  startsAt: string
  doorsAt: string
  endsAt: string
  timeZone: string
  venue: string
  address: string
  city: string
  province: string
  country: string
  /** One name a line. */
  lineUp: string
  posterUrl: string | null
  tickets: { type: TicketType; url: string; onSaleAt: string }[]
  publication: NonNullable<EventDraft['publication']>
  publishAt: string
  state: NonNullable<EventDraft['state']>
}

/** What each part of the form gets. */
export interface PartProps {
  values: EventValues
  set: <K extends keyof EventValues>(name: K, value: EventValues[K]) => void
  errors: Record<string, string>
  disabled: boolean
}

/** An event as the form shows it. */
export function valuesOf(event: Event | null): EventValues {
  const zone = event?.timeZone ?? businessTimeZone
  return {
    name: event?.name ?? '',
    kind: event?.kind ?? 'concert',
    startsAt: wallClock(event?.startsAt, zone),
    doorsAt: wallClock(event?.doorsAt, zone),
    endsAt: wallClock(event?.endsAt, zone),
    timeZone: zone,
    venue: event?.venue ?? '',
    address: event?.address ?? '',
    city: event?.city ?? '',
    province: event?.province ?? '',
    country: event?.country ?? 'ES',
    lineUp: event?.lineUp.join('\n') ?? '',
    posterUrl: event?.posterUrl ?? null,
    tickets: (event?.tickets ?? []).map(({ type, url, onSaleAt }) => ({
      type,
      url: url ?? '',
      onSaleAt: wallClock(onSaleAt, zone),
    })),
    publication: event?.publication ?? 'draft',
    publishAt: wallClock(event?.publishAt, zone),
    state: event?.state ?? 'scheduled',
  }
}

/** The form as the API takes it. */
export function draftOf(values: EventValues): EventDraft {
  const zone = values.timeZone
  return {
    name: values.name,
    kind: values.kind,
    // Empty, it goes as null: the API says that it is asked for.
    startsAt: momentOf(values.startsAt, zone) as string,
    doorsAt: momentOf(values.doorsAt, zone),
    endsAt: momentOf(values.endsAt, zone),
    timeZone: zone,
    venue: values.venue,
    address: values.address,
    city: values.city,
    province: values.province,
    country: values.country,
    lineUp: values.lineUp
      .split('\n')
      .map((name) => name.trim())
      .filter((name) => name),
    posterUrl: values.posterUrl,
    // A row in which nothing was written is none.
    tickets: values.tickets.filter(isWritten).map(({ type, url, onSaleAt }) => ({
      type,
      url: url.trim() || null,
      onSaleAt: momentOf(onSaleAt, zone),
    })),
    publication: values.publication,
    publishAt: values.publication === 'scheduled' ? momentOf(values.publishAt, zone) : null,
    state: values.state,
  }
}

/** Does a way in say anything? That it is free or sold out needs no address. */
export const isWritten = ({ type, url, onSaleAt }: EventValues['tickets'][number]): boolean =>
  type === 'free' || type === 'soldOut' || url.trim() !== '' || onSaleAt !== ''
