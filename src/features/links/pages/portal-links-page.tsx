import { createFileRoute } from '@tanstack/react-router'
import { portalPlace } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { readLinks } from './links-data.ts'
import { LinksScreen } from './links-screen.tsx'

/** The links of any portal that one reaches. */
export const Route = createFileRoute('/_app/portals/$portalId/links')({
  loader: async ({ context, params }) => readLinks(context.api, await portalPlace(context, params.portalId)),
  head: () => ({ meta: [{ title: `${m['links.title']()} · Backline` }] }),
  component: PortalLinksPage,
})

function PortalLinksPage() {
  return <LinksScreen {...Route.useLoaderData()} />
}
