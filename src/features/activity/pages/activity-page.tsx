import { mdiDownload } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { mayReadActivity } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { ButtonAnchor } from '#ui/button.tsx'
import { DayFilter } from '#ui/day-filter.tsx'
import { FilterChoice } from '#ui/filter-pick.tsx'
import { ClearFilters, FilterSelect } from '#ui/filters.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { FilterBar, TrailLink } from '#ui/page.tsx'
import { useWished } from '#ui/use-wished.ts'
import { ActivityList } from './activity-list.tsx'
import { type ActivitySearch, isFiltered, readActivitySearch } from './activity-search.ts'

/** What was changed: staff see all, members the portals that they manage. */
export const Route = createFileRoute('/_app/account/activity')({
  validateSearch: readActivitySearch,
  beforeLoad: ({ context }) => {
    if (!mayReadActivity(context.session)) notThere()
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const [activity, choices] = await Promise.all([
      context.api.activity.listActivity(deps, { key: 'activity' }),
      context.api.activity.listActivityChoices({
        ...(deps.person ? { person: deps.person } : {}),
        ...(deps.portal ? { portal: deps.portal } : {}),
      }),
    ])
    return { activity, choices, now: new Date() }
  },
  head: () => ({ meta: [{ title: `${m['activity.title']()} · Backline` }] }),
  component: ActivityPage,
})

function ActivityPage() {
  const { activity, choices, now } = Route.useLoaderData()
  const { session, api } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readActivitySearch)
  const { actions, people, portals } = isFailure(choices) ? { actions: [], people: [], portals: [] } : choices
  const { filter, clear, page } = useListSearch(readActivitySearch)
  const find = (of: 'people' | 'portals') => async (q: string) => {
    const found = await api.activity.listActivityChoices({ q }, { key: `pick-${of}` })
    return isFailure(found) ? undefined : found[of]
  }
  return (
    <ListPage
      trail={[
        <TrailLink key="account" to="/account">
          {m['shell.person.account']()}
        </TrailLink>,
        m['activity.title'](),
      ]}
      title={search.deleted ? m['activity.deletedLately']() : m['activity.title']()}
      lead={leadOf(search, session?.user.staff === true)}
      actions={
        !isFailure(activity) && activity.total === 0 ? undefined : (
          <ButtonAnchor icon={mdiDownload} href={exportAddress(search)} download>
            {m['activity.export']()}
          </ButtonAnchor>
        )
      }
      found={activity}
      failed={m['activity.loadFailed']()}
      filtered={isFiltered(search)}
      empty={{ title: m['activity.empty.title'](), text: m['activity.empty.text']() }}
      example={() => import('./example-activity.ts').then(({ exampleActivity }) => exampleActivity())}
      noResults={{
        title:
          search.restorable || search.deleted ? m['activity.nothingDeleted']() : m['activity.noResults'](),
        text: m['activity.noResultsText'](),
      }}
      onPage={page}
      filters={
        <FilterBar>
          <FilterChoice
            label={m['activity.filter.person']()}
            all={m['activity.filter.anyone']()}
            value={search.person}
            options={people}
            find={find('people')}
            onChange={(person) => filter({ person })}
          />
          <FilterSelect
            label={m['activity.filter.action']()}
            all={m['activity.filter.anything']()}
            value={search.action}
            options={actions}
            onChange={(action) => filter({ action })}
          />
          <FilterSelect
            label={m['activity.filter.restorable']()}
            all={m['activity.filter.anything']()}
            value={search.deleted ? 'deleted' : search.restorable && 'restorable'}
            options={[
              { value: 'restorable', label: m['activity.filter.restorableOnly']() },
              { value: 'deleted', label: m['activity.filter.restorableDeleted']() },
            ]}
            onChange={(only) =>
              filter({
                restorable: only === 'restorable' ? '1' : undefined,
                deleted: only === 'deleted' ? '1' : undefined,
              })
            }
          />
          {portals.length > 1 ? (
            <FilterChoice
              label={m['activity.filter.portal']()}
              all={m['activity.filter.allPortals']()}
              value={search.portal}
              options={portals}
              find={find('portals')}
              onChange={(portal) => filter({ portal })}
            />
          ) : undefined}
          <DayFilter
            label={m['activity.filter.since']()}
            value={search.from}
            onChange={(from) => filter({ from })}
          />
          <DayFilter
            label={m['activity.filter.until']()}
            value={search.to}
            onChange={(to) => filter({ to })}
          />
          {isFiltered(search) ? <ClearFilters onClear={clear} /> : undefined}
        </FilterBar>
      }
    >
      {({ items }) => <ActivityList entries={items} now={now} />}
    </ListPage>
  )
}

/** What the filters leave, all of it, as a file. */
function exportAddress({ page: _, ...filters }: ActivitySearch) {
  return `/api/activity/export?${new URLSearchParams({ ...filters, locale: getLocale() })}`
}

function leadOf({ restorable, deleted }: ActivitySearch, staff: boolean): string {
  if (restorable || deleted) return m['activity.restorableLead']()
  return staff ? m['activity.leadStaff']() : m['activity.lead']()
}
