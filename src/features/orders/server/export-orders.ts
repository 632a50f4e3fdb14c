import type { Call } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { CsvCell } from '#platform/csv-out.ts'
import { seenInView } from '#platform/of-portals.ts'
import { sheetFile } from '#platform/sheet-out.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import { type orderColumns, stateOf, usualColumns } from '../choices.ts'
import type { OrderRow, OrdersQuery } from '../contract.ts'
import { allOrders } from './queries.ts'

type Column = (typeof orderColumns)[number]

/** Exactly what the list shows, all pages of it, however many. */
export function exportOrders(
  call: Pick<Call, 'tx' | 'locale' | 'view' | 'headers' | 'signal' | 'now'>,
  {
    as,
    columns,
    ...query
  }: Omit<OrdersQuery, 'page'> & { as: 'csv' | 'xlsx'; columns?: Column[] | Column | undefined },
) {
  const { tx, locale } = call
  const shown = columns === undefined ? (usualColumns as Column[]) : [columns].flat()
  const heading = [
    words('orders.column.order', locale),
    ...shown.map((column) =>
      words(column === 'portal' ? 'products.column.portal' : `orders.column.${column}`, locale),
    ),
  ]
  async function* lines() {
    for await (const some of allOrders(tx, query, seenInView(call)))
      yield some.map((order) => [order.externalId, ...shown.map((column) => cellOf(order, column, locale))])
  }
  const day = formatDay(dayOf(call.now.getTime()))
  const kinds = ['text' as const, ...shown.map(kindOf)]
  return sheetFile(call, {
    ...{ name: `${words('orders.file', locale)}-${day}`, title: words('orders.file', locale) },
    ...{ as, heading, kinds, lines: lines() },
  })
}

const kindOf = (column: Column) =>
  column === 'units' ? 'count' : ['gross', 'refunds', 'net'].includes(column) ? 'money' : 'text'

const euros = (cents: number) => cents / 100

function cellOf(order: OrderRow, column: Column, locale: Locale): CsvCell {
  switch (column) {
    case 'portal':
      return order.portal.name
    case 'placedAt':
      // By the clock of Madrid, in a form that every spreadsheet reads as a moment.
      return new Date(order.placedAt).toLocaleString('sv-SE', { timeZone: businessTimeZone })
    case 'source':
      return order.source
    case 'place':
      return [order.city, order.country].filter(Boolean).join(', ')
    case 'state':
      return words(`orders.state.${stateOf(order)}`, locale)
    case 'units':
      return order.units
    default:
      return euros(order[`${column}Cents`])
  }
}
