import { createFileRoute } from '@tanstack/react-router'
import { portalPlace } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { readAppearance } from './appearance-data.ts'
import { AppearanceScreen } from './appearance-screen.tsx'

export const Route = createFileRoute('/_app/portals/$portalId/appearance')({
  loader: async ({ context, params }) =>
    readAppearance(context.api, await portalPlace(context, params.portalId, 'portal.editappearance')),
  head: () => ({ meta: [{ title: `${m['appearance.title']()} · Backline` }] }),
  component: PortalAppearancePage,
})

function PortalAppearancePage() {
  return <AppearanceScreen {...Route.useLoaderData()} />
}
