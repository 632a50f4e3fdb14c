import { createFileRoute } from '@tanstack/react-router'
import { portalPlace } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { readReleases, readReleasesSearch } from './releases-data.ts'
import { ReleasesScreen } from './releases-screen.tsx'

export const Route = createFileRoute('/_app/portals/$portalId/releases')({
  validateSearch: readReleasesSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, params, deps }) =>
    readReleases(context.api, await portalPlace(context, params.portalId, 'portal.editreleases'), deps),
  head: () => ({ meta: [{ title: `${m['releases.title']()} · Backline` }] }),
  component: PortalReleasesPage,
})

function PortalReleasesPage() {
  const navigate = Route.useNavigate()
  return (
    <ReleasesScreen
      {...Route.useLoaderData()}
      onPage={(page) => navigate({ search: page > 1 ? { page } : {} })}
    />
  )
}
