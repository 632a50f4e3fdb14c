import type { Api } from '#client.ts'
import type { Featured } from '#features/featured/contract.ts'
import type { ContentPlace } from '#features/portals/pages/content-place.ts'
import { idOrNew, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { can } from '#platform/permissions.ts'
import { titleOf } from './featured-words.ts'

/** What the page of a featured item shows; `featuredId` is `new` or an item's id. @throws notFound */
export async function readFeatured(api: Api, place: ContentPlace, featuredId: string) {
  const portalId = place.portal.id
  const editable = can(place.portal.permissions, 'portal.editfeatured')
  idOrNew(featuredId, editable)
  const [item, targets] = await Promise.all([
    featuredId === 'new' ? null : api.featured.getFeatured({ portalId, featuredId }),
    editable ? api.featured.listTargets({ portalId }) : [],
  ])
  orNotThere(item)
  // The title is made here: what stands in the head is loaded by every page.
  return { place, editable, item, targets, title: nameOf(item) }
}

const nameOf = (item: Featured | { error: unknown } | null | undefined) => {
  if (item === null) return m['featured.form.newTitle']()
  return item && 'id' in item ? titleOf(item, getLocale()) : m['featured.title']()
}
