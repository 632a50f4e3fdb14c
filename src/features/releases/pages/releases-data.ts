import type { Api } from '#client.ts'
import type { ContentPlace } from '#features/portals/pages/content-place.ts'

export interface ReleasesSearch {
  page?: number
}
/** What the address says, as far as it makes sense. */
export const readReleasesSearch = ({ page }: Record<string, unknown>): ReleasesSearch =>
  Number.isInteger(Number(page)) && Number(page) > 1 ? { page: Number(page) } : {}

/** What the page of a portal's releases shows. */
export async function readReleases(api: Api, place: ContentPlace, search: ReleasesSearch) {
  const releases = await api.releases.listReleases(
    { portalId: place.portal.id, ...search },
    { key: 'releases' },
  )
  return { place, releases }
}
