import { mdiPlus } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { type Api, isFailure } from '#client.ts'
import { DeletedLately } from '#features/activity/pages/deleted-lately.tsx'
import type { Event } from '#features/events/contract.ts'
import { PortalFilter } from '#features/portals/pages/portal-filter.tsx'
import { reachedPortals } from '#features/portals/pages/portals-to-pick.ts'
import { permissionsAt, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { ButtonLink } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Segments } from '#ui/field.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { totalFirst } from '#ui/total.ts'
import { useWished } from '#ui/use-wished.ts'
import { type AllEventsSearch, readAllEventsSearch } from './all-events-search.ts'
import { useEventActs } from './event-acts.tsx'
import { EventCalendar } from './event-calendar.tsx'
import { eventColumns } from './event-columns.tsx'
import { EventFilters } from './event-filters.tsx'
import { EventPlaces } from './event-places.tsx'
import { isFiltered } from './events-search.ts'
import { daysAround, monthNow } from './month.ts'
import { noEvents } from './no-events.ts'
import { TransferMenu } from './transfer-menu.tsx'

export const Route = createFileRoute('/_app/events')({
  validateSearch: readAllEventsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, session }, deps }) => {
    const now = new Date()
    const [shown, portals] = await Promise.all([
      read(api, deps, now),
      reachedPortals(api, session, deps.portal),
    ])
    return { ...shown, portals, today: formatDay(dayOf(now.getTime())) }
  },
  head: () => ({ meta: [{ title: `${m['events.title']()} · Backline` }] }),
  component: AllEventsPage,
})

/** What the chosen view shows. */
async function read(api: Api, { view, month, page, ...query }: AllEventsSearch, now: Date) {
  const key = { key: 'events' }
  if (view === 'calendar') {
    const { orderBy: _, ...filters } = query
    const shownMonth = month ?? monthNow(now)
    const days = daysAround(shownMonth)
    const found = await api.events.listEventDays({ ...filters, f: days[0] ?? '', t: days.at(-1) ?? '' }, key)
    return { view: 'calendar' as const, month: shownMonth, found }
  }
  if (view === 'map') return { view: 'map' as const, found: await api.events.listEventPlaces(query, key) }
  const found = await api.events.listEvents({ ...query, ...(page ? { page } : {}) }, key)
  return { view: 'list' as const, found }
}

/** As much of each view's answer as the frame looks at. */
type EventsFound = Parameters<typeof totalFirst>[0] & { total: number }

const pathOf = ({ id, portalId }: Pick<Event, 'id' | 'portalId'>) => `/events/${portalId}/${id}`

/** Events of every portal that one sees: as a list, a calendar or a map. */
function AllEventsPage() {
  const loaded = Route.useLoaderData()
  const { session, api } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readAllEventsSearch)
  const actsOf = useEventActs(pathOf)
  const { found, portals, today } = loaded
  const { filter, clear, page } = useListSearch(readAllEventsSearch)
  const filtered = isFiltered(search) || search.portal !== undefined
  const { view: _view, month: _month, page: _page, ...query } = search
  const permissions = permissionsOf(session)
  const editable = can(permissions, 'events.createoreditevents')
  // Where only one portal is reached or looked at, there is nothing to choose.
  const only = search.portal ?? (portals.length === 1 ? portals[0]?.value : undefined)
  const add = (
    <ButtonLink
      to={(only ? `/events/${only}/new` : '/events/new') as '/events'}
      look="primary"
      icon={mdiPlus}
    >
      {m['events.new']()}
    </ButtonLink>
  )
  return (
    <ListPage<EventsFound>
      title={m['events.title']()}
      lead={(some) =>
        some.total === 1 ? m['events.all.leadOne']() : m['events.all.lead']({ total: totalFirst(some) })
      }
      add={editable ? add : undefined}
      actions={
        <TransferMenu
          of="/api/events"
          query={query}
          into={editable ? portals : []}
          mayShow={can(permissions, 'portal.editevents')}
        />
      }
      found={found}
      failed={m['events.loadFailed']()}
      filters={
        <EventFilters search={search} onFilter={filter}>
          <Segments
            label={m['events.view.label']()}
            value={loaded.view}
            options={[
              { value: 'list', label: m['events.view.list']() },
              { value: 'calendar', label: m['events.view.calendar']() },
              { value: 'map', label: m['events.view.map']() },
            ]}
            onChange={(view) => filter({ view })}
          />
          <PortalFilter
            label={m['events.column.portal']()}
            all={m['events.filter.allPortals']()}
            value={search.portal}
            portals={portals}
            onChange={(chosen) => filter({ portal: chosen })}
          />
        </EventFilters>
      }
      filtered={filtered || loaded.view !== 'list'}
      shownEmpty={loaded.view === 'calendar'}
      empty={{ title: m['events.empty.title'](), text: m['events.all.empty']() }}
      noResults={noEvents(search.q)}
      onClear={clear}
      onPage={page}
      below={<DeletedLately portalId={only} />}
    >
      {() =>
        loaded.view === 'calendar' && !isFailure(loaded.found) ? (
          <EventCalendar
            days={loaded.found}
            month={loaded.month}
            today={today}
            onMonth={(month) => filter({ month })}
          />
        ) : loaded.view === 'map' && !isFailure(loaded.found) ? (
          <EventPlaces places={loaded.found} />
        ) : loaded.view === 'list' && !isFailure(loaded.found) ? (
          <DataTable
            label={m['events.title']()}
            columns={eventColumns({
              pathOf,
              withPortal: true,
              actions: (event) => actsOf(event, permissionsAt(session, event.portalId)),
            })}
            rows={loaded.found.items}
            rowKey={(event) => event.id}
            orderBy={search.orderBy}
            onSort={(orderBy) => filter({ orderBy })}
          />
        ) : undefined
      }
    </ListPage>
  )
}
