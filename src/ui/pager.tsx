import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from './button.tsx'
import { Empty } from './empty.tsx'
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
  // A saved address of a list that was longer.
  if (total > 0 && page > last)
    return (
      <Empty
        drawing={false}
        title={m['ui.pages.beyond']({ page: number(page) })}
        text={m['ui.pages.beyondText']({ total: number(total), last: number(last) })}
        action={<Button onClick={() => onPage(last)}>{m['ui.pages.toLast']()}</Button>}
      />
    )
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
