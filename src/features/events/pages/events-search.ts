import { eventKinds, eventOrders, eventStates, publications } from '#features/events/choices.ts'
import type { EventsQuery } from '#features/events/contract.ts'

export type EventsSearch = Omit<EventsQuery, 'page'> & { page?: number }

const among = <V extends string>(values: readonly V[], value: unknown): V | undefined =>
  values.find((one) => one === value)

/** What the address says, as far as it makes sense. */
export function readEventsSearch(search: Record<string, unknown>): EventsSearch {
  const found: EventsSearch = {}
  const page = Number(search.page)
  const order = String(search.orderBy ?? '')
  // A search for digits arrives as a number.
  if (search.q !== undefined && String(search.q).trim()) found.q = String(search.q).slice(0, 100)
  const when = among(['upcoming', 'past'] as const, search.when)
  const publication = among(publications, search.publication)
  const state = among(eventStates, search.state)
  const kind = among(eventKinds, search.kind)
  if (when) found.when = when
  if (publication) found.publication = publication
  if (state) found.state = state
  if (kind) found.kind = kind
  if (among(eventOrders, order.replace(/^-/, '')))
    found.orderBy = order as NonNullable<EventsSearch['orderBy']>
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}

export const isFiltered = ({ q, when, publication, state, kind }: EventsSearch) =>
  Boolean(q || when || publication || state || kind)
