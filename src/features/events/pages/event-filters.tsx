import type { ReactNode } from 'react'
import { m } from '#paraglide/messages.js'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { FilterBar } from '#ui/page.tsx'
import { kindWord, optionsOf, publicationWord, stateWord } from './event-words.ts'
import type { EventsSearch } from './events-search.ts'

interface EventFiltersProps {
  search: EventsSearch
  onFilter: (change: Partial<Record<keyof EventsSearch, string | undefined>>) => void
  /** Before the others: how it is looked at, whose it is. */
  children?: ReactNode
}

/** Words, time, publication, state and kind; the same above every list of events. */
export function EventFilters({ search, onFilter, children }: EventFiltersProps) {
  return (
    <FilterBar>
      {children}
      <SearchBox label={m['events.search']()} value={search.q ?? ''} onSearch={(q) => onFilter({ q })} />
      <FilterSelect
        label={m['events.filter.when']()}
        all={m['events.filter.anyTime']()}
        value={search.when}
        options={[
          { value: 'upcoming', label: m['events.filter.upcoming']() },
          { value: 'past', label: m['events.filter.past']() },
        ]}
        onChange={(when) => onFilter({ when })}
      />
      <FilterSelect
        label={m['events.filter.publication']()}
        all={m['events.filter.all']()}
        value={search.publication}
        options={optionsOf(publicationWord)}
        onChange={(publication) => onFilter({ publication })}
      />
      <FilterSelect
        label={m['events.filter.state']()}
        all={m['events.filter.all']()}
        value={search.state}
        options={optionsOf(stateWord)}
        onChange={(state) => onFilter({ state })}
      />
      <FilterSelect
        label={m['events.filter.kind']()}
        all={m['events.filter.all']()}
        value={search.kind}
        options={optionsOf(kindWord)}
        onChange={(kind) => onFilter({ kind })}
      />
    </FilterBar>
  )
}
