import { createFileRoute } from '@tanstack/react-router'
import { dashboardPlace } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { readLinks } from './links-data.ts'
import { LinksScreen } from './links-screen.tsx'

export const Route = createFileRoute('/_app/dashboard/links')({
  loader: ({ context }) => readLinks(context.api, dashboardPlace(context)),
  head: () => ({ meta: [{ title: `${m['links.title']()} · Backline` }] }),
  component: LinksPage,
})

function LinksPage() {
  return <LinksScreen {...Route.useLoaderData()} />
}
