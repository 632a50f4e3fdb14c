import { mdiPlus } from '@mdi/js'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { type Api, failureCode, isFailure } from '#client.ts'
import type { Event } from '#features/events/contract.ts'
import { PortalFilter } from '#features/portals/pages/portal-filter.tsx'
import { reachedPortals } from '#features/portals/pages/portals-to-pick.ts'
import { permissionsAt, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { ButtonLink } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Segments } from '#ui/field.tsx'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { totalFirst } from '#ui/total.ts'
import { type AllEventsSearch, readAllEventsSearch } from './all-events-search.ts'
import { useEventActs } from './event-acts.tsx'
import { EventCalendar } from './event-calendar.tsx'
import { eventColumns } from './event-columns.tsx'
import { EventFilters } from './event-filters.tsx'
import { EventPlaces } from './event-places.tsx'
import { isFiltered } from './events-search.ts'
import { daysAround, monthNow } from './month.ts'
import { NoEventsFound } from './no-events-found.tsx'
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
  head: () => ({ meta: [{ title: `${m['events.all.title']()} · Backline` }] }),
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

const pathOf = ({ id, portalId }: Pick<Event, 'id' | 'portalId'>) => `/events/${portalId}/${id}`

type Change = Partial<Record<keyof AllEventsSearch, string | undefined>>

/** Events of every portal that one sees: as a list, a calendar or a map. */
function AllEventsPage() {
  const loaded = Route.useLoaderData()
  const { session, api } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const { actsOf, question } = useEventActs(pathOf)
  const { found, portals, today } = loaded
  const failed = isFailure(found)
  const total = failed ? 0 : found.total
  // A new filter starts again at the first page.
  const filter = (change: Change) =>
    navigate({
      search: readAllEventsSearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const filtered = isFiltered(search) || search.portal !== undefined
  const empty = loaded.view === 'list' && !failed && total === 0 && !filtered
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
    <Page
      title={m['events.all.title']()}
      lead={
        failed
          ? undefined
          : total === 1
            ? m['events.all.leadOne']()
            : m['events.all.lead']({ total: totalFirst(found) })
      }
      actions={
        <>
          {editable && !empty ? add : undefined}
          <TransferMenu
            calendar={() => api.events.exportAllEvents(query)}
            sheet={() => api.events.exportAllEventSheet(query)}
            into={editable ? portals : []}
            mayShow={can(permissions, 'portal.editevents')}
          />
        </>
      }
    >
      {empty ? undefined : (
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
      )}
      {isFailure(found) ? (
        <ErrorState
          title={m['events.loadFailed']()}
          code={failureCode(found)}
          onRetry={() => router.invalidate()}
        />
      ) : empty ? (
        <Empty
          title={m['events.empty.title']()}
          text={m['events.all.empty']()}
          action={editable ? add : undefined}
        />
      ) : loaded.view === 'calendar' && !isFailure(loaded.found) ? (
        <EventCalendar
          days={loaded.found}
          month={loaded.month}
          today={today}
          onMonth={(month) => filter({ month })}
        />
      ) : total === 0 ? (
        <NoEventsFound q={search.q} onClear={() => navigate({ search: {} })} />
      ) : loaded.view === 'map' && !isFailure(loaded.found) ? (
        <EventPlaces places={loaded.found} />
      ) : loaded.view === 'list' && !isFailure(loaded.found) ? (
        <>
          <DataTable
            label={m['events.all.title']()}
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
          <Pager
            found={loaded.found}
            onPage={(page) => navigate({ search: readAllEventsSearch({ ...search, page }) })}
          />
        </>
      ) : undefined}
      {question}
    </Page>
  )
}
