import { createFileRoute } from '@tanstack/react-router'
import { portalPlace } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { readFeaturedItems } from './featured-items-data.ts'
import { FeaturedItemsScreen } from './featured-items-screen.tsx'

export const Route = createFileRoute('/_app/portals/$portalId/featured')({
  loader: async ({ context, params }) =>
    readFeaturedItems(context.api, await portalPlace(context, params.portalId)),
  head: () => ({ meta: [{ title: `${m['featured.title']()} · Backline` }] }),
  component: PortalFeaturedItemsPage,
})

function PortalFeaturedItemsPage() {
  return <FeaturedItemsScreen {...Route.useLoaderData()} />
}
