import { countryCode, provinceCode } from './place.ts'
import { cityName } from './towns.ts'

/** Where a caller is, as far as it is known: ISO 3166-1, ISO 3166-2, and a city's name. */
export interface CallerPlace {
  country: string | null
  province: string | null
  city: string | null
}

export const nowhere: CallerPlace = { country: null, province: null, city: null }

/** What proxies in front call it: Cloudflare, CloudFront, Vercel. */
const headers = {
  country: ['cf-ipcountry', 'cloudfront-viewer-country', 'x-vercel-ip-country'],
  region: ['cf-region-code', 'cloudfront-viewer-country-region', 'x-vercel-ip-country-region'],
  postalCode: ['cf-postal-code', 'cloudfront-viewer-postal-code', 'x-vercel-ip-postal-code'],
  city: ['cf-ipcity', 'cloudfront-viewer-city', 'x-vercel-ip-city'],
} as const

/**
 * Reads where a proxy says that a caller is. Ask it only of a proxy that is trusted: anybody can send these headers.
 * Spain's regions are communities there, so provinces come from postal codes where there are any.
 */
export function placeOf(header: (name: string) => string | undefined): CallerPlace {
  const of = (names: readonly string[]) => names.map(header).find((value) => value) ?? ''
  const code = of(headers.country)
  const country = /^[a-z]{2}$/i.test(code) ? countryCode(code) : null
  if (!country) return nowhere
  const region = of(headers.region)
  const postalCode = /^\d{4,5}$/.test(of(headers.postalCode)) ? of(headers.postalCode) : null
  const province =
    country === 'ES'
      ? provinceCode(country, communities[region.toUpperCase()], postalCode)
      : /^[a-z0-9]{1,3}$/i.test(region)
        ? provinceCode(country, region.toUpperCase())
        : null
  const city = textOf(of(headers.city))
  return { country, province, city: city && cityName(country, province, city) }
}

/** Communities that are one province. */
const communities: Record<string, string> = {
  AS: 'Asturias',
  CB: 'Cantabria',
  IB: 'Illes Balears',
  MC: 'Murcia',
  MD: 'Madrid',
  NC: 'Navarra',
  RI: 'La Rioja',
  CE: 'Ceuta',
  ML: 'Melilla',
}

/** Header bytes are UTF-8 or percent-encoded; Node reads them as Latin-1. */
function textOf(raw: string): string | null {
  const bytes = Buffer.from(raw, 'latin1').toString('utf8')
  const read = bytes.includes('\ufffd') ? raw : bytes
  return (
    decoded(read)
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 100) || null
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
