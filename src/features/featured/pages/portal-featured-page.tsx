import { createFileRoute } from '@tanstack/react-router'
import { portalPlace } from '#features/portals/pages/content-place.ts'
import { readFeatured } from './featured-data.ts'
import { FeaturedScreen } from './featured-screen.tsx'

export const Route = createFileRoute('/_app/portals/$portalId/featured/$featuredId')({
  loader: async ({ context, params }) =>
    readFeatured(context.api, await portalPlace(context, params.portalId), params.featuredId),
  head: ({ loaderData }) => ({
    meta: [{ title: [loaderData?.title, 'Backline'].filter(Boolean).join(' · ') }],
  }),
  component: PortalFeaturedPage,
})

function PortalFeaturedPage() {
  return <FeaturedScreen {...Route.useLoaderData()} />
}
