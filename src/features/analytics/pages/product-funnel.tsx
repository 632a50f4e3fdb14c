import { m } from '#paraglide/messages.js'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { here } from '#ui/formats.ts'
import type { Row } from '../contract.ts'
import classes from './funnel.module.css'

/** From a product's tile to its size, to the shop, to the order. */
export function ProductFunnel({ rows }: { rows: readonly Row[] }) {
  const { number, money, percent } = here()
  const title = m['detail.funnel.products']()
  const manyPortals = new Set(rows.flatMap(({ portalName }) => portalName ?? [])).size > 1
  const figure = (row: Row, key: string) => Number(row[key] ?? 0)
  const counted = (id: string, words: string, phone?: 'detail') => ({
    id,
    title: words,
    numeric: true,
    ...(phone ? { phone } : {}),
    cell: (row: Row) => (
      <>
        {phone ? <span className={classes.onPhone}>{words} </span> : null}
        {number(figure(row, id))}
      </>
    ),
  })
  return (
    <section className={classes.rows}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <Empty drawing={false} title={m['detail.empty.title']()} text={m['detail.funnel.productsNone']()} />
      ) : (
        <DataTable
          label={title}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'name',
              title: m['detail.column.product'](),
              phone: 'main',
              cell: ({ name, portalName }) => (
                <b>
                  {name}
                  {manyPortals && portalName ? ` · ${portalName}` : null}
                </b>
              ),
            },
            counted('opened', m['detail.funnel.opened'](), 'detail'),
            counted('chosen', m['detail.funnel.chosen']()),
            counted('clicks', m['detail.funnel.pressed']()),
            counted('orders', m['analytics.measure.orders']()),
            {
              id: 'netCents',
              title: m['analytics.measure.netCents'](),
              numeric: true,
              phone: 'amount',
              cell: (row) => money(figure(row, 'netCents')),
            },
            {
              id: 'conversion',
              title: m['analytics.measure.conversion'](),
              numeric: true,
              cell: (row) =>
                figure(row, 'opened') > 0 ? percent(figure(row, 'orders') / figure(row, 'opened'), 2) : '–',
            },
          ]}
        />
      )}
    </section>
  )
}
