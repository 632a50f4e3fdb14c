import type { Event } from '#features/events/contract.ts'
import { m } from '#paraglide/messages.js'

const dayMs = 86_400_000

/** Two concerts of a tour, for whoever has none yet. */
export function exampleEvents(portal: { id: string; name: string }, now: Date) {
  const example = (venue: string, city: string, province: string, days: number, clicks: number): Event => ({
    id: venue,
    portalId: portal.id,
    portalName: portal.name,
    name: m['events.example.name']({ name: portal.name, city }),
    kind: 'concert',
    startsAt: new Date(
      Math.floor(now.getTime() / dayMs) * dayMs + days * dayMs + 20 * 3_600_000,
    ).toISOString(),
    doorsAt: null,
    endsAt: null,
    timeZone: 'Europe/Madrid',
    previousStartsAt: null,
    venue,
    address: null,
    city,
    province,
    country: 'ES',
    lineUp: [],
    posterUrl: null,
    tickets: [],
    publication: 'published',
    publishAt: null,
    state: 'scheduled',
    past: false,
    clicks,
    version: 1,
    updatedAt: now.toISOString(),
  })
  const items = [
    example(m['events.example.hall'](), 'Madrid', 'ES-M', 24, 83),
    example(m['events.example.theatre'](), 'València', 'ES-V', 31, 57),
  ]
  return { items, total: items.length, page: 1, pageSize: items.length }
}
