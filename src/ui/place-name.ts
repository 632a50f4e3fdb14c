import { provinceName } from '#platform/place.ts'
import { countryName } from './country-name.ts'

/** A country, a province or a city as figures and orders name them: `ES`, `ES-SE`, `ES-SE/Sevilla`. */
export function placeName(place: string): string {
  const [where = '', ...rest] = place.split('/')
  const city = rest.join('/')
  const [country = '', region] = where.split('-')
  if (city) return `${city}, ${provinceName(where) ?? countryName(country)}`
  return provinceName(where) ?? (region ? `${region}, ${countryName(country)}` : countryName(country))
}
