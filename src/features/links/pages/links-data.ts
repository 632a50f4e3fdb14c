import type { Api } from '#client.ts'
import type { ContentPlace } from '#features/portals/pages/content-place.ts'

/** What the page of a portal's links shows. */
export async function readLinks(api: Api, place: ContentPlace) {
  const links = await api.links.listLinks({ portalId: place.portal.id }, { key: 'links' })
  return { place, links, now: new Date() }
}
