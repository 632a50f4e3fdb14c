import type { Api } from '#client.ts'
import type { ContentPlace } from '#features/portals/pages/content-place.ts'

/** What the page of a portal's featured items shows. */
export async function readFeaturedItems({ featured }: Api, place: ContentPlace) {
  const portalId = place.portal.id
  const [items, deleted] = await Promise.all([
    featured.listFeatured({ portalId }, { key: 'featured' }),
    featured.listFeatured({ portalId, deleted: 'true' }, { key: 'featured-deleted' }),
  ])
  return { place, items, deleted }
}
