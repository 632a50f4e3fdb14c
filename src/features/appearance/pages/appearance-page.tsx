import { createFileRoute } from '@tanstack/react-router'
import { dashboardPlace } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { readAppearance } from './appearance-data.ts'
import { AppearanceScreen } from './appearance-screen.tsx'

export const Route = createFileRoute('/_app/dashboard/appearance')({
  loader: ({ context }) => readAppearance(context.api, dashboardPlace(context, 'portal.editappearance')),
  head: () => ({ meta: [{ title: `${m['appearance.title']()} · Backline` }] }),
  component: AppearancePage,
})

function AppearancePage() {
  return <AppearanceScreen {...Route.useLoaderData()} />
}
