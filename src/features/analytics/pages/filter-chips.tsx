import { mdiPlus } from '@mdi/js'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { ClearFilters } from '#ui/filters.tsx'
import { Icon } from '#ui/icon.tsx'
import type { FilterOptions } from '../detail-contract.ts'
import type { DetailSearch, ManyFilter } from './detail-search.ts'
import { FilterChip } from './filter-chip.tsx'
import classes from './filter-chips.module.css'
import { valueName } from './filter-words.ts'
import { withFilter, withoutFilters } from './toolbar-search.ts'

const FilterPanel = lazy(() => import('./filter-panel.tsx'))

interface FilterChipsProps {
  filters: readonly ManyFilter[]
  search: DetailSearch
  options: FilterOptions | undefined
  onChange: (next: (now: DetailSearch) => DetailSearch) => void
}

/** As many as two lines of a desk have room for. The styles know it too. */
const mostChips = 8

/** The way to another filter, and those in use as chips that can be taken off: the first of many, and all when asked. */
export function FilterChips({ filters, search, options, onChange }: FilterChipsProps) {
  const [all, setAll] = useState(false)
  const chips = filters.flatMap((filter) => (search[filter] ?? []).map((value) => ({ filter, value })))
  return (
    <>
      <AddFilter
        filters={filters}
        search={search}
        onAdd={(filter, value) =>
          onChange((now) => withFilter(now, filter, (before) => [...new Set([...before, value])]))
        }
      />
      {chips.length > 0 ? (
        <div
          className={classes.chips}
          data-paper
          data-many={chips.length > mostChips || undefined}
          data-all={all || undefined}
        >
          {chips.map(({ filter, value }) => (
            <FilterChip
              key={`${filter} ${value}`}
              filter={filter}
              name={valueName(filter, value, options)}
              onRemove={() =>
                onChange((now) =>
                  withFilter(now, filter, (before) => before.filter((each) => each !== value)),
                )
              }
            />
          ))}
          {chips.length > mostChips ? (
            <Button size="sm" look="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? m['detail.filter.fewer']() : m['detail.filter.all']({ count: chips.length })}
            </Button>
          ) : undefined}
          {chips.length > 1 ? <ClearFilters onClear={() => onChange(withoutFilters)} /> : undefined}
        </div>
      ) : undefined}
    </>
  )
}

/** Whatever is pressed outside, and Escape, close it. */
const meansClosing = (event: Event, inside: boolean | undefined) =>
  event instanceof KeyboardEvent ? event.key === 'Escape' : !inside

function AddFilter({
  filters,
  search,
  onAdd,
}: {
  filters: readonly ManyFilter[]
  search: DetailSearch
  onAdd: (filter: ManyFilter, value: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    const close = (event: Event) => {
      const inside = box.current?.contains(event.target as Node)
      if (!meansClosing(event, inside)) return
      setOpen(false)
      // The box takes the focus with it.
      if (event instanceof KeyboardEvent && inside) opener.current?.focus()
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [open])
  return (
    <div ref={box} className={classes.add}>
      <button
        ref={opener}
        type="button"
        className={classes.opener}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon path={mdiPlus} size={15} />
        {m['detail.filter.add']()}
      </button>
      {open ? (
        <div className={classes.box}>
          <Suspense fallback={<div className={classes.waiting} />}>
            <FilterPanel
              focused
              {...{ filters, search }}
              onAdd={(filter, value) => {
                onAdd(filter, value)
                setOpen(false)
                opener.current?.focus()
              }}
            />
          </Suspense>
        </div>
      ) : undefined}
    </div>
  )
}
