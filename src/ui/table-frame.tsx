import { type ReactNode, useEffect, useRef } from 'react'
import classes from './data-table.module.css'

/**
 * What a table lies in. One that fits keeps its headings in sight while the page moves; one that is wider moves sideways
 * within its frame under its main column, with a shadow on the side where there is more.
 */
export function TableFrame({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = ref.current
    if (!frame) return
    const look = () => {
      const rest = frame.scrollWidth - frame.clientWidth
      frame.toggleAttribute('data-fits', rest <= 1)
      frame.toggleAttribute('data-before', rest > 1 && frame.scrollLeft > 1)
      frame.toggleAttribute('data-after', rest > 1 && frame.scrollLeft < rest - 1)
    }
    const watch = new ResizeObserver(look)
    watch.observe(frame)
    if (frame.firstElementChild) watch.observe(frame.firstElementChild)
    frame.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      frame.removeEventListener('scroll', look)
    }
  }, [])
  return (
    <div className={classes.outer}>
      <div className={classes.frame} ref={ref}>
        {children}
      </div>
    </div>
  )
}
