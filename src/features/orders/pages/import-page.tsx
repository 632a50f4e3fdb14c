import { createFileRoute } from '@tanstack/react-router'
import { currentPortal } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ImportScreen } from './import-screen.tsx'
import { teamWays } from './import-ways.ts'

/** A file of orders of a team's own. */
export const Route = createFileRoute('/_app/stocks/imports/new')({
  loader: ({ context: { session } }) => {
    const portal = currentPortal(session)
    if (!portal || !can(portal.permissions, 'stocks.managestocks')) notThere()
    return { portal }
  },
  head: () => ({ meta: [{ title: `${m['orders.upload.title']()} · Backline` }] }),
  component: ImportPage,
})

function ImportPage() {
  const { portal } = Route.useLoaderData()
  const { api } = Route.useRouteContext()
  return <ImportScreen key={portal.id} {...{ api, portalId: portal.id, ways: teamWays }} />
}
