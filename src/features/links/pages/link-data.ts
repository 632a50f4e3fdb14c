import type { Api } from '#client.ts'
import type { Link } from '#features/links/contract.ts'
import type { ContentPlace } from '#features/portals/pages/content-place.ts'
import { idOrNew, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { can } from '#platform/permissions.ts'
import { titleOf } from './link-state.ts'

/** What the page of a link shows; `linkId` is `new` or a link's id. @throws notFound */
export async function readLink(api: Api, place: ContentPlace, linkId: string) {
  const editable = can(place.portal.permissions, 'portal.editlinks')
  idOrNew(linkId, editable)
  if (linkId === 'new') return { place, editable, link: null, title: nameOf(null) }
  const link = orNotThere(await api.links.getLink({ portalId: place.portal.id, linkId }))
  return { place, editable, link, title: nameOf(link) }
}

/** What the page is called. */
export function nameOf(link: Link | { error: unknown } | null | undefined): string {
  if (link === null) return m['links.form.newTitle']()
  return link && 'id' in link ? titleOf(link, getLocale()) : m['links.title']()
}
