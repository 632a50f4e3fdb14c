import type { Event } from '#features/events/contract.ts'
import type { Locale } from '#platform/constants.ts'
import { currency } from '#platform/constants.ts'
import { localMoment, otherActs } from './event-words.ts'
import { isProfile } from './networks.ts'
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
    image: data.appearance.coverUrl ? new URL(data.appearance.coverUrl, here).href : picture,
    ...(data.appearance.logoUrl ? { logo: new URL(data.appearance.logoUrl, here).href } : {}),
    sameAs: [...new Set(data.links.flatMap(({ url }) => (isProfile(url) ? url : [])))],
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
  const artist = { id: group['@id'], name: data.portal.name }
  const events = data.events.map((event) => eventLd(event, artist, { here, picture }))
  const albums = data.releases.map((release) => ({
    '@type': 'MusicAlbum',
    '@id': `${here}#release-${release.id}`,
    name: inLanguage(release.title, locale),
    byArtist: { '@id': group['@id'] },
    // Out at midnight in the business's zone: the day there, not in Greenwich.
    datePublished: localMoment(release.releaseAt).slice(0, 10),
    image: release.pictureUrl ? new URL(release.pictureUrl, here).href : picture,
    url: release.productId ? below(productPath(release.productId)) : `${here}#h-release`,
    ...(release.phase === 'out' && release.links.length > 0
      ? { potentialAction: release.links.map(({ url }) => ({ '@type': 'ListenAction', target: url })) }
      : {}),
  }))
  return ldText({ '@context': 'https://schema.org', '@graph': [group, ...events, ...albums, ...products] })
}

function eventLd(
  event: Event,
  artist: { id: string; name: string },
  { here, picture }: { here: string; picture: string },
) {
  const momentOf = (moment: string) => localMoment(moment, event.timeZone)
  return {
    '@type': 'MusicEvent',
    name: event.name,
    url: `${here}#h-events`,
    startDate: momentOf(event.startsAt),
    ...(event.endsAt ? { endDate: momentOf(event.endsAt) } : {}),
    ...(event.doorsAt ? { doorTime: momentOf(event.doorsAt) } : {}),
    ...(event.previousStartsAt ? { previousStartDate: momentOf(event.previousStartsAt) } : {}),
    eventStatus: `https://schema.org/Event${event.state.replace(/^./, (first) => first.toUpperCase())}`,
    eventAttendanceMode: `https://schema.org/${event.kind === 'online' ? 'Online' : 'Offline'}EventAttendanceMode`,
    image: event.posterUrl ? new URL(event.posterUrl, here).href : picture,
    location: event.kind === 'online' ? { '@type': 'VirtualLocation', url: here } : placeLd(event),
    performer: [
      { '@id': artist.id },
      ...otherActs(event, artist.name).map((name) => ({ '@type': 'MusicGroup', name })),
    ],
    ...(event.tickets.some(({ type }) => type === 'free') ? { isAccessibleForFree: true } : {}),
    offers: event.tickets.flatMap((ticket) => offersLd(ticket, event.timeZone)),
  }
}

const placeLd = (event: Event) => ({
  '@type': 'Place',
  name: event.venue ?? event.city ?? event.name,
  address: {
    '@type': 'PostalAddress',
    ...(event.address ? { streetAddress: event.address } : {}),
    ...(event.city ? { addressLocality: event.city } : {}),
    addressCountry: event.country,
  },
})

function offersLd({ type, url, onSaleAt }: Event['tickets'][number], timeZone: string) {
  if (!url) return []
  return [
    {
      '@type': 'Offer',
      url,
      availability: `https://schema.org/${type === 'soldOut' ? 'SoldOut' : 'InStock'}`,
      ...(onSaleAt ? { validFrom: localMoment(onSaleAt, timeZone) } : {}),
      ...(type === 'free' ? { price: '0', priceCurrency: currency } : {}),
    },
  ]
}
