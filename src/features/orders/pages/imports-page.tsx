import { createFileRoute } from '@tanstack/react-router'
import { currentPortal } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { teamWays } from './import-ways.ts'
import { ImportsList, loadImports } from './imports-list.tsx'
import { pageIn } from './imports-search.ts'

/** Files of orders that came into a team's portal. */
export const Route = createFileRoute('/_app/stocks/imports')({
  validateSearch: pageIn,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, session }, deps }) => {
    const portal = currentPortal(session)
    if (!portal) notThere()
    return { portal, ...(await loadImports(api, portal.id, deps)) }
  },
  head: () => ({ meta: [{ title: `${m['orders.imports.title']()} · Backline` }] }),
  component: ImportsPage,
})

function ImportsPage() {
  const { portal, imports, formats } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  return (
    <ImportsList
      {...{ portalId: portal.id, imports, formats, ways: teamWays }}
      editable={can(portal.permissions, 'stocks.managestocks')}
      onPage={(page) => navigate({ search: { page } })}
    />
  )
}
