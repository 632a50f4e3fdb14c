import { createFileRoute } from '@tanstack/react-router'
import { portalPlace } from '#features/portals/pages/content-place.ts'
import { readLink } from './link-data.ts'
import { LinkScreen } from './link-screen.tsx'

export const Route = createFileRoute('/_app/portals/$portalId/links/$linkId')({
  loader: async ({ context, params }) =>
    readLink(context.api, await portalPlace(context, params.portalId), params.linkId),
  head: ({ loaderData }) => ({
    meta: [{ title: [loaderData?.title, 'Backline'].filter(Boolean).join(' · ') }],
  }),
  component: PortalLinkPage,
})

function PortalLinkPage() {
  return <LinkScreen {...Route.useLoaderData()} />
}
