import type { Api } from '#client.ts'
import type { ContentPlace } from '#features/portals/pages/content-place.ts'

/** What the editor of a portal's looks starts from. */
export async function readAppearance({ appearance }: Api, place: ContentPlace) {
  const [state, designs, typographies] = await Promise.all([
    appearance.getAppearance({ portalId: place.portal.id }),
    appearance.listDesigns({}),
    appearance.listTypographies({}),
  ])
  return { place, state, designs, typographies }
}
