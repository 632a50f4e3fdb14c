import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { countryName } from '#ui/country-name.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import type { FilterOptions } from '../detail-contract.ts'
import type { DetailSearch, ManyFilter } from './detail-search.ts'
import { categoryName } from './detail-words.ts'
import classes from './filter-panel.module.css'
import { filterNames, typeName, valueName } from './filter-words.ts'

const allCategories = ['album', 'apparel', 'accessory', 'culture', 'digital', 'unmapped']

interface FilterPanelProps {
  filters: readonly ManyFilter[]
  search: DetailSearch
  /** It opened by itself, so the first field takes the focus. */
  focused?: boolean
  onAdd: (filter: ManyFilter, value: string, name: string) => void
}

/** What is filtered by, and the values that can be chosen. */
export default function FilterPanel({ filters, search, focused = false, onAdd }: FilterPanelProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const [filter, setFilter] = useState<ManyFilter>(filters[0] ?? 'countries')
  const [q, setQ] = useState('')
  const first = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) first.current?.querySelector('select')?.focus()
  }, [focused])
  // Asked for when it opens and after a pause in typing; a newer answer replaces an older one.
  const { answer } = useAnswer(
    () => api.analytics.filterOptions(q ? { q } : {}, { key: 'filter-options' }),
    q,
    q ? 250 : 0,
  )
  const options: FilterOptions | undefined = isFailure(answer) ? undefined : answer
  // What is chosen here stays where it is: the next one would come under the finger.
  const [before] = useState(search)
  const taken = search[filter] ?? []
  const choices = choicesOf(filter, options).filter(
    ({ value }) => !before[filter]?.includes(value) || !taken.includes(value),
  )
  const asked = !['categories', 'addedCategories', 'portalTypes'].includes(filter)
  const searched = ['portals', 'labels', 'products', 'excludedProducts', 'sources'].includes(filter)
  return (
    <div ref={first} className={classes.panel}>
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
            <button
              type="button"
              aria-pressed={taken.includes(value)}
              onClick={() => onAdd(filter, value, label)}
            >
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
  )
}

function choicesOf(
  filter: ManyFilter,
  options: FilterOptions | undefined,
): { value: string; label: string; more?: string }[] {
  const { countries = [], sources = [], labels = [], portals = [], products = [] } = options ?? {}
  if (filter === 'categories' || filter === 'addedCategories')
    return allCategories.map((value) => ({ value, label: categoryName(value) }))
  if (filter === 'portalTypes')
    return ['master', 'simple'].map((value) => ({ value, label: typeName(value) }))
  if (filter === 'countries')
    return countries
      .map((value) => ({ value, label: countryName(value) }))
      .sort((a, b) => a.label.localeCompare(b.label))
  if (filter === 'sources')
    return sources
      .filter(({ length }) => length <= 60)
      .map((value) => ({ value, label: valueName(filter, value, options) }))
  if (filter === 'labels') return labels.map(({ id, name }) => ({ value: id, label: name }))
  if (filter === 'portals') return portals.map(({ id, name }) => ({ value: id, label: name }))
  return products.map(({ id, name, portalName }) => ({
    value: id,
    label: name,
    more: portalName,
  }))
}
