import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from './button.tsx'
import { Empty } from './empty.tsx'
import { here } from './formats.ts'
import classes from './pager.module.css'
import { totalOf } from './total.ts'

interface PagerProps {
  /** What the API answered; analytics counts all of its rows. */
  found: { page: number; pageSize: number; total: number; totalCapped?: boolean }
  onPage: (page: number) => void
}

/** «1–50 de 214» and the way to the other pages; of more than 10,000 rows to the first 10,000. */
export function Pager({ found, onPage }: PagerProps) {
  const { page, pageSize, total, totalCapped = false } = found
  const { number } = here()
  const last = Math.max(1, Math.ceil(total / pageSize))
  // A saved address of a list that was longer.
  if (total > 0 && page > last && !totalCapped)
    return (
      <Empty
        drawing={false}
        title={m['ui.pages.beyond']({ page: number(page) })}
        text={m['ui.pages.beyondText']({ total: number(total), last: number(last) })}
        action={<Button onClick={() => onPage(last)}>{m['ui.pages.toLast']()}</Button>}
      />
    )
  const from = number((page - 1) * pageSize + 1)
  const to = number(totalCapped ? page * pageSize : Math.min(page * pageSize, total))
  return (
    <nav className={classes.pager} aria-label={m['ui.pages.label']()}>
      <span>{m['ui.pages.range']({ from, to, total: totalOf(found) })}</span>
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
