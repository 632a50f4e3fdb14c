import { createFileRoute } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { DetailScreen } from './detail-screen.tsx'
import { readDetailSearch } from './detail-search.ts'
import { loadDetail } from './load-detail.ts'
import { WaitingForDetail } from './waiting.tsx'

export const Route = createFileRoute('/_app/analytics/sales-by-location')({
  validateSearch: readDetailSearch,
  // Columns are chosen among what is loaded already.
  loaderDeps: ({ search: { columns: _, ...asked } }) => asked,
  loader: ({ context, deps, preload }) => loadDetail(context, 'sales-by-location', deps, preload),
  head: () => ({ meta: [{ title: `${m['detail.byLocation.title']()} · Backline` }] }),
  component: SalesByLocationPage,
  pendingComponent: WaitingForDetail,
})

function SalesByLocationPage() {
  const { session, api } = Route.useRouteContext()
  return (
    <DetailScreen
      kind="sales-by-location"
      session={session}
      api={api}
      search={Route.useSearch()}
      loaded={Route.useLoaderData()}
    />
  )
}
