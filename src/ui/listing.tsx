import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failureCode, isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { ErrorState } from './error-state.tsx'
import { Pager } from './pager.tsx'

interface Found<Row> {
  items: readonly Row[]
  total: number
  totalCapped: boolean
  page: number
  pageSize: number
}

interface ListingProps<Row, F extends Found<Row>> {
  found: Result<F>
  /** What could not be loaded. */
  failed: string
  filters: ReactNode
  filtered: boolean
  /** Instead of everything, where there is nothing and nothing was asked for. */
  empty: ReactNode
  /** Under the filters, when they leave nothing. */
  noResults: { title: string; text: string }
  onClear: () => void
  onPage: (page: number) => void
  children: (found: F) => ReactNode
}

/** A list with its filters in all of its states: failed, empty, without results, and a page of rows. */
export function Listing<Row, F extends Found<Row>>(props: ListingProps<Row, F>) {
  const { found, failed, filters, filtered, empty, noResults, onClear, onPage, children } = props
  const router = useRouter()
  if (isFailure(found))
    return <ErrorState title={failed} code={failureCode(found)} onRetry={() => router.invalidate()} />
  if (found.total === 0 && !filtered) return empty
  return (
    <>
      {filters}
      {found.total === 0 ? (
        <Empty
          drawing={false}
          {...noResults}
          action={<Button onClick={onClear}>{m['ui.clearFilters']()}</Button>}
        />
      ) : (
        <>
          {children(found)}
          <Pager found={found} onPage={onPage} />
        </>
      )}
    </>
  )
}
