import { letters } from '#platform/place.ts'
import { centreOf, kilometresUpTo, type Town, townOf } from '#platform/towns.ts'

/** Figures of a city as it was told: `id` is its province or country, a stroke, and its name. */
export interface CityFigures {
  id: string
  visitors: number
  orders: number
  netMicros: number
  fans: number
}

/** A city, or an area with the names of its cities, those with most first. */
export interface PlayPlace extends CityFigures {
  name: string
  country: string
  town: Town | undefined
  names: string[]
}

export interface Announced {
  country: string
  province: string | null
  city: string
  name: string
  startsAt: string
  events: number
}

const partsOf = (id: string) => {
  const [whole = ''] = id.split('/', 1)
  return {
    whole,
    country: whole.slice(0, 2),
    province: whole.length > 2 ? whole : null,
    name: id.slice(whole.length + 1),
  }
}

/** Of Spain alone there is a list of towns. */
const placed = (country: string, name: string, province: string | null) =>
  country === 'ES' ? townOf(name, province) : undefined

const figures = ['visitors', 'orders', 'netMicros', 'fans'] as const

/** Each city by itself, once however shops have written it, and as the list of towns does. */
export function citiesOf(rows: readonly CityFigures[]): PlayPlace[] {
  const cities = new Map<Town | string, PlayPlace>()
  for (const row of rows) {
    const { whole, country, province, name } = partsOf(row.id)
    const town = placed(country, name, province)
    const key = town ?? `${whole}/${letters(name)}`
    const known = cities.get(key)
    if (known) for (const figure of figures) known[figure] += row[figure]
    else cities.set(key, { ...row, name: town?.name ?? name, country, town, names: [name] })
  }
  return [...cities.values()]
}

/** What the cities of one area have in common. */
export function areaKeyOf(id: string): string {
  const { whole, country, province, name } = partsOf(id)
  const town = placed(country, name, province)
  const centre = town && centreOf(town)
  return centre ? `${centre.province}/${centre.name}` : `${whole}/${letters(name)}`
}

/** Cities of one area added up. What no list knows stays by itself, whatever its accents. */
export function areasOf(rows: readonly CityFigures[]): PlayPlace[] {
  const areas = new Map<string, PlayPlace>()
  for (const row of rows) {
    const { country, province, name } = partsOf(row.id)
    const town = placed(country, name, province)
    const centre = town && centreOf(town)
    const key = areaKeyOf(row.id)
    const known = areas.get(key)
    const called = town?.name ?? name
    if (!known) {
      areas.set(key, {
        ...row,
        id: centre ? key : row.id,
        name: centre?.name ?? name,
        country,
        town: centre,
        names: [called],
      })
      continue
    }
    for (const figure of figures) known[figure] += row[figure]
    if (!known.names.includes(called)) known.names.push(called)
  }
  return [...areas.values()]
}

/** Most first. */
export const byFigures = (a: PlayPlace, b: PlayPlace) =>
  b.netMicros - a.netMicros || b.visitors - a.visitors || b.fans - a.fans || (a.id < b.id ? -1 : 1)

/** What is announced: at a place itself, and the nearest to one. */
export function announcements(all: readonly Announced[], areas: boolean) {
  const placeOf = (town: Town) => (areas ? centreOf(town) : town)
  const keyOf = (country: string, name: string, town: Town | undefined) =>
    town ? placeOf(town) : `${country}/${letters(name)}`
  const here = new Map<Town | string, Announced>()
  const inTowns: { town: Town; of: Announced }[] = []
  for (const of of all) {
    const town = placed(of.country, of.city, of.province)
    const key = keyOf(of.country, of.city, town)
    const known = here.get(key)
    const first = known && known.startsAt < of.startsAt ? known : of
    here.set(key, { ...first, events: of.events + (known?.events ?? 0) })
    if (town) inTowns.push({ town, of })
  }
  return {
    at: ({ country, name, town }: PlayPlace) => here.get(keyOf(country, name, town)),
    nearest({ town }: PlayPlace) {
      let found: { of: Announced; km: number } | undefined
      if (!town) return undefined
      for (const one of inTowns) {
        const km = kilometresUpTo(found?.km ?? Number.POSITIVE_INFINITY, town, one.town)
        // By the list's name, as the places themselves are.
        if (km !== undefined) found = { of: { ...one.of, city: one.town.name }, km }
      }
      return found
    },
  }
}
