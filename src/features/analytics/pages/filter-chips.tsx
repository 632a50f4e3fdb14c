import { mdiClose, mdiPlus } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { countryName } from '#ui/country-name.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { FilterBar } from '#ui/page.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import type { FilterOptions } from '../detail-contract.ts'
import type { DetailSearch, ManyFilter } from './detail-search.ts'
import { categoryName } from './detail-words.ts'
import classes from './filter-chips.module.css'

const filterNames: Record<ManyFilter, () => string> = {
  categories: m['detail.filter.categories'],
  addedCategories: m['detail.filter.addedCategories'],
  countries: m['detail.filter.countries'],
  products: m['detail.filter.products'],
  excludedProducts: m['detail.filter.excludedProducts'],
  portals: m['detail.filter.portals'],
  labels: m['detail.filter.labels'],
  portalTypes: m['detail.filter.portalTypes'],
}
const allCategories = ['album', 'apparel', 'accessory', 'culture', 'digital', 'unmapped']
const typeName = (type: string) =>
  type === 'master' ? m['detail.portalType.master']() : m['detail.portalType.simple']()

interface FilterChipsProps {
  /** Other controls of the same row. */
  before?: ReactNode
  filters: readonly ManyFilter[]
  search: DetailSearch
  /** Names of what the address names. */
  options: FilterOptions | undefined
  /** `values` makes the new values of those that are in use by then. */
  onChange: (filter: ManyFilter, values: (now: readonly string[]) => string[]) => void
  onClear: () => void
}

/** Filters in use as chips that can be taken off, and the way to another one. */
export function FilterChips({ before, filters, search, options, onChange, onClear }: FilterChipsProps) {
  const chips = filters.flatMap((filter) => (search[filter] ?? []).map((value) => ({ filter, value })))
  return (
    <FilterBar>
      {before}
      {chips.map(({ filter, value }) => {
        const label = `${filterNames[filter]()}: ${valueName(filter, value, options)}`
        return (
          <span key={`${filter} ${value}`} className={classes.chip} data-paper>
            {filterNames[filter]()}: <b>{valueName(filter, value, options)}</b>
            <button
              type="button"
              aria-label={m['ui.removeFilter']({ label })}
              onClick={() => onChange(filter, (now) => now.filter((each) => each !== value))}
            >
              <Icon path={mdiClose} size={15} />
            </button>
          </span>
        )
      })}
      <AddFilter
        filters={filters}
        search={search}
        onAdd={(filter, value) => onChange(filter, (now) => [...new Set([...now, value])])}
      />
      {chips.length > 1 ? (
        <button type="button" className={classes.clear} onClick={onClear}>
          {m['ui.clearFilters']()}
        </button>
      ) : undefined}
    </FilterBar>
  )
}

function valueName(filter: ManyFilter, value: string, options: FilterOptions | undefined): string {
  if (filter === 'categories' || filter === 'addedCategories') return categoryName(value)
  if (filter === 'countries') return countryName(value)
  if (filter === 'portalTypes') return typeName(value)
  const of =
    filter === 'labels' ? options?.labels : filter === 'portals' ? options?.portals : options?.products
  return of?.find(({ id }) => id === value)?.name ?? m['detail.filter.gone']()
}

function AddFilter({
  filters,
  search,
  onAdd,
}: {
  filters: readonly ManyFilter[]
  search: DetailSearch
  onAdd: (filter: ManyFilter, value: string) => void
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [filter, setFilter] = useState<ManyFilter>(filters[0] ?? 'countries')
  const [q, setQ] = useState('')
  const [open, setOpen] = useState(false)

  // Asked for when the box opens and after a pause in typing; a newer answer replaces an older one.
  const { answer } = useAnswer(
    open ? () => api.analytics.filterOptions(q ? { q } : {}, { key: 'filter-options' }) : undefined,
    q,
    q ? 250 : 0,
  )
  const options: FilterOptions | undefined = isFailure(answer) ? undefined : answer
  // Whatever is pressed outside, and Escape, close it.
  useEffect(() => {
    if (!open) return
    const close = (event: Event) => {
      const inside = box.current?.contains(event.target as Node)
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : inside) return
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

  const taken = search[filter] ?? []
  const choices = choicesOf(filter, options).filter(({ value }) => !taken.includes(value))
  const asked = !['categories', 'addedCategories', 'portalTypes'].includes(filter)
  const searched = ['portals', 'labels', 'products', 'excludedProducts'].includes(filter)
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
          <SelectField
            label={m['detail.filter.kind']()}
            value={filter}
            options={filters.map((each) => ({ value: each, label: filterNames[each]() }))}
            onChange={(event) => {
              setFilter(event.currentTarget.value as ManyFilter)
              setQ('')
            }}
          />
          {searched ? (
            <TextField
              label={m['detail.filter.search']()}
              type="search"
              value={q}
              onChange={(event) => setQ(event.currentTarget.value)}
            />
          ) : undefined}
          <ul aria-label={filterNames[filter]()} className={classes.choices}>
            {choices.map(({ value, label, more }) => (
              <li key={value}>
                <button type="button" onClick={() => onAdd(filter, value)}>
                  {label}
                  {more ? <small>{more}</small> : undefined}
                </button>
              </li>
            ))}
          </ul>
          {choices.length === 0 && (options || !asked) ? (
            <p role="status">{m['detail.filter.nothing']()}</p>
          ) : undefined}
        </div>
      ) : undefined}
    </div>
  )
}

function choicesOf(
  filter: ManyFilter,
  options: FilterOptions | undefined,
): { value: string; label: string; more?: string }[] {
  if (filter === 'categories' || filter === 'addedCategories')
    return allCategories.map((value) => ({ value, label: categoryName(value) }))
  if (filter === 'portalTypes')
    return ['master', 'simple'].map((value) => ({ value, label: typeName(value) }))
  if (filter === 'countries')
    return (options?.countries ?? [])
      .map((value) => ({ value, label: countryName(value) }))
      .sort((a, b) => a.label.localeCompare(b.label))
  if (filter === 'labels') return (options?.labels ?? []).map(({ id, name }) => ({ value: id, label: name }))
  if (filter === 'portals')
    return (options?.portals ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (options?.products ?? []).map(({ id, name, portalName }) => ({
    value: id,
    label: name,
    more: portalName,
  }))
}
