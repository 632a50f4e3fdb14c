import { m } from '#paraglide/messages.js'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import { Status } from '#ui/status.tsx'
import type { BillHead, OwnBillHead } from '../bill-shapes.ts'
import classes from './billing.module.css'
import { blockWord, markOf, ownBlockWord, stateWord, titleOf } from './billing-words.ts'
import { paymentDay } from './when-paid.ts'

export const nameColumn = <Row extends BillHead>(
  title: string,
  name: (bill: Row) => string,
): Column<Row> => ({
  id: 'bill',
  title,
  phone: 'main',
  cell: (bill) => <a href={localized(`/billing/${bill.id}`)}>{name(bill)}</a>,
})

export const stateColumn = <Row extends BillHead>(): Column<Row> => ({
  id: 'status',
  title: m['billing.column.status'](),
  phone: 'status',
  cell: (bill) => <Status mark={markOf(bill)}>{stateWord(bill)}</Status>,
})

export const payableColumn = <Row extends BillHead>(): Column<Row> => ({
  id: 'payable',
  title: m['billing.column.payable'](),
  numeric: true,
  phone: 'amount',
  // Nobody owes an advance that was denied.
  cell: ({ status, number, payableCents }) =>
    status === 'Cancelled' && number === null ? (
      <span className={classes.quiet}>–</span>
    ) : (
      <b className={classes.strong}>{here().money(payableCents)}</b>
    ),
})

/** Columns of a list of one account's bills; `staff` read it as well. */
export const ownColumns = (staff = false): Column<OwnBillHead>[] => {
  const { months, date, money } = here()
  return [
    // The number alone: a phone has no room for what kind of bill it is before it.
    nameColumn(m['billing.column.bill'](), (bill) => bill.number ?? titleOf(bill)),
    {
      id: 'period',
      title: m['billing.column.period'](),
      sentence: true,
      phone: 'detail',
      cell: ({ period, periodFrom }) =>
        period ? months(periodFrom, period) : <span className={classes.quiet}>–</span>,
    },
    {
      id: 'issued',
      title: m['billing.column.issued'](),
      cell: ({ issuedOn }) => (issuedOn ? date(issuedOn) : <span className={classes.quiet}>–</span>),
    },
    {
      ...stateColumn<OwnBillHead>(),
      cell: (bill) => (
        <>
          <Status mark={markOf(bill)}>{stateWord(bill)}</Status>
          {bill.status === 'Next' && bill.blocked.length > 0 ? (
            <small className={classes.waits}>
              {bill.blocked.map(staff ? blockWord : ownBlockWord).join(' · ')}
            </small>
          ) : undefined}
        </>
      ),
    },
    {
      id: 'paid',
      title: m['billing.column.paid'](),
      sentence: true,
      phone: 'wide',
      cell: (bill) => paymentDay(bill) ?? <span className={classes.none}>–</span>,
    },
    {
      id: 'base',
      title: m['billing.column.base'](),
      numeric: true,
      cell: ({ baseCents }) => money(baseCents),
    },
    payableColumn(),
  ]
}
