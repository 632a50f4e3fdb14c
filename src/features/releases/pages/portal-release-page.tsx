import { createFileRoute } from '@tanstack/react-router'
import { portalPlace } from '#features/portals/pages/content-place.ts'
import { readRelease } from './release-data.ts'
import { ReleaseScreen } from './release-screen.tsx'

export const Route = createFileRoute('/_app/portals/$portalId/releases/$releaseId')({
  loader: async ({ context, params }) => {
    const place = await portalPlace(context, params.portalId, 'portal.editreleases')
    return readRelease(context.api, place, params.releaseId)
  },
  head: ({ loaderData }) => ({
    meta: [{ title: [loaderData?.title, 'Backline'].filter(Boolean).join(' · ') }],
  }),
  component: PortalReleasePage,
})

function PortalReleasePage() {
  return <ReleaseScreen {...Route.useLoaderData()} />
}
