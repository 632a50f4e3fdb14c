import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { MainCell } from '#ui/main-cell.tsx'
import { Status } from '#ui/status.tsx'
import type { AllStockRow, StockRow } from '../contract.ts'
import { soldWord, stockName, stockState } from './stock-words.ts'
import classes from './stocks.module.css'

const yearMs = 366 * 86_400_000

/** What was sold lately and when it runs out, of a portal's stock and of all portals'. */
function paceColumns<Row extends StockRow>(): Record<'soldLately' | 'runsOutOn', Column<Row>> {
  const { number, date } = here()
  // Beyond a year no pace of 28 days knows the day.
  const about = (day: string) =>
    Date.parse(day) - Date.now() > yearMs
      ? new Date(day).toLocaleDateString(getLocale(), { month: 'short', year: 'numeric', timeZone: 'UTC' })
      : date(day)
  return {
    soldLately: {
      id: 'soldLately',
      title: m['stocks.column.soldLately'](),
      numeric: true,
      cell: ({ soldLately, soldInDays }) => (
        <span title={soldWord({ soldLately, soldInDays })}>{number(soldLately)}</span>
      ),
    },
    runsOutOn: {
      id: 'runsOutOn',
      title: m['stocks.column.runsOutOn'](),
      phone: 'wide',
      cell: (row) => {
        if (row.available <= 0 && row.soldLately > 0 && row.version > 0)
          return (
            <span className={classes.pace}>
              <span>{m['stocks.pace.gone']()}</span>
              <small>{soldWord(row)}</small>
            </span>
          )
        if (row.available <= 0) return m['ui.none']()
        if (row.soldLately <= 0) return <span className={classes.quiet}>{m['stocks.pace.none']()}</span>
        return (
          <span className={classes.pace}>
            <span>
              <span className={classes.onPhone}>{m['stocks.column.runsOutOn']()}: </span>
              {row.runsOutOn ? about(row.runsOutOn) : m['stocks.pace.far']()}
            </span>
            <small>{soldWord(row)}</small>
          </span>
        )
      },
    },
  }
}

/** The list of all portals' stock. */
export function allStockColumns(): Column<AllStockRow>[] {
  const own = stockColumns<AllStockRow>(({ id, portal }) => `/stocks/all/${portal.id}/${id}`)
  const of = (id: string) => own.find((column) => column.id === id)
  const portal: Column<AllStockRow> = {
    id: 'portal',
    title: m['stocks.column.portal'](),
    orderBy: 'portal',
    phone: 'detail',
    cell: (row) => row.portal.name,
  }
  const columns = [
    of('name'),
    of('available'),
    { ...of('runsOutOn'), orderBy: 'runsOut' },
    portal,
    of('state'),
    { ...of('sku'), phone: undefined },
    { ...of('onHand'), orderBy: undefined },
    { ...of('soldLately'), orderBy: 'soldLately', descendingFirst: true },
    of('incoming'),
  ]
  return columns.flatMap((column) => (column ? [column as Column<AllStockRow>] : []))
}

/** The list of a portal's stock: what is left and for how long stands first, because a narrow desk shows no more. */
export function stockColumns<Row extends StockRow>(pathOf: (row: Row) => string): Column<Row>[] {
  const { number } = here()
  const { soldLately, runsOutOn } = paceColumns<Row>()
  const figure = (id: 'onHand' | 'committed' | 'incoming' | 'safety', title: string): Column<Row> => ({
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
      cell: (row) => <MainCell path={pathOf(row)} name={stockName(row)} of={{ ...row, id: row.productId }} />,
    },
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
    runsOutOn,
    {
      id: 'state',
      title: m['stocks.column.state'](),
      phone: 'status',
      cell: (row) => {
        const { mark, word } = stockState(row)
        return <Status mark={mark}>{word}</Status>
      },
    },
    { id: 'sku', title: m['stocks.column.sku'](), phone: 'detail', cell: ({ sku }) => sku ?? m['ui.none']() },
    { ...figure('onHand', m['stocks.column.onHand']()), orderBy: 'onHand', descendingFirst: true },
    figure('committed', m['stocks.column.committed']()),
    figure('safety', m['stocks.column.safety']()),
    figure('incoming', m['stocks.column.incoming']()),
    soldLately,
  ]
}
