import { createFileRoute } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { DetailScreen } from './detail-screen.tsx'
import { readDetailSearch } from './detail-search.ts'
import { loadDetail } from './load-detail.ts'
import { WaitingForDetail } from './waiting.tsx'

export const Route = createFileRoute('/_app/analytics/albums-sold')({
  validateSearch: readDetailSearch,
  // Columns are chosen among what is loaded already.
  loaderDeps: ({ search: { columns: _, ...asked } }) => asked,
  loader: ({ context, deps, preload }) => loadDetail(context, 'albums-sold', deps, preload),
  head: () => ({ meta: [{ title: `${m['detail.albumsSold.title']()} · Backline` }] }),
  component: AlbumsSoldPage,
  pendingComponent: WaitingForDetail,
})

function AlbumsSoldPage() {
  const { session, api } = Route.useRouteContext()
  return (
    <DetailScreen
      kind="albums-sold"
      session={session}
      api={api}
      search={Route.useSearch()}
      loaded={Route.useLoaderData()}
    />
  )
}
