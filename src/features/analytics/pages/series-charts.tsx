import { m } from '#paraglide/messages.js'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import type { ChartPoint } from '#ui/charts/chart.tsx'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import type { Answer, Grouping } from '../contract.ts'

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

/** A bucket's moment, short for the axis and in full for the tooltip. */
function moments(t: string, grouping: Grouping): { label: string; title: string } {
  const { date, day, month } = here()
  if (grouping === 'time')
    return { label: t.slice(11, 16), title: `${date(t.slice(0, 10))}, ${t.slice(11, 16)}` }
  if (grouping === 'day') return { label: day(t), title: date(t) }
  if (grouping === 'month')
    return { label: month(`${t}-01`).replace(/ (de )?/, ' '), title: month(`${t}-01`) }
  return { label: t, title: t }
}

export const pointsOf = ({ series, meta }: Answer): ChartPoint[] =>
  series.map(({ t, value, previous }) => ({ ...moments(t, meta.grouping), value, previous }))

interface ChartOfAnswer {
  answer: Answer
  compare: boolean
}
const names = (compare: boolean) => ({
  currentName: m['analytics.now'](),
  previousName: compare ? m['analytics.before']() : undefined,
})

export function SalesChart({ answer, compare }: ChartOfAnswer) {
  const title = salesTitles[answer.meta.grouping]()
  const { money, roundMoney } = here()
  return (
    <Frame title={title}>
      <LineChart
        name={title}
        points={pointsOf(answer)}
        {...names(compare)}
        format={money}
        formatAxis={roundMoney}
        partial={answer.meta.partial}
      />
    </Frame>
  )
}

export function VisitsChart({ answer, compare }: ChartOfAnswer) {
  const title = visitsTitles[answer.meta.grouping]()
  const { number } = here()
  const total = <span>{m['analytics.visits.total']({ count: number(answer.totals.visits ?? 0) })}</span>
  return (
    <Frame title={title} control={total}>
      <BarChart
        name={title}
        points={pointsOf(answer)}
        {...names(compare)}
        format={number}
        formatAxis={number}
        partial={answer.meta.partial}
      />
    </Frame>
  )
}
