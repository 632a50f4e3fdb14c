import { useState } from 'react'
import classes from './chosen-rows.module.css'
import type { Column } from './data-table.tsx'

interface ChosenRows {
  /** Ids, in the order in which they were chosen; of other pages too. */
  ids: readonly string[]
  clear: () => void
  /** The first column of the table: a box a row, and one in the heading for all that are shown. */
  column: <Row extends { id: string }>(words: {
    rows: readonly Row[]
    all: string
    one: (row: Row) => string
  }) => Column<Row>
}

/** Which rows of a list are chosen for a bulk act. */
export function useChosenRows(): ChosenRows {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const put = (ids: readonly string[], on: boolean) =>
    setChosen((now) => new Set(on ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))))
  return {
    ids: [...chosen],
    clear: () => setChosen(new Set()),
    column: ({ rows, all, one }) => {
      const shown = rows.map(({ id }) => id)
      const on = shown.filter((id) => chosen.has(id)).length
      return {
        id: 'choose',
        title: all,
        heading: (
          <input
            type="checkbox"
            className={classes.box}
            aria-label={all}
            checked={on > 0 && on === shown.length}
            ref={(box) => {
              if (box) box.indeterminate = on > 0 && on < shown.length
            }}
            onChange={(event) => put(shown, event.currentTarget.checked)}
          />
        ),
        cell: (row) => (
          <input
            type="checkbox"
            className={classes.box}
            aria-label={one(row)}
            checked={chosen.has(row.id)}
            onChange={(event) => put([row.id], event.currentTarget.checked)}
          />
        ),
      }
    },
  }
}
