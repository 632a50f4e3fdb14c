import type { ReactNode } from 'react'
import { isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { Example } from './example.tsx'
import { Loaded } from './loaded.tsx'
import { Pager } from './pager.tsx'

interface Words {
  title: string
  text: string
}
/** What a list answers: its rows or, where it shows something else than rows, how many there are. */
export type Found = { items: readonly unknown[]; total?: number } | { total: number }
type Paged = { page: number; pageSize: number; total: number; totalCapped?: boolean }

export interface ListingProps<F extends Found> {
  found: Result<F>
  /** What could not be loaded, as a sentence. */
  failed: string
  /** Above the rows, unless there is nothing to narrow down. */
  filters?: ReactNode
  /** Filters that choose between kinds of things stay where one kind has none. */
  filtersStay?: boolean
  filtered?: boolean
  /** What is shown, such as a calendar, says by itself that there is nothing. */
  shownEmpty?: boolean
  /** Where there is nothing and nothing was asked for. */
  empty: Words & { action?: ReactNode }
  /** The first step, beside these words. */
  add?: ReactNode
  /** Loads a filled answer, shown as an example under the words for nothing yet: who has something never loads it. */
  example?: (() => Promise<F>) | undefined
  /** Under the filters, when they leave nothing. */
  noResults?: Words
  onClear?: () => void
  /** Of a list that comes page by page. */
  onPage?: (page: number) => void
  children: (found: F) => ReactNode
}

const sizeOf = (found: Found) => found.total ?? ('items' in found ? found.items.length : 0)
const isPaged = (found: object): found is Paged => 'page' in found && 'pageSize' in found

/** There is nothing, and no filter is why. */
export const isBare = ({ found, filtered }: { found: Result<Found>; filtered?: boolean | undefined }) =>
  !isFailure(found) && !filtered && sizeOf(found) === 0

/** A list with its filters in all of its states: failed, empty, without results, and a page of rows. */
export function Listing<F extends Found>(props: ListingProps<F>) {
  const { found, failed, filters, filtersStay } = props
  return (
    <>
      {isBare(props) && !filtersStay ? undefined : filters}
      <Loaded of={found} failed={failed}>
        {(rows) => rowsOrWords(props, rows)}
      </Loaded>
    </>
  )
}

function rowsOrWords<F extends Found>(props: ListingProps<F>, rows: F) {
  const { shownEmpty, empty, noResults = empty, onClear, onPage } = props
  if (isBare(props)) return <NothingYet {...props} />
  if (sizeOf(rows) === 0 && !shownEmpty) return <NoResults words={noResults} onClear={onClear} />
  return (
    <>
      {props.children(rows)}
      {onPage && isPaged(rows) ? <Pager found={rows} onPage={onPage} /> : undefined}
    </>
  )
}

const NothingYet = <F extends Found>({ empty, add, example, children }: ListingProps<F>) => (
  <>
    <Empty action={add} {...empty} />
    {example ? <Example load={example}>{children}</Example> : undefined}
  </>
)

const NoResults = ({ words, onClear }: { words: Words; onClear: (() => void) | undefined }) => (
  <Empty
    drawing={false}
    {...words}
    action={onClear ? <Button onClick={onClear}>{m['ui.clearFilters']()}</Button> : undefined}
  />
)
