import type { Locale } from '#platform/constants.ts'
import { currency } from '#platform/constants.ts'
import type { PageData } from './page-data.ts'
import { availabilityOf, ldText } from './schema-words.ts'
import { inLanguage, productPath } from './words.ts'

/** What the page says to machines. `below`: the address of what lies below the portal's. */
export function jsonLd(
  data: PageData,
  locale: Locale,
  { here, picture, below }: { here: string; picture: string; below: (path: string) => string },
): string {
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
    ...(product.pictureUrl ? { image: new URL(product.pictureUrl, here).href } : {}),
    brand: { '@id': group['@id'] },
    url: below(productPath(product.id)),
    ...(product.buyable
      ? {
          offers: {
            '@type': 'Offer',
            price: (product.priceCents / 100).toFixed(2),
            priceCurrency: currency,
            availability: availabilityOf(product, product.soldOut),
            url: below(productPath(product.id)),
          },
        }
      : {}),
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
  return ldText({ '@context': 'https://schema.org', '@graph': [group, ...events, ...products] })
}
