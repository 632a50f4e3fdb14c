import { createFileRoute } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { dateFilters } from '#platform/constants.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { countryName } from '#ui/country-name.ts'
import { DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Listing } from '#ui/listing.tsx'
import { Page } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { AnalyticsNav } from './analytics-nav.tsx'
import { callKey } from './load-detail.ts'
import { daysOf, type PeriodSearch, readPeriod } from './period.ts'
import { Toolbar } from './toolbar.tsx'

/** Cities by who came and bought from there, beside the concerts already announced. */
export const Route = createFileRoute('/_app/analytics/where-to-play')({
  validateSearch: readPeriod,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, preload }) => {
    const days = daysOf(orLastYear(deps), new Date())
    const key = callKey('play', preload)
    return { days, cities: await context.api.analytics.whereToPlay(days, { key }) }
  },
  head: () => ({ meta: [{ title: `${m['detail.play.title']()} · Backline` }] }),
  component: WhereToPlayPage,
})

/** A tour is planned on a year of figures: that is what the page stands on until somebody chooses other days. */
function lastYear() {
  const yesterday = dayOf(Date.now()) - 1
  return { f: formatDay(yesterday - 364), t: formatDay(yesterday) }
}
const orLastYear = (search: PeriodSearch): PeriodSearch =>
  search.filter ? search : { ...search, filter: dateFilters.custom, ...lastYear() }

function WhereToPlayPage() {
  const { days, cities } = Route.useLoaderData()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { money, number, date } = here()
  return (
    <Page title={m['detail.play.title']()} lead={m['detail.play.lead']()}>
      <AnalyticsNav path="/analytics/where-to-play" search={search} />
      <Toolbar
        search={orLastYear(search)}
        days={days}
        usual={lastYear()}
        onChange={(next) => navigate({ search: (now) => readPeriod({ ...next(now) }), resetScroll: false })}
      />
      <Listing
        found={cities}
        failed={m['detail.failed']()}
        filtered
        empty={{ title: m['detail.empty.title'](), text: m['detail.play.none']() }}
      >
        {({ items }) => (
          <DataTable
            label={m['detail.play.title']()}
            rows={items}
            rowKey={({ id }) => id}
            columns={[
              {
                id: 'city',
                title: m['detail.by.cities'](),
                phone: 'main',
                cell: ({ name, country }) => (
                  <b>{country === 'ES' ? name : `${name}, ${countryName(String(country))}`}</b>
                ),
              },
              {
                id: 'netCents',
                title: m['analytics.measure.netCents'](),
                numeric: true,
                phone: 'amount',
                cell: ({ netCents }) => money(Number(netCents)),
              },
              {
                id: 'orders',
                title: m['analytics.measure.orders'](),
                numeric: true,
                cell: ({ orders }) => number(Number(orders)),
              },
              {
                id: 'visitors',
                title: m['analytics.measure.visitors'](),
                numeric: true,
                cell: ({ visitors }) => (Number(visitors) > 0 ? number(Number(visitors)) : m['ui.none']()),
              },
              {
                id: 'event',
                sentence: true,
                title: m['detail.play.event'](),
                phone: 'status',
                cell: ({ event, startsAt }) =>
                  event ? (
                    `${event}, ${date(String(startsAt))}`
                  ) : (
                    <Status mark="draft">{m['detail.play.noEvent']()}</Status>
                  ),
              },
            ]}
          />
        )}
      </Listing>
    </Page>
  )
}
