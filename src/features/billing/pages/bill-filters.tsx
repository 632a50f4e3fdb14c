import type { ReactNode } from 'react'
import { m } from '#paraglide/messages.js'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { FilterBar } from '#ui/page.tsx'
import { billStatuses, paymentFilters } from '../choices.ts'
import { paymentWord, statusWord } from './billing-words.ts'
import type { BillsSearch } from './bills-search.ts'

type Shared = Pick<BillsSearch, 'q' | 'status' | 'payment'>

interface BillFiltersProps {
  search: Shared
  /** What is searched by. */
  label: string
  onSearch: (change: Partial<Record<keyof Shared, string | undefined>>) => void
  /** Filters of one list alone, before the others and after them. */
  first?: ReactNode
  last?: ReactNode
}

/** What any list of bills is filtered by. */
export function BillFilters({ search, label, onSearch, first, last }: BillFiltersProps) {
  const all = m['billing.filter.all']()
  return (
    <FilterBar>
      <SearchBox label={label} value={search.q ?? ''} onSearch={(q) => onSearch({ q })} />
      {first}
      <FilterSelect
        label={m['billing.filter.status']()}
        all={all}
        value={search.status}
        options={billStatuses.map((value) => ({ value, label: statusWord(1, value) }))}
        onChange={(status) => onSearch({ status })}
      />
      <FilterSelect
        label={m['billing.filter.payment']()}
        all={all}
        value={search.payment}
        options={paymentFilters.map((value) => ({
          value,
          label: value === 'open' ? m['billing.filter.open']() : paymentWord(value),
        }))}
        onChange={(payment) => onSearch({ payment })}
      />
      {last}
    </FilterBar>
  )
}
