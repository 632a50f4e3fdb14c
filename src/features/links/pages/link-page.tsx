import { createFileRoute } from '@tanstack/react-router'
import { dashboardPlace } from '#features/portals/pages/content-place.ts'
import { readLink } from './link-data.ts'
import { LinkScreen } from './link-screen.tsx'

export const Route = createFileRoute('/_app/dashboard/links/$linkId')({
  loader: ({ context, params }) => readLink(context.api, dashboardPlace(context), params.linkId),
  head: ({ loaderData }) => ({
    meta: [{ title: [loaderData?.title, 'Backline'].filter(Boolean).join(' · ') }],
  }),
  component: LinkPage,
})

function LinkPage() {
  return <LinkScreen {...Route.useLoaderData()} />
}
