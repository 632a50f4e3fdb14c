import type { Call } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import { type CsvCell, momentCell } from '#platform/csv-out.ts'
import { seenInView } from '#platform/of-portals.ts'
import { sheetFile } from '#platform/sheet-out.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import { type orderColumns, sourceNames, stateOf, usualColumns } from '../choices.ts'
import type { OrderRow, OrdersQuery } from '../contract.ts'
import { allOrders } from './queries.ts'

type Column = (typeof orderColumns)[number]
type Reader = Pick<Call, 'locale' | 'byPerson'>

/** Exactly what the list shows, all pages of it, however many. */
export function exportOrders(
  call: Reader & Pick<Call, 'tx' | 'view' | 'headers' | 'signal' | 'now'>,
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
      yield some.map((order) => [order.externalId, ...shown.map((column) => cellOf(order, column, call))])
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

function cellOf(order: OrderRow, column: Column, reader: Reader): CsvCell {
  const { locale, byPerson } = reader
  // A program reads codes, a person the words of the list.
  switch (column) {
    case 'portal':
      return order.portal.name
    case 'placedAt':
      return momentCell(order.placedAt, { byPerson: true })
    case 'source':
      return byPerson ? sourceWord(order.source, locale) : order.source
    case 'place':
      return [order.city, order.country && (byPerson ? countryIn(order.country, locale) : order.country)]
        .filter(Boolean)
        .join(', ')
    case 'state':
      return words(`orders.state.${stateOf(order)}`, locale)
    case 'units':
      return order.units
    default:
      return euros(order[`${column}Cents`])
  }
}

/** Of a second shop of a kind the source also says which: `shopify:name`. */
function sourceWord(source: string, locale: Locale): string {
  const [kind = '', which] = source.split(':')
  const word =
    kind === 'csv' || kind === 'shop' ? words(`orders.source.${kind}`, locale) : (sourceNames[kind] ?? kind)
  return which ? `${word} · ${which}` : word
}

const regions = new Map<Locale, Intl.DisplayNames>()
function countryIn(code: string, locale: Locale): string {
  const names = regions.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region' })
  regions.set(locale, names)
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}
