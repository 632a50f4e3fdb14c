import { createFileRoute } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { DetailScreen } from './detail-screen.tsx'
import { readDetailSearch } from './detail-search.ts'
import { loadDetail } from './load-detail.ts'
import { WaitingForDetail } from './waiting.tsx'

export const Route = createFileRoute('/_app/analytics/orders-sold')({
  validateSearch: readDetailSearch,
  // Columns are chosen among what is loaded already.
  loaderDeps: ({ search: { columns: _, ...asked } }) => asked,
  loader: ({ context, deps, preload }) => loadDetail(context, 'orders-sold', deps, preload),
  head: () => ({ meta: [{ title: `${m['detail.ordersSold.title']()} · Backline` }] }),
  component: OrdersSoldPage,
  pendingComponent: WaitingForDetail,
})

function OrdersSoldPage() {
  const { session, api } = Route.useRouteContext()
  return (
    <DetailScreen
      kind="orders-sold"
      session={session}
      api={api}
      search={Route.useSearch()}
      loaded={Route.useLoaderData()}
    />
  )
}
