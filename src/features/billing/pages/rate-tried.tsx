import { m } from '#paraglide/messages.js'
import { DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import type { Tried } from '../rates-contract.ts'
import classes from './billing.module.css'
import { nameIn } from './split-words.ts'

interface TriedProps {
  month: string
  rows: readonly Tried[]
  /** Of all of them; left out where there is one. */
  total?: Omit<Tried, 'product' | 'portal' | 'units'>
}

/** What a commission came to on last month's sales beside what another would have come to, by product. */
export function RateTried({ month: day, rows, total }: TriedProps) {
  const { money, month } = here()
  const sums = total ?? rows[0]
  if (!sums || sums.netCents === 0)
    return <Notice kind="info">{m['billing.rates.tried.none']({ month: month(day) })}</Notice>
  const signed = (cents: number) => (cents > 0 ? `+${money(cents)}` : money(cents))
  const all: (Tried & { sum?: true })[] = total
    ? [{ product: null, portal: null, units: 0, ...total, sum: true }, ...rows]
    : [...rows]
  return (
    <section className={classes.stack}>
      <h3>{m['billing.rates.tried.title']({ month: month(day) })}</h3>
      <p className={classes.text} role="status">
        {m['billing.rates.tried.artist']({
          ...{
            now: money(sums.netCents - sums.commissionCents),
            would: money(sums.netCents - sums.wouldBeCents),
          },
          more: signed(sums.commissionCents - sums.wouldBeCents),
        })}
      </p>
      <DataTable
        label={m['billing.rates.tried.title']({ month: month(day) })}
        rows={all}
        rowKey={({ product, portal, sum }) => `${sum} ${portal?.id} ${product?.id}`}
        isTotal={({ sum }) => sum === true}
        columns={[
          {
            id: 'product',
            title: m['billing.rates.tried.product'](),
            phone: 'main',
            cell: ({ product, sum }) =>
              sum
                ? m['billing.rates.tried.sum']()
                : product
                  ? nameIn(product.name)
                  : m['billing.rates.tried.others'](),
          },
          {
            id: 'net',
            title: m['billing.rates.tried.net'](),
            numeric: true,
            phone: 'detail',
            cell: ({ netCents }) => money(netCents),
          },
          {
            id: 'now',
            title: m['billing.rates.tried.now'](),
            numeric: true,
            cell: ({ commissionCents }) => money(commissionCents),
          },
          {
            id: 'would',
            title: m['billing.rates.tried.would'](),
            numeric: true,
            cell: ({ wouldBeCents }) => money(wouldBeCents),
          },
          {
            id: 'more',
            title: m['billing.rates.tried.more'](),
            numeric: true,
            phone: 'amount',
            cell: ({ commissionCents, wouldBeCents }) => <b>{signed(wouldBeCents - commissionCents)}</b>,
          },
        ]}
      />
    </section>
  )
}
