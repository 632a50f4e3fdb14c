import { createFileRoute } from '@tanstack/react-router'
import { dashboardPlace } from '#features/portals/pages/content-place.ts'
import { readFeatured } from './featured-data.ts'
import { FeaturedScreen } from './featured-screen.tsx'

export const Route = createFileRoute('/_app/dashboard/featured/$featuredId')({
  loader: ({ context, params }) => readFeatured(context.api, dashboardPlace(context), params.featuredId),
  head: ({ loaderData }) => ({
    meta: [{ title: [loaderData?.title, 'Backline'].filter(Boolean).join(' · ') }],
  }),
  component: FeaturedPage,
})

function FeaturedPage() {
  return <FeaturedScreen {...Route.useLoaderData()} />
}
