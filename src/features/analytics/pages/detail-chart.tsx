import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { LineChart } from '#ui/charts/line-chart.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import type { DetailKind } from '../choices.ts'
import type { Measure } from '../contract.ts'
import type { DetailAnswer } from '../detail-contract.ts'
import type { Flags } from '../why-contract.ts'
import { writeFigure } from './figures.ts'
import { FlagList } from './flag-list.tsx'
import { measureName } from './measure-name.ts'
import { pointsOf } from './series-charts.tsx'

const names = { previous: m['detail.compare.previous'], year: m['detail.compare.year'] }

interface DetailChartProps {
  kind: DetailKind
  answer: DetailAnswer
  flags?: Flags | undefined
  /** What it is compared with, when it is. */
  compare: 'previous' | 'year' | undefined
}

/** The main measure over time: money as a line, counts as bars. */
export function DetailChart({ answer, compare, flags }: DetailChartProps) {
  const main = Object.keys(answer.totals)[0] as Measure
  const money = main.endsWith('Cents')
  const { roundMoney, number } = here()
  const { session } = useRouteContext({ from: '__root__' })
  const name = measureName(main)
  const shared = {
    name,
    points: pointsOf(answer, session, flags),
    currentName: m['analytics.now'](),
    previousName: compare && names[compare](),
    format: (value: number) => writeFigure(main, value),
    formatAxis: money ? roundMoney : number,
    partial: answer.meta.partial,
    // Four euros or four of what is counted.
    least: money ? 400 : 4,
  }
  return (
    <Frame title={name} control={<b>{writeFigure(main, answer.totals[main])}</b>}>
      {money ? <LineChart {...shared} /> : <BarChart {...shared} />}
      {flags ? <FlagList flags={flags} /> : undefined}
    </Frame>
  )
}
