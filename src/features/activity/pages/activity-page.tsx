import { mdiDownload } from '@mdi/js'
import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { mayReadActivity } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import { DayFilter } from '#ui/day-filter.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FilterChoice } from '#ui/filter-pick.tsx'
import { FilterSelect } from '#ui/filters.tsx'
import { FilterBar, Page, TrailLink } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import { ActivityList } from './activity-list.tsx'
import { type ActivitySearch, isFiltered, readActivitySearch } from './activity-search.ts'

/** What was changed: staff see all, members the portals that they manage. */
export const Route = createFileRoute('/_app/account/activity')({
  validateSearch: readActivitySearch,
  beforeLoad: ({ context }) => {
    if (!mayReadActivity(context.session)) throw notFound({ routeId: rootRouteId })
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
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const failed = isFailure(activity)
  const { actions, people, portals } = isFailure(choices) ? { actions: [], people: [], portals: [] } : choices
  // A new filter starts again at the first page.
  const filter = (change: Partial<Record<keyof ActivitySearch, string | undefined>>) =>
    navigate({
      search: readActivitySearch({ ...search, page: undefined, ...change }),
      replace: true,
      resetScroll: false,
    })
  const find = (of: 'people' | 'portals') => async (q: string) => {
    const found = await api.activity.listActivityChoices({ q }, { key: `pick-${of}` })
    return isFailure(found) ? undefined : found[of]
  }
  const none = !failed && activity.total === 0
  return (
    <Page
      trail={[
        <TrailLink key="account" to="/account">
          {m['shell.person.account']()}
        </TrailLink>,
        m['activity.title'](),
      ]}
      title={m['activity.title']()}
      lead={session?.user.staff ? m['activity.leadStaff']() : m['activity.lead']()}
      actions={
        none ? undefined : (
          <ButtonAnchor icon={mdiDownload} href={exportAddress(search)} download>
            {m['activity.export']()}
          </ButtonAnchor>
        )
      }
    >
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
        <DayFilter label={m['activity.filter.until']()} value={search.to} onChange={(to) => filter({ to })} />
        {isFiltered(search) ? (
          <Button size="sm" look="ghost" onClick={() => navigate({ search: {} })}>
            {m['ui.clearFilters']()}
          </Button>
        ) : undefined}
      </FilterBar>
      {failed ? (
        <ErrorState
          title={m['activity.loadFailed']()}
          code={failureCode(activity)}
          onRetry={() => router.invalidate()}
        />
      ) : none ? (
        <Empty
          drawing={!isFiltered(search)}
          title={isFiltered(search) ? m['activity.noResults']() : m['activity.empty.title']()}
          text={isFiltered(search) ? m['activity.noResultsText']() : m['activity.empty.text']()}
        />
      ) : (
        <>
          <ActivityList entries={activity.items} now={now} />
          <Pager
            found={activity}
            onPage={(page) => navigate({ search: readActivitySearch({ ...search, page }) })}
          />
        </>
      )}
    </Page>
  )
}

/** What the filters leave, all of it, as a file. */
function exportAddress({ page: _, ...filters }: ActivitySearch) {
  return `/api/activity/export?${new URLSearchParams({ ...filters, locale: getLocale() })}`
}
