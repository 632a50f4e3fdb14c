import { useRouteContext } from '@tanstack/react-router'
import type { Session } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { dayOf, formatDay } from '#platform/time.ts'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import type { ChartPoint } from '#ui/charts/chart-props.ts'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'
import type { Answer, Grouping } from '../contract.ts'
import { flagsByBucket } from '../flag-buckets.ts'
import type { Flag, Flags } from '../why-contract.ts'
import { FlagList, flagName } from './flag-list.tsx'
import { flagWay } from './flag-way.ts'
import { hourName } from './hour-name.ts'
import type { Comparison } from './toolbar-search.ts'

const salesTitles: Record<Grouping, () => string> = {
  time: m['analytics.sales.byHour'],
  day: m['analytics.sales.byDay'],
  month: m['analytics.sales.byMonth'],
  year: m['analytics.sales.byYear'],
}
const visitsTitles: Record<Grouping, () => string> = {
  time: m['analytics.visits.byHour'],
  day: m['analytics.visits.byDay'],
  month: m['analytics.visits.byMonth'],
  year: m['analytics.visits.byYear'],
}

/** `ene 26`: twelve of them stand side by side. */
const shortMonth = (t: string) =>
  new Date(`${t}-01T00:00:00Z`).toLocaleDateString(getLocale(), {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  })

/** A bucket's moment, short for the axis and in full for the tooltip. */
function moments(t: string, grouping: Grouping): { label: string; title: string } {
  const { date, day, month } = here()
  if (grouping === 'time') return { label: t.slice(11, 16), title: `${date(t.slice(0, 10))}, ${hourName(t)}` }
  if (grouping === 'day') return { label: day(t), title: date(t) }
  if (grouping === 'month') return { label: shortMonth(t), title: month(`${t}-01`) }
  return { label: t, title: t }
}

/** Tells of a bucket whether it has begun: what has not has no figure yet, rather than nought. */
export function hasBegun({ grouping, partial, generatedAt }: Answer['meta']): (t: string) => boolean {
  if (!partial) return () => true
  const now = Date.parse(generatedAt)
  const today = formatDay(dayOf(now))
  return (t) => (grouping === 'time' ? Date.parse(t) <= now : t <= today.slice(0, t.length))
}

/** Points of a chart; a bucket in which one thing happened leads to its page. */
export function pointsOf({ series, meta }: Answer, session: Session | null, flags?: Flags): ChartPoint[] {
  const begun = hasBegun(meta)
  const happened = flagsByBucket(series, meta.grouping, flags?.items ?? [])
  return series.map(({ t, value, previous }, at) => ({
    ...moments(t, meta.grouping),
    value: begun(t) ? value : null,
    previous,
    flags: happened[at]?.map(flagName),
    flagWay: wayOf(happened[at] ?? [], session),
  }))
}

function wayOf([flag, ...more]: readonly Flag[], session: Session | null): string | undefined {
  const way = flag && more.length === 0 ? flagWay(session, flag) : undefined
  return way && localized(way)
}

interface ChartOfAnswer {
  answer: Answer
  flags?: Flags | undefined
  compare: Comparison | undefined
}
const names = (compare: Comparison | undefined) => ({
  currentName: m['analytics.now'](),
  previousName: compare && (compare === 'year' ? m['detail.compare.year']() : m['analytics.before']()),
})

export function SalesChart({ answer, compare, flags }: ChartOfAnswer) {
  const title = salesTitles[answer.meta.grouping]()
  const { session } = useRouteContext({ from: '__root__' })
  const { money, roundMoney } = here()
  return (
    <Frame title={title}>
      <LineChart
        name={title}
        points={pointsOf(answer, session, flags)}
        {...names(compare)}
        format={money}
        formatAxis={roundMoney}
        least={400}
        partial={answer.meta.partial}
      />
      {flags ? <FlagList flags={flags} /> : undefined}
    </Frame>
  )
}

export function VisitsChart({ answer, compare, flags }: ChartOfAnswer) {
  const title = visitsTitles[answer.meta.grouping]()
  const { session } = useRouteContext({ from: '__root__' })
  const { number } = here()
  const total = <span>{m['analytics.visits.total']({ count: number(answer.totals.visits ?? 0) })}</span>
  return (
    <Frame title={title} control={total}>
      <BarChart
        name={title}
        points={pointsOf(answer, session, flags)}
        {...names(compare)}
        format={number}
        formatAxis={number}
        least={4}
        partial={answer.meta.partial}
      />
    </Frame>
  )
}
