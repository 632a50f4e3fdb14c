import type { Result } from '#client.ts'
import { PortalFilter } from '#features/portals/pages/portal-filter.tsx'
import { m } from '#paraglide/messages.js'
import { ColumnPicker } from '#ui/column-picker.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { DayFilter } from '#ui/day-filter.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { here } from '#ui/formats.ts'
import { Listing } from '#ui/listing.tsx'
import { localized } from '#ui/localized.ts'
import { FilterBar } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { usualColumns } from '../choices.ts'
import type { OrderRow } from '../contract.ts'
import { orderState, placeOf, sourceOptions, sourceWord, stateOptions } from './order-words.ts'
import classes from './orders.module.css'
import { isFiltered, type OrdersSearch } from './orders-search.ts'
import { PlaceFilter } from './place-filter.tsx'

type Change = Partial<Record<keyof OrdersSearch, string | undefined>>
const cleared: Change = {
  q: undefined,
  portal: undefined,
  source: undefined,
  state: undefined,
  place: undefined,
  from: undefined,
  to: undefined,
}

/** Every column that there is; the order itself always comes first. */
function everyColumn(base: string, withPortal: boolean): Column<OrderRow>[] {
  const { money, number, dateTime } = here()
  const all: (Column<OrderRow> | undefined)[] = [
    {
      id: 'order',
      title: m['orders.column.order'](),
      phone: 'main',
      cell: ({ id, portal, externalId }) => (
        <a href={localized(`${base}/${portal.id}/${id}`)}>{externalId}</a>
      ),
    },
    withPortal
      ? {
          id: 'portal',
          title: m['products.column.portal'](),
          phone: 'detail',
          cell: ({ portal }) => portal.name,
        }
      : undefined,
    {
      id: 'placedAt',
      title: m['orders.column.placedAt'](),
      orderBy: 'placedAt',
      descendingFirst: true,
      ...(withPortal ? {} : { phone: 'detail' as const }),
      cell: ({ placedAt }) => dateTime(placedAt),
    },
    { id: 'source', title: m['orders.column.source'](), cell: ({ source }) => sourceWord(source) },
    {
      id: 'place',
      title: m['orders.column.place'](),
      sentence: true,
      cell: placeOf,
    },
    {
      id: 'state',
      title: m['orders.column.state'](),
      sentence: true,
      phone: 'status',
      cell: (row) => {
        const { mark, word } = orderState(row)
        return <Status mark={mark}>{word}</Status>
      },
    },
    {
      id: 'units',
      title: m['orders.column.units'](),
      numeric: true,
      cell: ({ units }) => number(units),
    },
    {
      id: 'gross',
      title: m['orders.column.gross'](),
      numeric: true,
      cell: ({ grossCents }) => money(grossCents),
    },
    {
      id: 'refunds',
      title: m['orders.column.refunds'](),
      numeric: true,
      cell: ({ refundsCents, refundsEstimated }) =>
        refundsCents === 0 ? (
          m['ui.none']()
        ) : (
          <>
            {money(-refundsCents)}
            {refundsEstimated ? (
              <small className={classes.estimated}>{m['orders.estimatedShort']()}</small>
            ) : undefined}
          </>
        ),
    },
    {
      id: 'net',
      title: m['orders.column.net'](),
      numeric: true,
      orderBy: 'net',
      descendingFirst: true,
      phone: 'amount',
      cell: ({ netCents }) => money(netCents),
    },
  ]
  return all.filter((column) => column !== undefined)
}

interface OrdersListProps {
  orders: Result<{ items: OrderRow[]; total: number; totalCapped: boolean; page: number; pageSize: number }>
  search: OrdersSearch
  portals: { value: string; label: string }[]
  places: readonly { place: string }[]
  base: '/products/orders' | '/stocks/orders'
  onFilter: (change: Change) => void
  onPage: (page: number) => void
}

/** Orders with their filters: for staff and for portals. */
export function OrdersList({ orders, search, portals, places, base, onFilter, onPage }: OrdersListProps) {
  const all = m['products.filter.all']()
  const every = everyColumn(base, portals.length > 1)
  const chosen = search.columns?.split(',')
  const shown = every.filter(({ id }) => id === 'order' || (chosen ?? usualColumns).includes(id))
  return (
    <Listing
      found={orders}
      failed={m['orders.loadFailed']()}
      filtered={isFiltered(search)}
      empty={{ title: m['orders.empty.title'](), text: m['orders.empty.text']() }}
      example={() => import('./example-orders.ts').then(({ exampleOrders }) => exampleOrders())}
      filters={
        <FilterBar>
          <SearchBox
            label={m['orders.search']()}
            value={search.q ?? ''}
            onSearch={(q) => onFilter({ q: q || undefined })}
          />
          <FilterSelect
            label={m['orders.column.state']()}
            all={all}
            value={search.state}
            options={stateOptions()}
            onChange={(state) => onFilter({ state })}
          />
          <FilterSelect
            label={m['orders.column.source']()}
            all={all}
            value={search.source}
            options={sourceOptions()}
            onChange={(source) => onFilter({ source })}
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
          <PlaceFilter value={search.place} places={places} onChange={(place) => onFilter({ place })} />
          <DayFilter label={m['orders.from']()} value={search.from} onChange={(from) => onFilter({ from })} />
          <DayFilter label={m['orders.to']()} value={search.to} onChange={(to) => onFilter({ to })} />
          <ColumnPicker
            columns={every.filter(({ id }) => id !== 'order')}
            usual={usualColumns}
            chosen={chosen}
            onChange={(columns) => onFilter({ columns: columns?.join(',') })}
          />
        </FilterBar>
      }
      noResults={{
        title: search.q ? m['orders.noResults']({ q: search.q }) : m['products.noResults.filtered'](),
        text: m['products.noResults.text'](),
      }}
      onClear={() => onFilter(cleared)}
      onPage={onPage}
    >
      {({ items }) => (
        <DataTable
          label={m['orders.title']()}
          columns={shown}
          rows={items}
          rowKey={({ id }) => id}
          orderBy={search.orderBy ?? '-placedAt'}
          onSort={(orderBy) => onFilter({ orderBy })}
        />
      )}
    </Listing>
  )
}
