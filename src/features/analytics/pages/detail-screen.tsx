import { mdiDownload } from '@mdi/js'
import { useNavigate } from '@tanstack/react-router'
import { type Api, type Failure, isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button, ButtonAnchor } from '#ui/button.tsx'
import { Segments } from '#ui/field.tsx'
import { FilterSelect } from '#ui/filters.tsx'
import { here } from '#ui/formats.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Page } from '#ui/page.tsx'
import { ContentSkeleton } from '#ui/page-skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { DetailKind } from '../choices.ts'
import { DetailContent } from './detail-content.tsx'
import { analyticsTabs, filtersFor, kinds } from './detail-kinds.ts'
import { type DetailSearch, readDetailSearch } from './detail-search.ts'
import { byName } from './detail-words.ts'
import { FilterChips } from './filter-chips.tsx'
import { exportAddress, type LoadedDetail } from './load-detail.ts'
import { PeriodBar } from './period-bar.tsx'
import { SaveView } from './save-view.tsx'

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
  const navigate = useNavigate()
  // From what the address says by then: whoever chooses twice in a moment means both.
  const update = (next: (now: DetailSearch) => Record<string, unknown>, replace = true) =>
    navigate({
      to: `/analytics/${kind}` as '/analytics',
      search: ((now: Record<string, unknown>) => readDetailSearch(next(readDetailSearch(now)))) as never,
      replace,
      resetScroll: false,
    })
  const change = (some: Partial<Record<keyof DetailSearch, unknown>>) =>
    update((now) => ({ ...now, page: undefined, ...some }))
  const clear = () =>
    update(({ filter, f, t, compare, compareTo, by: chosen }) => ({
      ...{ filter, f, t, compare, compareTo },
      by: chosen,
    }))
  const told = (failure: Failure | undefined) => ({
    ...(typeof failure?.error === 'object' ? { text: failure.error.message } : {}),
    ...(cannotBeAnswered(failure)
      ? {
          text: m['detail.unusable'](),
          action: <Button onClick={clear}>{m['ui.clearFilters']()}</Button>,
        }
      : {}),
  })
  const by = choices ? (search.by ?? choices[0]) : undefined
  const portal = currentPortal(session)
  const { date } = here()
  const span = (f: string, t: string) =>
    f === t ? date(f) : m['analytics.period.chosen']({ from: date(f), to: date(t) })
  const lead = days.f && days.t ? span(days.f, days.t) : undefined
  const compared =
    search.compare && !isFailure(answer)
      ? m['detail.lead.compared']({ days: span(answer.meta.previousFrom, answer.meta.previousTo) })
      : undefined
  const whose = session?.user.staff
    ? m['detail.lead.staff']()
    : portal?.label
      ? m['detail.lead.label']({ name: portal.name })
      : portal?.name
  return (
    <Page
      title={title()}
      lead={[[whose, lead].filter(Boolean).join(', '), compared].filter(Boolean).join('. ')}
      actions={
        isFailure(answer) ? undefined : (
          <>
            <SaveView page={kind} />
            {(['csv', 'xlsx'] as const).map((format) => (
              <ButtonAnchor
                key={format}
                icon={mdiDownload}
                href={exportAddress(session, kind, search, days, format, getLocale())}
                download
              >
                {format.toUpperCase()}
              </ButtonAnchor>
            ))}
          </>
        )
      }
    >
      <Tabs label={m['detail.tabs']()} tabs={analyticsTabs()} path={`/analytics/${kind}`} />
      <PeriodBar
        search={search}
        days={days}
        onChange={(period) =>
          update(({ filter: _, f: _f, t: _t, compare: _c, ...rest }) => ({
            ...rest,
            page: undefined,
            ...period,
          }))
        }
      />
      <FilterChips
        before={
          <>
            {choices ? (
              <By
                choices={choices}
                value={by ?? ''}
                onChange={(value) => change({ by: value, orderBy: undefined, columns: undefined })}
              />
            ) : undefined}
            {search.compare ? (
              <Segments
                label={m['detail.compare.label']()}
                value={search.compareTo ?? 'previous'}
                options={[
                  { value: 'previous', label: m['detail.compare.previous']() },
                  { value: 'year', label: m['detail.compare.year']() },
                ]}
                onChange={(value) => change({ compareTo: value === 'year' ? 'year' : undefined })}
              />
            ) : undefined}
          </>
        }
        filters={filtersFor(kind, session)}
        search={search}
        options={options}
        onChange={(filter, values) =>
          update((now) => ({ ...now, page: undefined, [filter]: values(now[filter] ?? []) }))
        }
        onClear={clear}
      />
      {waiting ? (
        <ContentSkeleton />
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

/** What the rows are: a few side by side, many in a list. */
function By({
  choices,
  value,
  onChange,
}: {
  choices: readonly string[]
  value: string
  onChange: (by: string) => void
}) {
  const options = choices.map((choice) => ({ value: choice, label: byName(choice) }))
  if (choices.length <= 3)
    return <Segments label={m['detail.by.label']()} value={value} options={options} onChange={onChange} />
  return (
    <FilterSelect
      label={m['detail.by.label']()}
      all={options[0]?.label ?? ''}
      value={value === choices[0] ? undefined : value}
      options={options.slice(1)}
      onChange={(chosen) => onChange(chosen ?? (choices[0] as string))}
    />
  )
}
