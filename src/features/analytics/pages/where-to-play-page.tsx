import { mdiDownload } from '@mdi/js'
import { createFileRoute, Link } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { pageSize } from '#platform/constants.ts'
import { ButtonAnchor } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { useAddressSearch } from '#ui/list-search.ts'
import { Listing } from '#ui/listing.tsx'
import { Page } from '#ui/page.tsx'
import { useWished } from '#ui/use-wished.ts'
import { AnalyticsNav } from './analytics-nav.tsx'
import detail from './detail.module.css'
import { whoseFilters } from './detail-kinds.ts'
import { callKey } from './load-detail.ts'
import { daysOf, lastYear, orLastYear } from './period.ts'
import { columnsOf, hasFans, PlayNotes } from './play-columns.tsx'
import { type PlaySearch, readPlay } from './play-search.ts'
import { playSentence } from './play-sentence.ts'
import { playFile, playWay } from './play-way.ts'
import { Toolbar } from './toolbar.tsx'
import { WaitingForPeriod } from './waiting.tsx'

const playPlaces = ['areas', 'cities'] as const

/** Areas or cities by who came, bought and signed up there, beside the concerts already announced. */
export const Route = createFileRoute('/_app/analytics/where-to-play')({
  validateSearch: readPlay,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, preload }) => {
    const { by = 'areas', area, portals, labels, portalTypes, page } = deps
    const days = daysOf(orLastYear(deps), new Date())
    const { analytics } = context.api
    const key = (name: string) => ({ key: callKey(name, preload) })
    const query = { ...days, by, area, portals, labels, portalTypes, page }
    const chosen = [...(portals ?? []), ...(labels ?? [])]
    const [found, options] = await Promise.all([
      analytics.whereToPlay(query as Parameters<typeof analytics.whereToPlay>[0], key('play')),
      chosen.length > 0 ? analytics.filterOptions({ chosen }, key('play names')) : undefined,
    ])
    return { days, found, options: isFailure(options) ? undefined : options }
  },
  head: () => ({ meta: [{ title: `${m['detail.play.title']()} · Backline` }] }),
  component: WhereToPlayPage,
  pendingComponent: WaitingForPeriod,
})

function WhereToPlayPage() {
  const { days, found, options } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = Route.useSearch()
  const wished = useWished<PlaySearch>(search, readPlay)
  const update = useAddressSearch('/analytics/where-to-play', readPlay)
  const navigate = Route.useNavigate()
  const { by = 'areas', area, page, ...allAreas } = search
  return (
    <Page
      title={m['detail.play.title']()}
      lead={isFailure(found) || page ? m['detail.play.lead']() : playSentence(found.items)}
      actions={
        isFailure(found) || found.total === 0
          ? undefined
          : (['csv', 'xlsx'] as const).map((format) => (
              <ButtonAnchor
                key={format}
                icon={mdiDownload}
                href={playFile({ ...search, ...days, by, area }, format, getLocale())}
                download
              >
                {format.toUpperCase()}
              </ButtonAnchor>
            ))
      }
    >
      <AnalyticsNav path="/analytics/where-to-play" search={wished} />
      <Toolbar
        search={{ ...orLastYear(wished), by: wished.by ?? 'areas' }}
        days={daysOf(orLastYear(wished), new Date())}
        usual={lastYear()}
        by={playPlaces}
        filters={whoseFilters(session)}
        options={options}
        onChange={(next) => update(next)}
      />
      {area ? (
        <p>
          {m['detail.play.ofArea']({ area: area.slice(area.indexOf('/') + 1) })}{' '}
          <Link to="/analytics/where-to-play" search={allAreas}>
            {m['detail.play.allAreas']()}
          </Link>
        </p>
      ) : undefined}
      <Listing
        found={isFailure(found) ? found : { ...found, pageSize }}
        failed={m['detail.failed']()}
        filtered
        onPage={(page) => navigate({ search: (now) => readPlay({ ...now, page }) })}
        empty={{ title: m['detail.empty.title'](), text: m['detail.play.none']() }}
      >
        {({ items, unplacedFans, total }) => (
          <>
            <div className={detail.tableHead}>
              <h2>
                {total === 1 ? m['detail.oneRow']() : m['detail.rows']({ total: here().number(total) })}
              </h2>
            </div>
            <DataTable
              label={m['detail.play.title']()}
              rows={items}
              rowKey={({ id }) => id}
              columns={columnsOf(by, items, (row) => playWay(session, by, row, days, search))}
            />
            <PlayNotes areas={by === 'areas'} fans={items.some(hasFans)} unplaced={unplacedFans} />
          </>
        )}
      </Listing>
    </Page>
  )
}
