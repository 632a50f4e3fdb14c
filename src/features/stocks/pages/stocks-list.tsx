import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failureCode, isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { FilterBar } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
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
  onFilter: (change: Partial<Record<'q' | 'level' | 'orderBy', string | undefined>>) => void
  onClear: () => void
  onPage: (page: number) => void
}

/** What a portal has of each variant: for the portal and for staff. */
export function StocksList({ stocks, search, first, base, onFilter, onClear, onPage }: StocksListProps) {
  const router = useRouter()
  const filtered = search.q !== undefined || search.level !== undefined
  return (
    <>
      {isFailure(stocks) ? (
        <ErrorState
          title={m['stocks.loadFailed']()}
          code={failureCode(stocks)}
          onRetry={() => router.invalidate()}
        />
      ) : stocks.total === 0 && !filtered ? (
        <>
          {first ? <FilterBar>{first}</FilterBar> : undefined}
          <Empty title={m['stocks.empty.title']()} text={m['stocks.empty.text']()} />
        </>
      ) : (
        <>
          <FilterBar>
            {first}
            <SearchBox
              label={m['stocks.search']()}
              value={search.q ?? ''}
              onSearch={(q) => onFilter({ q: q || undefined })}
            />
            <FilterSelect
              label={m['stocks.column.state']()}
              all={m['stocks.filter.all']()}
              value={search.level}
              options={[
                { value: 'low', label: m['stocks.state.low']() },
                { value: 'out', label: m['stocks.state.out']() },
              ]}
              onChange={(level) => onFilter({ level })}
            />
          </FilterBar>
          {stocks.total === 0 ? (
            <Empty
              drawing={false}
              title={m['stocks.noResults']()}
              text={m['products.noResults.text']()}
              action={<Button onClick={onClear}>{m['ui.clearFilters']()}</Button>}
            />
          ) : (
            <>
              <DataTable
                label={m['stocks.title']()}
                columns={stockColumns(base)}
                rows={stocks.items}
                rowKey={({ id }) => id}
                orderBy={search.orderBy ?? 'name'}
                onSort={(orderBy) => onFilter({ orderBy })}
              />
              <p className={classes.note}>{m['stocks.formula']()}</p>
              <Pager found={stocks} onPage={onPage} />
            </>
          )}
        </>
      )}
    </>
  )
}
