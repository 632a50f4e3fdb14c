import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import { m } from '#paraglide/messages.js'
import classes from './chart.module.css'
import { ChartActions } from './chart-actions.tsx'
import { type ChartPoint, type ChartProps, openBucket, shown } from './chart-props.ts'
import { ChartTable } from './chart-table.tsx'
import { type Scale, shownLabels } from './scale.ts'

interface FrameProps extends ChartProps {
  scale: Scale
  /** Where point `at` stands, as a share of the width. */
  x: (at: number) => number
  /** What is drawn in a box of 100 × 100 that is stretched to the plot. */
  drawing: ReactNode
  /** HTML on top of the drawing, placed by shares. */
  marks?: ReactNode
  /** How the two series are told apart; a line's stand at its end wherever there is room. */
  drawnAs: 'line' | 'bar'
}

/** Labels under the axis, and how many of them are left on a phone. */
const most = 7
const fewest = 4
const pct = (share: number) => `${(share * 100).toFixed(3)}%`

/** As near as marks of a phone touch, of the width of its chart. */
const touching = 0.05
/** Does a mark touch the last one before it that is drawn on a phone? A run of days would melt into a chain. */
function touches(points: ChartProps['points'], place: number, x: (place: number) => number): boolean {
  let drawn: number | undefined
  for (let at = 0; at < place; at++)
    if (points[at]?.flags?.length && (drawn === undefined || x(at) - x(drawn) >= touching)) drawn = at
  return drawn !== undefined && x(place) - x(drawn) < touching
}

/**
 * Axes, grid, cursor, tooltip and the table behind every chart. Geometry is in shares and stretched by the browser:
 * it is the same on the server and at any width, and nothing moves when the page wakes up.
 */
export function ChartFrame(props: FrameProps) {
  const { name, points, scale, x, drawing, marks, drawnAs, currentName, previousName, formatAxis } = props
  const [at, setAt] = useState<number>()
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const labels = shownLabels(points.length, most)
  const onPhone = new Set(shownLabels(labels.length, fewest).map((place) => labels[place]))
  const drawn = useRef<HTMLDivElement>(null)

  const nearest = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    let best = 0
    for (let i = 1; i < points.length; i++) if (Math.abs(x(i) - share) < Math.abs(x(best) - share)) best = i
    setAt(best)
  }
  const step = (event: KeyboardEvent) => {
    const last = points.length - 1
    const moves: Record<string, number> = {
      ArrowRight: (at ?? -1) + 1,
      ArrowLeft: (at ?? last + 1) - 1,
      Home: 0,
      End: last,
    }
    const next = moves[event.key]
    if (event.key === 'Escape') setAt(undefined)
    if (event.key === 'Enter') drawn.current?.querySelector<HTMLElement>(`a[data-at="${at}"]`)?.click()
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, next)))
  }
  const point = at === undefined ? undefined : points[at]

  return (
    <figure className={classes.chart}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls; this is one drawing. */}
      <div
        ref={drawn}
        className={classes.box}
        data-names={drawnAs === 'line' && previousName ? true : undefined}
        role="group"
        aria-label={name}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk along the points.
        tabIndex={0}
        onKeyDown={step}
        onBlur={() => setAt(undefined)}
      >
        <div className={classes.axis} aria-hidden="true">
          {scale.ticks.map((tick) => (
            <span key={tick} style={{ bottom: pct(scale.at(tick)) }}>
              {formatAxis(tick)}
            </span>
          ))}
        </div>
        <div
          className={classes.plot}
          onPointerMove={nearest}
          onPointerDown={nearest}
          // A finger that is lifted has not gone: what it pointed at can be read.
          onPointerLeave={(event) => event.pointerType === 'mouse' && setAt(undefined)}
        >
          {scale.ticks.map((tick) => (
            <i key={tick} className={classes.line} style={{ bottom: pct(scale.at(tick)) }} />
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {drawing}
          </svg>
          {marks}
          {points.map(({ title, flags = [], flagWay }, place) => {
            const mark = {
              className: classes.flag,
              style: { left: pct(x(place)) },
              'data-near': touches(points, place, x) || undefined,
              'aria-hidden': true,
              'data-at': place,
            }
            if (flags.length === 0) return undefined
            // By keyboard with Enter at its point; the same ways stand in the list below the chart.
            return flagWay ? (
              <a key={title} {...mark} href={flagWay} title={flags[0]} tabIndex={-1} />
            ) : (
              <i key={title} {...mark} />
            )
          })}
          {point && at !== undefined ? <Cursor {...props} at={at} point={point} /> : undefined}
        </div>
        <div className={classes.labels} aria-hidden="true">
          {labels.map((place) => (
            <span
              key={place}
              style={{ left: pct(x(place)) }}
              data-minor={onPhone.has(place) ? undefined : true}
            >
              {points[place]?.label}
            </span>
          ))}
        </div>
      </div>
      {previousName ? (
        <ul className={classes.legend} data-of={drawnAs} aria-hidden="true">
          <li data-series="current">{currentName}</li>
          <li data-series="previous">{previousName}</li>
        </ul>
      ) : undefined}
      <p id={id} data-unseen="always" aria-live="polite">
        {point && at !== undefined ? sentence(props, point, at) : m['ui.chart.keys']()}
      </p>
      <ChartActions name={name} asTable={asTable} onTable={() => setAsTable(!asTable)} drawn={drawn} />
      {asTable ? <ChartTable {...props} /> : undefined}
    </figure>
  )
}

const sentence = (props: ChartProps, point: ChartPoint, at: number) => {
  const { format, currentName, previousName } = props
  return [
    point.title,
    `${currentName}: ${shown(point.value, format)}`,
    ...(previousName ? [`${previousName}: ${shown(point.previous, format)}`] : []),
    ...(point.flags ?? []),
    ...(point.flagWay ? [m['ui.chart.enter']()] : []),
    ...(at === openBucket(props) ? [m['ui.chart.partial']()] : []),
  ].join('. ')
}

function Cursor({
  at,
  point,
  x,
  scale,
  points,
  partial,
  format,
  currentName,
  previousName,
}: FrameProps & { at: number; point: ChartPoint }) {
  const side = x(at) > 0.6 ? 'left' : 'right'
  return (
    <>
      <i className={classes.cursor} style={{ left: pct(x(at)) }} />
      {point.value === null ? undefined : (
        <i className={classes.dot} style={{ left: pct(x(at)), bottom: pct(scale.at(point.value)) }} />
      )}
      <div className={classes.tip} data-side={side} style={{ left: pct(x(at)) }} aria-hidden="true">
        <span>{point.title}</span>
        <dl>
          <dt data-series="current">{currentName}</dt>
          <dd>{shown(point.value, format)}</dd>
          {previousName ? (
            <>
              <dt data-series="previous">{previousName}</dt>
              <dd>{shown(point.previous, format)}</dd>
            </>
          ) : undefined}
        </dl>
        {point.flags?.map((flag) => (
          <span key={flag} className={classes.tipFlag}>
            {flag}
          </span>
        ))}
        {at === openBucket({ points, partial }) ? <span>{m['ui.chart.partial']()}</span> : undefined}
      </div>
    </>
  )
}
