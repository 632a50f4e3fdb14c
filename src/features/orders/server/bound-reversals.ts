import type { Bulk } from '#platform/bulk.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { RowFault } from './line-draft.ts'

/** Later reversals of one line take the places 100,000 further on. */
export const reversalStep = 100_000

/**
 * Takes refunds and cancellations out of `line` that come before the day of their sale, or that would take back more than
 * was sold: of orders whose sales are known, in this file or from before, all that was taken back together. A cent is
 * left for files that round each row. A cancellation of a sale's own row tells all that is gone, what went before too.
 */
export async function boundReversals(bulk: Bulk, source: string): Promise<RowFault[]> {
  const day = (at: string) => `(${at} at time zone '${businessTimeZone}')::date`
  const rows = await bulk.query<{ row: number; external_id: string; early: boolean }>(
    `with back as (select distinct portal_id, external_id from line where kind <> 'sale'),
    known as (
      select b.portal_id, b.external_id, l.kind, l.ordinal, l.net_amount, l.at from back b
      join "order" o on o.portal_id = b.portal_id and o.source = $1 and o.external_id = b.external_id
      join order_line l on l.portal_id = o.portal_id and l.order_id = o.id
    ),
    added as (
      select n.*, n.net_amount - case when n.paired and n.kind = 'cancellation' then coalesce((
          select sum(e.net_amount) from known e where e.portal_id = n.portal_id and e.external_id = n.external_id
            and e.kind <> 'sale' and e.ordinal % ${reversalStep} = n.place), 0) else 0 end as more
      from back b join line n on n.portal_id = b.portal_id and n.external_id = b.external_id
      left join known k on k.portal_id = n.portal_id and k.external_id = n.external_id and k.kind = n.kind
        and k.ordinal = n.place
      where k.kind is null
    ),
    every as (
      select portal_id, external_id, kind, net_amount, at from known
      union all select portal_id, external_id, kind, net_amount, at from added where kind = 'sale'
    ),
    whole as (
      select portal_id, external_id, sum(net_amount) as rest, min(at) filter (where kind = 'sale') as sold_at
      from every group by 1, 2
    ),
    gone as (
      select a.seq, a.row, a.external_id, ${day('a.at')} < ${day('w.sold_at')} as early,
        w.rest + sum(a.more) over (partition by a.portal_id, a.external_id order by a.seq) < -0.01 as above
      from added a join whole w on w.portal_id = a.portal_id and w.external_id = a.external_id
      where a.kind <> 'sale' and w.sold_at is not null
    )
    delete from line n using gone g where n.seq = g.seq and (g.early or g.above)
    returning n.row, n.external_id, g.early`,
    [source],
  )
  return rows.map(({ row, external_id, early }) => ({
    ...{ row, code: early ? 'refundBeforeSale' : 'refundAboveSale', params: { order: external_id } },
  }))
}
