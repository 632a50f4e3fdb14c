import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { dateFilters } from '#platform/constants.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Listing } from '#ui/listing.tsx'
import { Page } from '#ui/page.tsx'
import { AnalyticsNav } from './analytics-nav.tsx'
import { callKey } from './load-detail.ts'
import { daysOf, type PeriodSearch, readPeriod } from './period.ts'
import { columnsOf, hasFans, PlayNotes } from './play-columns.tsx'
import { playSentence } from './play-sentence.ts'
import { Toolbar } from './toolbar.tsx'

const playPlaces = ['areas', 'cities'] as const

/** Areas or cities by who came, bought and signed up there, beside the concerts already announced. */
export const Route = createFileRoute('/_app/analytics/where-to-play')({
  validateSearch: readPlay,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, preload }) => {
    const by = deps.by ?? 'areas'
    const days = daysOf(orLastYear(deps), new Date())
    const key = callKey('play', preload)
    return { days, found: await context.api.analytics.whereToPlay({ ...days, by }, { key }) }
  },
  head: () => ({ meta: [{ title: `${m['detail.play.title']()} · Backline` }] }),
  component: WhereToPlayPage,
})

interface PlaySearch extends PeriodSearch {
  by?: 'cities'
}
function readPlay(search: Record<string, unknown>): PlaySearch {
  return { ...readPeriod(search), ...(search.by === 'cities' ? { by: 'cities' } : {}) }
}

/** A tour is planned on a year of figures: that is what the page stands on until somebody chooses other days. */
function lastYear() {
  const yesterday = dayOf(Date.now()) - 1
  return { f: formatDay(yesterday - 364), t: formatDay(yesterday) }
}
const orLastYear = (search: PeriodSearch): PeriodSearch =>
  search.filter ? search : { ...search, filter: dateFilters.custom, ...lastYear() }

function WhereToPlayPage() {
  const { days, found } = Route.useLoaderData()
  const { by = 'areas', ...search } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Page
      title={m['detail.play.title']()}
      lead={isFailure(found) ? m['detail.play.lead']() : playSentence(by, found.items)}
    >
      <AnalyticsNav path="/analytics/where-to-play" search={search} />
      <Toolbar
        search={{ ...orLastYear(search), by }}
        days={days}
        usual={lastYear()}
        by={playPlaces}
        onChange={(next) => navigate({ search: (now) => readPlay({ ...next(now) }), resetScroll: false })}
      />
      <Listing
        found={found}
        failed={m['detail.failed']()}
        filtered
        empty={{ title: m['detail.empty.title'](), text: m['detail.play.none']() }}
      >
        {({ items, unplacedFans }) => (
          <>
            <DataTable
              label={m['detail.play.title']()}
              rows={items}
              rowKey={({ id }) => id}
              columns={columnsOf(by, items)}
            />
            <PlayNotes areas={by === 'areas'} fans={items.some(hasFans)} unplaced={unplacedFans} />
          </>
        )}
      </Listing>
    </Page>
  )
}
