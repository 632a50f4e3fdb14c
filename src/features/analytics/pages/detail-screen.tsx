import { mdiDownload } from '@mdi/js'
import { type Api, type Failure, isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { ButtonAnchor } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { useAddressSearch } from '#ui/list-search.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Page } from '#ui/page.tsx'
import { useWished } from '#ui/use-wished.ts'
import type { DetailKind } from '../choices.ts'
import { AnalyticsNav } from './analytics-nav.tsx'
import { AnalyticsSkeleton } from './analytics-skeleton.tsx'
import { DetailContent } from './detail-content.tsx'
import { filtersFor, kinds } from './detail-kinds.ts'
import { type DetailSearch, readDetailSearch } from './detail-search.ts'
import { exportAddress, type LoadedDetail } from './load-detail.ts'
import { daysOf } from './period.ts'
import { SaveView } from './save-view.tsx'
import { Toolbar } from './toolbar.tsx'
import { withoutFilters } from './toolbar-search.ts'

interface DetailScreenProps {
  kind: DetailKind
  session: Session | null
  search: DetailSearch
  loaded: LoadedDetail
  api: Api
  /** What was asked for has not come yet: everything that asks stays usable. */
  waiting?: boolean
}

/** One detail page: filters, chart, what belongs to its subject, and the table; all of its state is in the address. */
export function DetailScreen({ kind, session, search, loaded, api, waiting = false }: DetailScreenProps) {
  const { days, answer, options } = loaded
  const { title, by: choices } = kinds[kind]
  const wished = useWished(search, readDetailSearch)
  const toAddress = useAddressSearch(`/analytics/${kind}`, readDetailSearch)
  const update = (next: (now: DetailSearch) => Record<string, unknown>, replace = true) =>
    toAddress(next, replace)
  const change = (some: Partial<Record<keyof DetailSearch, unknown>>) =>
    update((now) => ({ ...now, page: undefined, ...some }))
  const clear = () => update(({ orderBy: _, columns: _c, ...now }) => ({ ...withoutFilters(now) }))
  const told = (failure: Failure | undefined) => ({
    ...(typeof failure?.error === 'object' ? { text: failure.error.message } : {}),
    ...(cannotBeAnswered(failure) ? { text: m['detail.unusable'](), onClear: clear } : {}),
  })
  const by = choices ? (search.by ?? choices[0]) : undefined
  return (
    <Page
      title={title()}
      lead={leadOf(session, search, loaded)}
      actions={
        isFailure(answer) ? undefined : (
          <>
            <SaveView page={kind} />
            {(['csv', 'xlsx'] as const).map((format) => (
              <ButtonAnchor
                key={format}
                icon={mdiDownload}
                href={exportAddress(session, kind, search, { days, answer }, format, getLocale())}
                download
              >
                {format.toUpperCase()}
              </ButtonAnchor>
            ))}
          </>
        )
      }
    >
      <AnalyticsNav path={`/analytics/${kind}`} search={wished} />
      <Toolbar
        search={wished}
        days={daysOf(wished, new Date())}
        comparisons={['previous', 'year']}
        by={choices}
        filters={filtersFor(kind, session)}
        options={options}
        onChange={(next) => update((now) => ({ ...next(now) }))}
      />
      {waiting ? (
        <AnalyticsSkeleton />
      ) : (
        <Loaded of={answer} failed={m['detail.failed']()} told={told}>
          {(found) => (
            <DetailContent
              {...{ kind, session, search, api, by }}
              answer={found}
              places={loaded.places ?? []}
              flags={loaded.flags}
              onChange={change}
              onPage={(page) => update((now) => ({ ...now, page }), false)}
            />
          )}
        </Loaded>
      )}
    </Page>
  )
}

/** The question itself is refused: to ask again would not help. */
const cannotBeAnswered = (failure: Failure | undefined) =>
  typeof failure?.error === 'object' &&
  (failure.error.code === 'notFound' || failure.error.fields !== undefined)

/** Which view was opened, whose figures these are, of which days, and beside which others. */
function leadOf(session: Session | null, { compare }: DetailSearch, { view, days, answer }: LoadedDetail) {
  const { date } = here()
  const span = (f: string, t: string) =>
    f === t ? date(f) : m['analytics.period.chosen']({ from: date(f), to: date(t) })
  const portal = currentPortal(session)
  const whose = session?.user.staff
    ? m['detail.lead.staff']()
    : portal?.label
      ? m['detail.lead.label']({ name: portal.name })
      : portal?.name
  const sentences = [
    view && m['savedViews.opened']({ name: view.name }),
    [whose, days.f && days.t ? span(days.f, days.t) : undefined].filter(Boolean).join(', '),
    compare && !isFailure(answer)
      ? m['detail.lead.compared']({ days: span(answer.meta.previousFrom, answer.meta.previousTo) })
      : undefined,
  ]
  return sentences.filter(Boolean).join('. ')
}
