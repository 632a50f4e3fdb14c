import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { IconButton } from './button.tsx'
import { here } from './formats.ts'
import classes from './pager.module.css'

interface PagerProps {
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

/** «1–50 de 214» and the way to the other pages. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const { number } = here()
  const last = Math.max(1, Math.ceil(total / pageSize))
  const from = number((page - 1) * pageSize + 1)
  const to = number(Math.min(page * pageSize, total))
  return (
    <nav className={classes.pager} aria-label={m['ui.pages.label']()}>
      <span>{m['ui.pages.range']({ from, to, total: number(total) })}</span>
      {last > 1 ? (
        <span className={classes.steps}>
          <IconButton
            framed
            label={m['ui.pages.previous']()}
            path={mdiChevronLeft}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          <IconButton
            framed
            label={m['ui.pages.next']()}
            path={mdiChevronRight}
            disabled={page >= last}
            onClick={() => onPage(page + 1)}
          />
        </span>
      ) : undefined}
    </nav>
  )
}
