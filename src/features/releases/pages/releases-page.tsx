import { createFileRoute } from '@tanstack/react-router'
import { dashboardPlace } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { readReleases, readReleasesSearch } from './releases-data.ts'
import { ReleasesScreen } from './releases-screen.tsx'

export const Route = createFileRoute('/_app/dashboard/releases')({
  validateSearch: readReleasesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    readReleases(context.api, dashboardPlace(context, 'portal.editreleases'), deps),
  head: () => ({ meta: [{ title: `${m['releases.title']()} · Backline` }] }),
  component: ReleasesPage,
})

function ReleasesPage() {
  const navigate = Route.useNavigate()
  return (
    <ReleasesScreen
      {...Route.useLoaderData()}
      onPage={(page) => navigate({ search: page > 1 ? { page } : {} })}
    />
  )
}
