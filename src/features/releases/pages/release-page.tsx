import { createFileRoute } from '@tanstack/react-router'
import { dashboardPlace } from '#features/portals/pages/content-place.ts'
import { readRelease } from './release-data.ts'
import { ReleaseScreen } from './release-screen.tsx'

export const Route = createFileRoute('/_app/dashboard/releases/$releaseId')({
  loader: ({ context, params }) =>
    readRelease(context.api, dashboardPlace(context, 'portal.editreleases'), params.releaseId),
  head: ({ loaderData }) => ({
    meta: [{ title: [loaderData?.title, 'Backline'].filter(Boolean).join(' · ') }],
  }),
  component: ReleasePage,
})

function ReleasePage() {
  return <ReleaseScreen {...Route.useLoaderData()} />
}
