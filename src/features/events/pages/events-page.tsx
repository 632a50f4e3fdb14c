import { mdiPlus } from '@mdi/js'
import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import type { Event } from '#features/events/contract.ts'
import { currentPortal, dashboardTabs } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useEventActs } from './event-acts.tsx'
import { eventColumns } from './event-columns.tsx'
import { EventFilters } from './event-filters.tsx'
import { type EventsSearch, isFiltered, readEventsSearch } from './events-search.ts'
import { NoEventsFound } from './no-events-found.tsx'
import { TransferMenu } from './transfer-menu.tsx'

export const Route = createFileRoute('/_app/dashboard/events')({
  validateSearch: readEventsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const portal = currentPortal(context.session)
    if (!portal || !can(portal.permissions, 'portal.editevents')) throw notFound({ routeId: rootRouteId })
    const events = await context.api.events.listPortalEvents(
      { portalId: portal.id, ...deps },
      { key: 'portal-events' },
    )
    return { portal, events }
  },
  head: () => ({ meta: [{ title: `${m['events.title']()} · Backline` }] }),
  component: EventsPage,
})

function EventsPage() {
  const { portal, events } = Route.useLoaderData()
  const { session, api } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const editable = can(portal.permissions, 'events.createoreditevents')
  const failed = isFailure(events)
  const none = !failed && events.total === 0
  // A new filter starts again at the first page.
  const filter = (change: Partial<Record<keyof EventsSearch, string | undefined>>) =>
    navigate({
      search: readEventsSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const pathOf = ({ id }: Pick<Event, 'id'>) => `/dashboard/events/${id}`
  const { actsOf, question } = useEventActs(pathOf)
  const { page: _, ...query } = search
  const add = (
    <ButtonLink to="/dashboard/events/$eventId" params={{ eventId: 'new' }} look="primary" icon={mdiPlus}>
      {m['events.new']()}
    </ButtonLink>
  )
  const files = (
    <TransferMenu
      calendar={() => api.events.exportEvents({ portalId: portal.id, ...query })}
      sheet={() => api.events.exportEventSheet({ portalId: portal.id, ...query })}
      into={editable ? [{ value: portal.id, label: portal.name }] : []}
      mayShow
    />
  )
  const empty = none && !isFiltered(search)
  return (
    <Page
      title={m['events.title']()}
      lead={m['events.lead']({ portal: portal.name })}
      actions={
        failed ? undefined : empty ? (
          files
        ) : (
          <>
            {editable ? add : undefined}
            {files}
          </>
        )
      }
    >
      <Tabs label={m['shell.tabs.label']()} tabs={dashboardTabs(session)} path="/dashboard/events" />
      {empty ? undefined : <EventFilters search={search} onFilter={filter} />}
      {failed ? (
        <ErrorState
          title={m['events.loadFailed']()}
          code={failureCode(events)}
          onRetry={() => router.invalidate()}
        />
      ) : empty ? (
        <Empty
          title={m['events.empty.title']()}
          text={m['events.empty.text']()}
          action={editable ? add : undefined}
        />
      ) : none ? (
        <NoEventsFound q={search.q} onClear={() => navigate({ search: {} })} />
      ) : (
        <>
          <DataTable
            label={m['events.title']()}
            columns={eventColumns({
              pathOf,
              withPortal: false,
              actions: (event) => actsOf(event, portal.permissions),
            })}
            rows={events.items}
            rowKey={(event) => event.id}
            orderBy={search.orderBy}
            onSort={(orderBy) => filter({ orderBy })}
          />
          <Pager
            found={events}
            onPage={(page) => navigate({ search: readEventsSearch({ ...search, page }) })}
          />
        </>
      )}
      {question}
    </Page>
  )
}
