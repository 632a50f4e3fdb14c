import { createFileRoute } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { DetailScreen } from './detail-screen.tsx'
import { readDetailSearch } from './detail-search.ts'
import { loadDetail } from './load-detail.ts'
import { WaitingForDetail } from './waiting.tsx'

export const Route = createFileRoute('/_app/analytics/income-detail')({
  validateSearch: readDetailSearch,
  // Columns are chosen among what is loaded already.
  loaderDeps: ({ search: { columns: _, ...asked } }) => asked,
  loader: ({ context, deps, preload }) => loadDetail(context, 'income-detail', deps, preload),
  head: () => ({ meta: [{ title: `${m['detail.income.title']()} · Backline` }] }),
  component: IncomeDetailPage,
  pendingComponent: WaitingForDetail,
})

function IncomeDetailPage() {
  const { session, api } = Route.useRouteContext()
  return (
    <DetailScreen
      kind="income-detail"
      session={session}
      api={api}
      search={Route.useSearch()}
      loaded={Route.useLoaderData()}
    />
  )
}
