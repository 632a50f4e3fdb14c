import { m } from '#paraglide/messages.js'
import classes from './page-skeleton.module.css'

/** What stands in a page's place while it takes longer than 200 ms: its outline, still, in hairline grey. */
export function PageSkeleton() {
  return (
    <div className={classes.page} role="status" aria-label={m['ui.loading']()}>
      <span className={classes.title} />
      <span className={classes.line} />
      <Outline />
    </div>
  )
}

/** The same below a title and filters that stand already, and can be used. */
export const ContentSkeleton = () => (
  <div role="status" aria-label={m['ui.loading']()}>
    <Outline />
  </div>
)

/** Rows that are waited for inside a frame that stands. */
export const RowsSkeleton = () => (
  <div role="status" aria-label={m['ui.loading']()}>
    <Rows />
  </div>
)

const Outline = () => (
  <div className={classes.frame}>
    <Rows />
  </div>
)

const Rows = () =>
  ['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
    <div key={row} className={classes.row}>
      <span />
      <span />
      <span />
    </div>
  ))
