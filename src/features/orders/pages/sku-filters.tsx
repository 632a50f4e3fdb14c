import { m } from '#paraglide/messages.js'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { FilterBar } from '#ui/page.tsx'
import type { PickOption } from '#ui/pick-box.tsx'
import type { SkusSearch } from './skus-search.ts'

interface FilterProps<State extends string> {
  search: SkusSearch<State>
  /** The first state, which is no filter, and the others. */
  all: string
  states: readonly PickOption[]
  onFilter: (change: { q?: string | undefined; state?: State | undefined }) => void
  /** Further filters. */
  children?: React.ReactNode
}

export const SkuFilters = <State extends string>({
  search,
  all,
  states,
  onFilter,
  children,
}: FilterProps<State>) => (
  <FilterBar>
    <SearchBox
      label={m['orders.skus.search']()}
      value={search.q ?? ''}
      onSearch={(q) => onFilter({ q: q || undefined })}
    />
    <FilterSelect
      label={m['orders.column.state']()}
      all={all}
      value={search.state}
      options={states}
      onChange={(state) => onFilter({ state: state as State | undefined })}
    />
    {children}
  </FilterBar>
)

/** The words around a list of SKUs. */
export const skuWords = () => ({
  title: m['orders.skus.title'](),
  failed: m['orders.skus.loadFailed'](),
  noResults: { title: m['orders.skus.none'](), text: m['products.noResults.text']() },
})
