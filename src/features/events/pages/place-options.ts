import { m } from '#paraglide/messages.js'
import { provinces } from '#platform/place.ts'

const countries = [
  ...['ES', 'PT', 'FR', 'AD', 'IT', 'DE', 'GB', 'IE', 'NL', 'BE', 'CH', 'AT', 'DK', 'SE', 'NO', 'PL'],
  ...['US', 'MX', 'AR', 'CL', 'CO', 'PE', 'UY', 'EC', 'CR', 'BR', 'JP'],
]
const zones = [
  'Europe/Madrid',
  'Atlantic/Canary',
  'Europe/Lisbon',
  'Europe/London',
  'Europe/Paris',
  'Europe/Berlin',
  'America/Mexico_City',
  'America/Bogota',
  'America/Lima',
  'America/Santiago',
  'America/Argentina/Buenos_Aires',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
]

/** What is chosen stays a choice, though it is not among the usual ones. */
const including = (usual: readonly string[], value: string) =>
  usual.includes(value) ? usual : [...usual, value]

export function countryOptions(locale: string, value: string) {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return including(countries, value).map((code) => ({ value: code, label: names.of(code) ?? code }))
}

/** Zones whose city is called otherwise in the reader's language than in the zone's own name. */
const zoneNames: Record<string, () => string> = {
  'Atlantic/Canary': m['events.zone.canary'],
  'Europe/Lisbon': m['events.zone.lisbon'],
  'Europe/London': m['events.zone.london'],
  'Europe/Paris': m['events.zone.paris'],
  'Europe/Berlin': m['events.zone.berlin'],
  'America/Mexico_City': m['events.zone.mexicoCity'],
  'America/Bogota': m['events.zone.bogota'],
  'America/New_York': m['events.zone.newYork'],
  'America/Los_Angeles': m['events.zone.losAngeles'],
  'Asia/Tokyo': m['events.zone.tokyo'],
}

/** `Madrid`, `Canarias`: what the zone is called by those who live there. */
export const zoneOptions = (value: string) =>
  including(zones, value).map((zone) => ({
    value: zone,
    label: zoneNames[zone]?.() ?? zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' '),
  }))

export const provinceOptions = (none: string) => [
  { value: '', label: none },
  ...provinces
    .map(([, iso, name]) => ({ value: `ES-${iso}`, label: name }))
    .sort((a, b) => a.label.localeCompare(b.label, 'es')),
]
