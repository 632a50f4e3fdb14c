import { m } from '#paraglide/messages.js'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { MainCell } from '#ui/main-cell.tsx'
import { Status } from '#ui/status.tsx'
import type { StockRow } from '../contract.ts'
import { stockName, stockState } from './stock-words.ts'

/** The list of a portal's stock. */
export function stockColumns(base: string): Column<StockRow>[] {
  const { number } = here()
  const figure = (id: 'onHand' | 'committed' | 'incoming' | 'safety', title: string): Column<StockRow> => ({
    id,
    title,
    numeric: true,
    cell: (row) => number(row[id]),
  })
  return [
    {
      id: 'name',
      title: m['stocks.column.name'](),
      orderBy: 'name',
      phone: 'main',
      cell: (row) => (
        <MainCell path={`${base}/${row.id}`} name={stockName(row)} of={{ ...row, id: row.productId }} />
      ),
    },
    { id: 'sku', title: m['stocks.column.sku'](), phone: 'detail', cell: ({ sku }) => sku ?? m['ui.none']() },
    {
      id: 'state',
      title: m['stocks.column.state'](),
      phone: 'status',
      cell: (row) => {
        const { mark, word } = stockState(row)
        return <Status mark={mark}>{word}</Status>
      },
    },
    { ...figure('onHand', m['stocks.column.onHand']()), orderBy: 'onHand', descendingFirst: true },
    figure('committed', m['stocks.column.committed']()),
    figure('safety', m['stocks.column.safety']()),
    {
      id: 'available',
      title: m['stocks.column.available'](),
      numeric: true,
      orderBy: 'available',
      phone: 'amount',
      unit: ({ available }) =>
        available === 1 ? m['stocks.column.availableUnitOne']() : m['stocks.column.availableUnit'](),
      cell: ({ available }) => <b>{number(available)}</b>,
    },
    figure('incoming', m['stocks.column.incoming']()),
  ]
}
