import { mdiPlus } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { DeletedLately } from '#features/activity/pages/deleted-lately.tsx'
import type { Event } from '#features/events/contract.ts'
import { currentPortal, dashboardTabs } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { Tabs } from '#ui/tabs.tsx'
import { useWished } from '#ui/use-wished.ts'
import { useEventActs } from './event-acts.tsx'
import { eventColumns } from './event-columns.tsx'
import { EventFilters } from './event-filters.tsx'
import { isFiltered, readEventsSearch } from './events-search.ts'
import { noEvents } from './no-events.ts'
import { TransferMenu } from './transfer-menu.tsx'

export const Route = createFileRoute('/_app/dashboard/events')({
  validateSearch: readEventsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const portal = currentPortal(context.session)
    if (!portal || !can(portal.permissions, 'portal.editevents')) notThere()
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
  const search = useWished(Route.useSearch(), readEventsSearch)
  const editable = can(portal.permissions, 'events.createoreditevents')
  const { filter, clear, page } = useListSearch(readEventsSearch)
  const pathOf = ({ id }: Pick<Event, 'id'>) => `/dashboard/events/${id}`
  const actsOf = useEventActs(pathOf)
  const { page: _page, ...query } = search
  const add = (
    <ButtonLink to="/dashboard/events/$eventId" params={{ eventId: 'new' }} look="primary" icon={mdiPlus}>
      {m['events.new']()}
    </ButtonLink>
  )
  const files = (
    <TransferMenu
      of={`/api/portal/${portal.id}/events`}
      query={query}
      into={editable ? [{ value: portal.id, label: portal.name }] : []}
      mayShow
    />
  )
  return (
    <ListPage
      title={m['events.title']()}
      lead={m['events.lead']({ portal: portal.name })}
      tabs={<Tabs label={m['shell.tabs.label']()} tabs={dashboardTabs(session)} path="/dashboard/events" />}
      add={editable ? add : undefined}
      actions={files}
      found={events}
      failed={m['events.loadFailed']()}
      filters={<EventFilters search={search} onFilter={filter} />}
      filtered={isFiltered(search)}
      empty={{ title: m['events.empty.title'](), text: m['events.empty.text']() }}
      example={() =>
        import('./example-events.ts').then(({ exampleEvents }) => exampleEvents(portal, new Date()))
      }
      noResults={noEvents(search.q)}
      onClear={clear}
      onPage={page}
      below={<DeletedLately portalId={portal.id} />}
    >
      {({ items }) => (
        <DataTable
          label={m['events.title']()}
          columns={eventColumns({
            pathOf,
            withPortal: false,
            actions: (event) => actsOf(event, portal.permissions),
          })}
          rows={items}
          rowKey={(event) => event.id}
          orderBy={search.orderBy}
          onSort={(orderBy) => filter({ orderBy })}
        />
      )}
    </ListPage>
  )
}
