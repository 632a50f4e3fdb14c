import { mdiArrowDown, mdiArrowUp, mdiEqual } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { Sparkline } from '#ui/charts/sparkline.tsx'
import { here } from '#ui/formats.ts'
import { Icon } from '#ui/icon.tsx'
import type { Answer, Measure } from '../contract.ts'
import { roundChange, writeFigure } from './figures.ts'
import classes from './highlights.module.css'
import { measureName } from './measure-name.ts'
import type { PeriodSearch } from './period.ts'
import { hasBegun } from './series-charts.tsx'

/** Where each is told in full. */
const details = {
  netCents: '/analytics/net-sales',
  incomeCents: '/analytics/income-detail',
  orders: '/analytics/orders-sold',
  averageOrderCents: '/analytics/orders-sold',
  visits: '/analytics/visits-detail',
  conversion: '/analytics/funnel',
  units: '/analytics/sales-by-product',
  refundsCents: '/analytics/net-sales',
} as const
const shown = Object.keys(details) as (keyof typeof details)[]
/** Measures whose fall is good news. */
const lowerIsBetter: readonly Measure[] = ['refundsCents']

/** The figures of the period in one frame cut by hairlines, each against the period before. */
export function Highlights({ answer, period }: { answer: Answer; period: PeriodSearch }) {
  const begun = hasBegun(answer.meta)
  const series = answer.series.filter(({ t }) => begun(t))
  return (
    <dl className={classes.frame}>
      {shown.map((measure) => (
        <div key={measure} className={classes.cell}>
          <dt>
            <Link to={details[measure]} search={period} data-way="whole">
              {measureName(measure)}
            </Link>
          </dt>
          <dd>
            <span className={classes.value}>{writeFigure(measure, answer.totals[measure])}</span>
            <Delta answer={answer} measure={measure} />
            <span className={classes.spark}>
              <Sparkline values={series.map(({ values }) => values[measure] ?? null)} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const arrows = { same: mdiEqual, up: mdiArrowUp, down: mdiArrowDown }

function directionOf(rounded: number, change: number) {
  if (rounded === 0) return 'same'
  return change > 0 ? 'up' : 'down'
}

/** Colour says good or bad, the arrow says up or down; ratios change in points. */
function Delta({ answer, measure }: { answer: Answer; measure: Measure }) {
  const before = answer.previous[measure]
  const change = measure === 'conversion' ? points(answer) : answer.deltaPct[measure]
  const { number, percent } = here()
  if (change === null || change === undefined)
    return <span className={classes.delta}>{m['ui.before']({ value: writeFigure(measure, before) })}</span>
  const rounded = Math.abs(roundChange(change))
  const direction = directionOf(rounded, change)
  const good = direction === 'same' ? undefined : (direction === 'up') !== lowerIsBetter.includes(measure)
  const text =
    measure === 'conversion'
      ? m['ui.points']({ value: number(Math.round(Math.abs(change) * 100) / 100) })
      : percent(rounded / 100)
  return (
    <span className={classes.delta}>
      <b data-good={good}>
        <Icon path={arrows[direction]} size={14} />
        {text}
      </b>
      <span className={classes.before}>{m['ui.before']({ value: writeFigure(measure, before) })}</span>
    </span>
  )
}

function points({ totals, previous }: Answer): number | null {
  const { conversion } = totals
  const { conversion: before } = previous
  return typeof conversion === 'number' && typeof before === 'number' ? (conversion - before) * 100 : null
}
