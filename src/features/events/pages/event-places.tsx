import { lazy, Suspense, useEffect, useState } from 'react'
import type { Api, Failure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { provinceName } from '#platform/place.ts'
import { countryName } from '#ui/country-name.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import classes from './event-places.module.css'

// Boundaries and projections weigh as much as the rest of the page.
const ChoroplethMap = lazy(() => import('#ui/map/choropleth-map.tsx'))

type Places = Exclude<Awaited<ReturnType<Api['events']['listEventPlaces']>>, Failure | undefined>
type Place = Places['items'][number]

/** What takes place in each province of Spain, and in which of its cities. */
function byProvince(places: readonly Place[]) {
  const provinces = new Map<string, { events: number; cities: string[] }>()
  for (const { province, country, city, events } of places) {
    if (country !== 'ES' || !province) continue
    const known = provinces.get(province) ?? { events: 0, cities: [] }
    known.events += events
    if (city) known.cities.push(city)
    provinces.set(province, known)
  }
  return provinces
}

/** Where events take place: Spain by provinces, and every city in the table beside it. */
export function EventPlaces({ places }: { places: Places }) {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
  const { number } = here()
  const outside = places.items.reduce((sum, { country, events }) => sum + (country === 'ES' ? 0 : events), 0)
  const nowhere = places.items.reduce(
    (sum, { country, province, events }) => sum + (country === 'ES' && !province ? events : 0),
    0,
  )
  return (
    <div className={classes.parts}>
      <Frame title={m['events.map.title']()}>
        <div className={classes.map}>
          {shown ? (
            <Suspense>
              <ChoroplethMap
                area="spain"
                label={m['events.map.label']()}
                values={[...byProvince(places.items)].map(([code, { events, cities }]) => ({
                  code,
                  name: provinceName(code) ?? code,
                  value: events,
                  more: cities.join(', '),
                }))}
                format={number}
                plain={number}
                nothing={m['events.map.none']()}
              />
            </Suspense>
          ) : undefined}
        </div>
        {outside + nowhere > 0 ? (
          <p className={classes.note}>
            {outside > 0 ? `${m['events.map.outside']({ count: number(outside) })} ` : ''}
            {nowhere > 0 ? m['events.map.nowhere']({ count: number(nowhere) }) : ''}
          </p>
        ) : undefined}
      </Frame>
      <DataTable
        label={m['events.map.cities']()}
        columns={columns()}
        rows={places.items}
        rowKey={({ country, province, city }) => `${country} ${province} ${city}`}
      />
    </div>
  )
}

function columns(): Column<Place>[] {
  const { number, date } = here()
  return [
    {
      id: 'city',
      title: m['events.map.city'](),
      phone: 'main',
      cell: ({ city, province, country }) => (
        <span className={classes.city}>
          <b>{city ?? m['events.map.noCity']()}</b>
          <small>{country === 'ES' ? province && provinceName(province) : countryName(country)}</small>
        </span>
      ),
    },
    {
      id: 'events',
      title: m['events.title'](),
      numeric: true,
      phone: 'amount',
      unit: ({ events }) => (events === 1 ? m['events.unitOne']() : m['events.unit']()),
      cell: ({ events }) => number(events),
    },
    {
      id: 'portals',
      title: m['events.map.portals'](),
      numeric: true,
      cell: ({ portals }) => number(portals),
    },
    {
      id: 'next',
      title: m['events.map.next'](),
      numeric: true,
      phone: 'detail',
      cell: ({ nextAt }) => (nextAt ? date(nextAt) : m['ui.none']()),
    },
  ]
}
