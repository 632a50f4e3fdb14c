import { createFileRoute } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { DetailScreen } from './detail-screen.tsx'
import { readDetailSearch } from './detail-search.ts'
import { loadDetail } from './load-detail.ts'
import { WaitingForDetail } from './waiting.tsx'

export const Route = createFileRoute('/_app/analytics/net-sales')({
  validateSearch: readDetailSearch,
  // Columns are chosen among what is loaded already.
  loaderDeps: ({ search: { columns: _, ...asked } }) => asked,
  loader: ({ context, deps, preload }) => loadDetail(context, 'net-sales', deps, preload),
  head: () => ({ meta: [{ title: `${m['detail.netSales.title']()} · Backline` }] }),
  component: NetSalesPage,
  pendingComponent: WaitingForDetail,
})

function NetSalesPage() {
  const { session, api } = Route.useRouteContext()
  return (
    <DetailScreen
      kind="net-sales"
      session={session}
      api={api}
      search={Route.useSearch()}
      loaded={Route.useLoaderData()}
    />
  )
}
