import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Result } from '#client.ts'
import { PortalFilter } from '#features/portals/pages/portal-filter.tsx'
import { m } from '#paraglide/messages.js'
import { useChosenRows } from '#ui/chosen-rows.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { FilterChoice } from '#ui/filter-pick.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { Listing } from '#ui/listing.tsx'
import { FilterBar } from '#ui/page.tsx'
import type { PickOption } from '#ui/pick-box.tsx'
import { pickedColumns } from '#ui/picked-columns.tsx'
import type { ProductRow } from '../contract.ts'
import { findBlanks } from './filter-options.ts'
import { productColumns } from './product-columns.tsx'
import { buyableOptions, categoryOptions, formatOptions, nameOf, statusOptions } from './product-words.ts'
import { isFiltered, type ProductsSearch } from './products-search.ts'

type Change = Partial<Record<keyof ProductsSearch, string | undefined>>
const cleared: Change = {
  q: undefined,
  status: undefined,
  portal: undefined,
  format: undefined,
  category: undefined,
  blank: undefined,
  buyable: undefined,
}

const chooseWords = () => ({
  all: m['products.chooseAll'](),
  one: (row: ProductRow) => m['products.choose']({ name: nameOf(row) }),
})

interface ProductsListProps {
  products: Result<{
    items: ProductRow[]
    total: number
    totalCapped: boolean
    page: number
    pageSize: number
  }>
  search: ProductsSearch
  portals: PickOption[]
  blanks: PickOption[]
  base: '/products' | '/stocks/products'
  /** What stands where there is nothing yet. */
  emptyText: string
  action?: ReactNode
  onFilter: (change: Change) => void
  onPage: (page: number) => void
  /** Verbs for chosen rows; without it nothing can be chosen. */
  bulk?: (chosen: readonly string[], clear: () => void) => ReactNode
}

/** Products with their filters: for staff and, read only, for portals. */
export function ProductsList(props: ProductsListProps) {
  const { products, search, portals, blanks, base, emptyText, action, onFilter, onPage, bulk } = props
  const { api } = useRouteContext({ from: '__root__' })
  const chosen = useChosenRows()
  const all = m['products.filter.all']()
  const every = productColumns(base, portals.length > 1)
  const { shown, picker } = pickedColumns(every, search, onFilter)
  return (
    <Listing
      found={products}
      failed={m['products.loadFailed']()}
      filtered={isFiltered(search)}
      empty={{ title: m['products.empty.title'](), text: emptyText, action }}
      example={() => import('./example-products.ts').then(({ exampleProducts }) => exampleProducts())}
      filters={
        <FilterBar>
          <SearchBox
            label={m['products.search']()}
            value={search.q ?? ''}
            onSearch={(q) => onFilter({ q: q || undefined })}
          />
          <FilterSelect
            label={m['products.column.status']()}
            all={all}
            value={search.status}
            options={statusOptions()}
            onChange={(status) => onFilter({ status })}
          />
          {portals.length > 1 ? (
            <PortalFilter
              label={m['products.column.portal']()}
              all={all}
              value={search.portal}
              portals={portals}
              onChange={(portal) => onFilter({ portal })}
            />
          ) : undefined}
          <FilterSelect
            label={m['products.column.format']()}
            all={all}
            value={search.format}
            options={formatOptions()}
            onChange={(format) => onFilter({ format })}
          />
          <FilterSelect
            label={m['products.column.category']()}
            all={m['products.filter.allCategories']()}
            value={search.category}
            options={categoryOptions()}
            onChange={(category) => onFilter({ category })}
          />
          <FilterSelect
            label={m['products.buyable.filter']()}
            all={all}
            value={search.buyable}
            options={buyableOptions()}
            onChange={(buyable) => onFilter({ buyable })}
          />
          {blanks.length > 0 ? (
            <FilterChoice
              label={m['products.column.blank']()}
              all={all}
              value={search.blank}
              options={blanks}
              find={(q) => findBlanks(api, q)}
              onChange={(blank) => onFilter({ blank })}
            />
          ) : undefined}
          {picker}
        </FilterBar>
      }
      noResults={{
        title: search.q ? m['products.noResults.title']({ q: search.q }) : m['products.noResults.filtered'](),
        text: m['products.noResults.text'](),
      }}
      onClear={() => onFilter(cleared)}
      onPage={onPage}
    >
      {({ items }) => (
        <>
          <DataTable
            label={m['products.title']()}
            columns={bulk ? [chosen.column({ rows: items, ...chooseWords() }), ...shown] : shown}
            rows={items}
            rowKey={({ id }) => id}
            orderBy={search.orderBy ?? 'name'}
            onSort={(orderBy) => onFilter({ orderBy })}
          />
          {bulk && chosen.ids.length > 0 ? bulk(chosen.ids, chosen.clear) : undefined}
        </>
      )}
    </Listing>
  )
}
