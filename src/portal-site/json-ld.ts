import type { Locale } from '#platform/constants.ts'
import { currency } from '#platform/constants.ts'
import type { PageData } from './page-data.ts'
import { inLanguage } from './words.ts'

/** What the page says to machines, as text for a script element: `<` never stands in it. */
export function jsonLd(data: PageData, locale: Locale, here: string, picture: string): string {
  const group = {
    '@type': 'MusicGroup',
    '@id': `${here}#artist`,
    name: data.portal.name,
    url: here,
    image: picture,
    sameAs: data.links.map(({ url }) => url).filter((url) => url.startsWith('https:')),
  }
  const products = data.products.map((product) => ({
    '@type': 'Product',
    name: inLanguage(product.name, locale),
    ...(product.pictureUrl ? { image: product.pictureUrl } : {}),
    brand: { '@id': group['@id'] },
    offers: {
      '@type': 'Offer',
      price: (product.priceCents / 100).toFixed(2),
      priceCurrency: currency,
      availability: `https://schema.org/${product.format === 'presave' ? 'PreOrder' : 'InStock'}`,
      url: here,
    },
  }))
  const events = data.events.map((event) => ({
    '@type': 'MusicEvent',
    name: event.name,
    startDate: event.startsAt,
    ...(event.endsAt ? { endDate: event.endsAt } : {}),
    ...(event.doorsAt ? { doorTime: event.doorsAt } : {}),
    ...(event.previousStartsAt ? { previousStartDate: event.previousStartsAt } : {}),
    eventStatus: `https://schema.org/Event${event.state.replace(/^./, (first) => first.toUpperCase())}`,
    eventAttendanceMode: `https://schema.org/${event.kind === 'online' ? 'Online' : 'Offline'}EventAttendanceMode`,
    ...(event.posterUrl ? { image: new URL(event.posterUrl, here).href } : {}),
    location:
      event.kind === 'online'
        ? { '@type': 'VirtualLocation', url: here }
        : {
            '@type': 'Place',
            name: event.venue ?? event.city ?? event.name,
            address: {
              '@type': 'PostalAddress',
              ...(event.address ? { streetAddress: event.address } : {}),
              ...(event.city ? { addressLocality: event.city } : {}),
              addressCountry: event.country,
            },
          },
    performer: [{ '@id': group['@id'] }, ...event.lineUp.map((name) => ({ '@type': 'MusicGroup', name }))],
    offers: event.tickets.flatMap(({ type, url }) =>
      url
        ? [
            {
              '@type': 'Offer',
              url,
              availability: `https://schema.org/${type === 'soldOut' ? 'SoldOut' : 'InStock'}`,
            },
          ]
        : [],
    ),
  }))
  const graph = { '@context': 'https://schema.org', '@graph': [group, ...events, ...products] }
  return JSON.stringify(graph)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
