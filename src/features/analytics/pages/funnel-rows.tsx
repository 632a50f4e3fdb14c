import { m } from '#paraglide/messages.js'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { here } from '#ui/formats.ts'
import type { Row } from '../contract.ts'
import classes from './funnel.module.css'
import { measureName } from './measure-name.ts'

interface FunnelRowsProps {
  title: string
  /** What a row is: a product, or what was clicked. */
  what: string
  /** Said where there are no rows. */
  none: string
  rows: readonly Row[]
  /** What is counted on the way to an order, the first step first: orders are told as a share of it. */
  steps: readonly { id: string; title: string }[]
  /** What is not seen in the figures. */
  note?: string
  /** Is what remains of the sales told too? */
  income?: boolean
}

const figure = (row: Row, key: string) => Number(row[key] ?? 0)

/** How far each of several things led: its steps, the orders and the money. */
export function FunnelRows({ title, what, none, rows, steps, note, income }: FunnelRowsProps) {
  const manyPortals = new Set(rows.flatMap(({ portalName }) => portalName ?? [])).size > 1
  const [first] = steps
  return (
    <section className={classes.rows}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <Empty drawing={false} title={m['detail.empty.title']()} text={none} />
      ) : (
        <DataTable
          label={title}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'name',
              title: what,
              phone: 'main',
              cell: ({ name, portalName }) => (
                <b>
                  {name || m['detail.funnel.gone']()}
                  {manyPortals && portalName ? ` · ${portalName}` : null}
                </b>
              ),
            },
            ...steps.map((step) => counted(step, step === first)),
            counted({ id: 'orders', title: m['analytics.measure.orders']() }, false),
            { ...amount('netCents'), phone: 'amount' },
            ...(income ? [amount('incomeCents')] : []),
            {
              id: 'conversion',
              title: m['analytics.measure.conversion'](),
              numeric: true,
              cell: (row) => shareOf(figure(row, 'orders'), figure(row, first?.id ?? '')),
            },
          ]}
        />
      )}
      {note && rows.length > 0 ? <p className={classes.note}>{note}</p> : undefined}
    </section>
  )
}

/** Of so many who clicked; where more bought than clicked on these days, some had clicked before, and there is no share. */
const shareOf = (part: number, whole: number) =>
  whole > 0 && part <= whole ? here().percent(part / whole, 2) : '–'

const counted = ({ id, title }: { id: string; title: string }, onPhone: boolean): Column<Row> => ({
  id,
  title,
  numeric: true,
  ...(onPhone ? { phone: 'detail' } : {}),
  cell: (row) => (
    <>
      {onPhone ? <span className={classes.onPhone}>{title} </span> : null}
      {here().number(figure(row, id))}
    </>
  ),
})

const amount = (id: 'netCents' | 'incomeCents'): Column<Row> => ({
  id,
  title: measureName(id),
  numeric: true,
  cell: (row) => here().money(figure(row, id)),
})
