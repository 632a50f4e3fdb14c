import { type Api, isFailure } from '#client.ts'
import type { ContentPlace } from '#features/portals/pages/content-place.ts'
import type { Release } from '#features/releases/contract.ts'
import { idOrNew, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { titleOf } from './release-words.ts'

/** What the page of a release shows; `releaseId` is `new` or a release's id. @throws notFound */
export async function readRelease(api: Api, place: ContentPlace, releaseId: string) {
  const portalId = place.portal.id
  idOrNew(releaseId, true)
  const [release, products, asked] = await Promise.all([
    releaseId === 'new' ? null : api.releases.getRelease({ portalId, releaseId }),
    api.appearance.listShownProducts({ portalId }),
    api.releases.findAtServices({ portalId }),
  ])
  orNotThere(release)
  return {
    place,
    release,
    products: isFailure(products) ? [] : products.items,
    services: isFailure(asked) ? [] : asked.services,
    title: nameOf(release),
  }
}

const nameOf = (release: Release | { error: unknown } | null | undefined) => {
  if (release === null) return m['releases.form.newTitle']()
  return release && 'id' in release ? titleOf(release, getLocale()) : m['releases.title']()
}
