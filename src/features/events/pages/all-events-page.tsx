import { createFileRoute, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { currentPortal } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { here } from '#ui/formats.ts'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { eventColumns } from './event-columns.tsx'
import { EventFilters } from './event-filters.tsx'
import { type EventsSearch, isFiltered, readEventsSearch } from './events-search.ts'
import { NoEventsFound } from './no-events-found.tsx'

export const Route = createFileRoute('/_app/events')({
  validateSearch: readEventsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => ({
    events: await context.api.events.listEvents(deps, { key: 'events' }),
  }),
  head: () => ({ meta: [{ title: `${m['events.all.title']()} · Backline` }] }),
  component: AllEventsPage,
})

/** Events of every portal that one sees. */
function AllEventsPage() {
  const { events } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const portal = currentPortal(session)
  const failed = isFailure(events)
  const total = failed ? 0 : events.total
  // A new filter starts again at the first page.
  const filter = (change: Partial<Record<keyof EventsSearch, string | undefined>>) =>
    navigate({
      search: readEventsSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const empty = !failed && total === 0 && !isFiltered(search)
  return (
    <Page
      title={m['events.all.title']()}
      lead={
        failed
          ? undefined
          : total === 1
            ? m['events.all.leadOne']()
            : m['events.all.lead']({ total: here().number(total) })
      }
    >
      {empty ? undefined : <EventFilters search={search} onFilter={filter} />}
      {failed ? (
        <ErrorState
          title={m['events.loadFailed']()}
          code={failureCode(events)}
          onRetry={() => router.invalidate()}
        />
      ) : empty ? (
        <Empty title={m['events.empty.title']()} text={m['events.all.empty']()} />
      ) : total === 0 ? (
        <NoEventsFound q={search.q} onClear={() => navigate({ search: {} })} />
      ) : (
        <>
          <DataTable
            label={m['events.all.title']()}
            columns={eventColumns({ linked: ({ portalId }) => portalId === portal?.id, withPortal: true })}
            rows={events.items}
            rowKey={(event) => event.id}
            orderBy={search.orderBy}
            onSort={(orderBy) => filter({ orderBy })}
          />
          <Pager
            page={events.page}
            pageSize={events.pageSize}
            total={total}
            onPage={(page) => navigate({ search: readEventsSearch({ ...search, page }) })}
          />
        </>
      )}
    </Page>
  )
}
