import { createFileRoute } from '@tanstack/react-router'
import { dashboardPlace } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { readFeaturedItems } from './featured-items-data.ts'
import { FeaturedItemsScreen } from './featured-items-screen.tsx'

export const Route = createFileRoute('/_app/dashboard/featured')({
  loader: ({ context }) => readFeaturedItems(context.api, dashboardPlace(context)),
  head: () => ({ meta: [{ title: `${m['featured.title']()} · Backline` }] }),
  component: FeaturedItemsPage,
})

function FeaturedItemsPage() {
  return <FeaturedItemsScreen {...Route.useLoaderData()} />
}
