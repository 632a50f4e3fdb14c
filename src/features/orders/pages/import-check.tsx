import { m } from '#paraglide/messages.js'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import classes from './import.module.css'
import { ImportRate } from './import-rate.tsx'
import type { Uploaded } from './import-steps.ts'
import { inCurrency } from './import-words.ts'

type Month = Uploaded['months'][number]
type Fault = Uploaded['errors'][number]

/** What would come of the file: its own sums beside what counts, and each row that cannot be used. */
export function ImportCheck({
  check,
  onRate,
}: {
  check: Uploaded
  onRate: (rates: Record<string, string>) => void
}) {
  const { number } = here()
  const { imported, known, bad, notSales, orders, unmapped, ownTotals, errors } = check
  return (
    <>
      <Notice kind={bad > 0 ? 'warning' : 'success'}>
        {m['orders.import.judged']({
          ...{ fresh: number(imported), known: number(known), bad: number(bad) },
          ...{ left: number(notSales), orders: number(orders), unmapped: number(unmapped) },
        })}
      </Notice>
      {check.lacksRates.map((currency) => (
        <ImportRate key={currency} currency={currency} onRate={(rate) => onRate({ [currency]: rate })} />
      ))}
      <Frame title={m['orders.import.months']()}>
        <p className={classes.note}>{m['orders.import.monthsHelp']()}</p>
        <DataTable
          label={m['orders.import.months']()}
          columns={monthColumns()}
          rows={check.months}
          rowKey={({ month, currency }) => `${month} ${currency}`}
        />
        {ownTotals.map(({ row, told, added, agrees }) => (
          <p key={row} className={classes.own} data-agrees={agrees}>
            {(agrees ? m['orders.import.ownTotalAgrees'] : m['orders.import.ownTotalDiffers'])({
              row: number(row),
              told: amountIn(check, told),
              added: amountIn(check, added),
            })}
          </p>
        ))}
      </Frame>
      {errors.length > 0 ? (
        <Frame title={m['orders.import.faults']({ count: number(bad) })}>
          <DataTable
            label={m['orders.import.faults']({ count: number(bad) })}
            columns={faultColumns()}
            rows={errors}
            rowKey={({ row, message }) => `${row} ${message}`}
          />
        </Frame>
      ) : undefined}
    </>
  )
}

const amountIn = ({ months }: Uploaded, amount: string) => inCurrency(amount, months[0]?.currency ?? 'EUR')

/** Neither counted nor left out with a reason of its own: rows that cannot be used. */
const missing = ({ file, unpaid, counted }: Month) =>
  Math.round((Number(file) - Number(unpaid) - Number(counted)) * 1e6) / 1e6

function monthColumns(): Column<Month>[] {
  const amount = (key: 'file' | 'unpaid' | 'counted' | 'net' | 'tax') => (row: Month) =>
    inCurrency(row[key], row.currency)
  return [
    {
      id: 'month',
      title: m['orders.import.month'](),
      phone: 'main',
      cell: ({ month }) => (month ? here().month(`${month}-15`) : m['orders.import.noMonth']()),
    },
    {
      id: 'file',
      title: m['orders.import.inFile'](),
      numeric: true,
      phone: 'detail',
      unit: () => m['orders.import.inFile'](),
      cell: amount('file'),
    },
    {
      id: 'counted',
      title: m['orders.import.counted'](),
      numeric: true,
      phone: 'amount',
      unit: () => m['orders.import.counted'](),
      cell: amount('counted'),
    },
    {
      id: 'agrees',
      sentence: true,
      title: m['orders.import.agrees'](),
      phone: 'status',
      cell: (row) => {
        const gap = missing(row)
        if (gap === 0 && Number(row.unpaid) === 0) return m['orders.import.same']()
        if (gap === 0) return m['orders.import.unpaid']({ amount: inCurrency(row.unpaid, row.currency) })
        return <b>{m['orders.import.gap']({ amount: inCurrency(gap, row.currency) })}</b>
      },
    },
    { id: 'tax', title: m['orders.import.field.tax'](), numeric: true, cell: amount('tax') },
    { id: 'net', title: m['orders.import.net'](), numeric: true, cell: amount('net') },
  ]
}

const faultColumns = (): Column<Fault>[] => [
  {
    id: 'row',
    title: m['products.import.row'](),
    phone: 'detail',
    cell: ({ row }) => m['orders.import.row']({ row: here().number(row) }),
  },
  {
    id: 'fault',
    sentence: true,
    title: m['orders.upload.fault'](),
    phone: 'main',
    cell: ({ message }) => message,
  },
]
