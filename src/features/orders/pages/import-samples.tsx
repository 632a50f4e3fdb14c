import { m } from '#paraglide/messages.js'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import type { Reading } from '../reading-contract.ts'
import { inCurrency } from './import-words.ts'

type Sample = Reading['rows'][number]

/** The first rows as the import will read them, with what stands in the file beside each figure and date. */
export function ImportSamples({ reading }: { reading: Reading }) {
  return (
    <DataTable
      label={m['orders.import.samples']()}
      columns={columns(reading.questions.some(({ id }) => id === 'currency'))}
      rows={reading.rows}
      rowKey={({ row, line }) => `${row} ${line?.sku ?? ''}`}
    />
  )
}

function columns(noMoney: boolean): Column<Sample>[] {
  const { number, dateTime } = here()
  const money = (amount: string, currency: string) =>
    noMoney ? number(Number(amount)) : inCurrency(amount, currency)
  return [
    {
      id: 'row',
      title: m['products.import.row'](),
      cell: ({ row }) => number(row),
    },
    {
      id: 'order',
      title: m['orders.import.field.order'](),
      cell: ({ line }) => line?.order ?? m['ui.none'](),
    },
    {
      id: 'date',
      title: m['orders.import.field.date'](),
      phone: 'detail',
      cell: ({ line }) =>
        line ? m['orders.import.readAs']({ written: line.written.date, read: dateTime(line.at) }) : undefined,
    },
    {
      id: 'what',
      sentence: true,
      title: m['orders.import.field.name'](),
      phone: 'main',
      cell: ({ line, fault }) => (line ? <b>{line.name}</b> : fault),
    },
    {
      id: 'units',
      title: m['orders.import.field.quantity'](),
      numeric: true,
      cell: ({ line }) => (line ? number(line.units) : undefined),
    },
    {
      id: 'amount',
      title: m['orders.import.amount'](),
      numeric: true,
      phone: 'amount',
      cell: ({ line }) =>
        line
          ? m['orders.import.readAs']({
              written: line.written.amount,
              read: money(line.charged, line.currency),
            })
          : undefined,
    },
    {
      id: 'net',
      title: m['orders.import.net'](),
      numeric: true,
      cell: ({ line }) => (line ? money(line.net, line.currency) : undefined),
    },
  ]
}
