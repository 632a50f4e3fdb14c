import type { ReactNode } from 'react'
import type { Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { DataTable } from '#ui/data-table.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { isBare, Listing } from '#ui/listing.tsx'
import { FilterBar } from '#ui/page.tsx'
import { pickedColumns } from '#ui/picked-columns.tsx'
import type { StockRow } from '../contract.ts'
import { stockColumns } from './stock-columns.tsx'
import classes from './stocks.module.css'
import type { StocksSearch } from './stocks-search.ts'

interface StocksListProps {
  stocks: Result<{ items: StockRow[]; total: number; totalCapped: boolean; page: number; pageSize: number }>
  search: StocksSearch
  /** What stands before the filters: for staff, whose stock it is. */
  first?: ReactNode
  /** Where a row leads: `/stocks`, and for staff the portal's. */
  base: string
  onFilter: (change: Partial<Record<'q' | 'level' | 'orderBy' | 'columns', string | undefined>>) => void
  onClear: () => void
  onPage: (page: number) => void
}

/** What a portal has of each variant: for the portal and for staff. */
export function StocksList({ stocks, search, first, base, onFilter, onClear, onPage }: StocksListProps) {
  const { shown, picker } = pickedColumns(
    stockColumns<StockRow>(({ id }) => `${base}/${id}`),
    search,
    onFilter,
  )
  const filters = [
    <SearchBox
      key="q"
      label={m['stocks.search']()}
      value={search.q ?? ''}
      onSearch={(q) => onFilter({ q: q || undefined })}
    />,
    <FilterSelect
      key="level"
      label={m['stocks.column.state']()}
      all={m['stocks.filter.all']()}
      value={search.level}
      options={[
        { value: 'low', label: m['stocks.state.low']() },
        { value: 'out', label: m['stocks.state.out']() },
      ]}
      onChange={(level) => onFilter({ level })}
    />,
  ]
  const filtered = search.q !== undefined || search.level !== undefined
  const listing = { found: stocks, filtered }
  return (
    <Listing
      {...listing}
      failed={m['stocks.loadFailed']()}
      empty={{ title: m['stocks.empty.title'](), text: m['stocks.empty.text']() }}
      example={() => import('./example-stocks.ts').then(({ exampleStocks }) => exampleStocks())}
      noResults={{ title: m['stocks.noResults'](), text: m['products.noResults.text']() }}
      onClear={onClear}
      onPage={onPage}
      filtersStay={first !== undefined}
      filters={
        <FilterBar>
          {first}
          {isBare(listing) ? undefined : filters}
          {isBare(listing) ? undefined : picker}
        </FilterBar>
      }
    >
      {({ items }) => (
        <>
          <DataTable
            label={m['stocks.title']()}
            columns={shown}
            rows={items}
            rowKey={({ id }) => id}
            orderBy={search.orderBy ?? 'name'}
            onSort={(orderBy) => onFilter({ orderBy })}
          />
          <p className={classes.note}>
            {m['stocks.formula']()} {m['stocks.pace.note']()}
          </p>
        </>
      )}
    </Listing>
  )
}
