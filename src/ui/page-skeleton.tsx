import type { ReactNode } from 'react'
import { m } from '#paraglide/messages.js'
import classes from './page-skeleton.module.css'

/**
 * What stands in a page's place while it takes longer than 200 ms: its outline, still, in hairline grey. `tabs` are the
 * page's own, and can be pressed.
 */
export function PageSkeleton({ tabs, children = <Outline /> }: { tabs?: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.page}>
      <span className={classes.title} />
      <span className={classes.line} />
      {tabs}
      <div role="status" aria-label={m['ui.loading']()}>
        {children}
      </div>
    </div>
  )
}

/** The same below a title and filters that stand already, and can be used. */
export const ContentSkeleton = ({ children }: { children: ReactNode }) => (
  <div className={classes.parts} role="status" aria-label={m['ui.loading']()}>
    {children}
  </div>
)

/** Rows that are waited for inside a frame that stands. */
export const RowsSkeleton = () => (
  <div role="status" aria-label={m['ui.loading']()}>
    <Rows />
  </div>
)

/** A list with what it is filtered with. */
export const ListSkeleton = () => (
  <>
    <div className={classes.filters}>
      {['a', 'b', 'c'].map((one) => (
        <span key={one} />
      ))}
    </div>
    <Outline />
  </>
)

export const Outline = () => (
  <div className={classes.frame}>
    <Rows />
  </div>
)

/** Figures side by side, each with a word above it. */
export const FiguresSkeleton = ({ count }: { count: number }) => (
  <div className={classes.figures}>
    {Array.from({ length: count }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: outlines never change places.
      <div key={at}>
        <span />
        <span />
      </div>
    ))}
  </div>
)

/** A chart in its frame: a heading and bars. */
export const ChartSkeleton = () => (
  <div className={classes.chart}>
    <span />
    <div>
      {bars.map((height, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: outlines never change places.
        <i key={at} style={{ height: `${height}%` }} />
      ))}
    </div>
  </div>
)
const bars = [40, 62, 48, 75, 58, 90, 66, 52, 80, 45, 70, 56]

/** Two parts of a page, side by side where there is room. */
export const Beside = ({ children }: { children: ReactNode }) => (
  <div className={classes.beside}>{children}</div>
)

const Rows = () =>
  ['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
    <div key={row} className={classes.row}>
      <span />
      <span />
      <span />
    </div>
  ))
