import type { Bulk } from '#platform/bulk.ts'
import { reversalStep } from './bound-reversals.ts'
import { stageColumns } from './stage-lines.ts'

/** A cancellation that takes a cancellation back gives units or money again. */
export const givesBack = (line: string) => `(${line}.units > 0 or ${line}.net_amount > 0)`

const nothing: Record<string, string> = {
  kind: `'cancellation'`,
  ...Object.fromEntries(
    [
      ...['units', 'gross_amount', 'net_amount', 'tax_amount'],
      ...['gross_micros', 'discounts_micros', 'refunds_micros', 'net_micros', 'tax_micros'],
    ].map((name) => [name, '0']),
  ),
  called_off: 'false',
}

/**
 * What was called off in an earlier file and is said to be sold now stands again: a line of its own beside each such sale,
 * which gives back what its cancellation took. Answers whether there are any.
 */
export async function standAgain(bulk: Bulk, source: string): Promise<boolean> {
  const [found] = await bulk.query<{ any: boolean }>(
    `with again as (
      update line n set lives = true from line s, "order" o
      where s.kind = 'sale' and s.stands and o.portal_id = s.portal_id and o.source = $1 and o.external_id = s.external_id
        and n.row = s.row and n.portal_id = s.portal_id and n.external_id = s.external_id
        and (select not ${givesBack('c')} from order_line c where c.portal_id = s.portal_id and c.order_id = o.id
          and c.kind = 'cancellation' and c.ordinal % ${reversalStep} = s.place order by c.ordinal desc limit 1)
      returning 1)
    select exists (select from again) as any`,
    [source],
  )
  if (!found?.any) return false
  const columns = Object.keys(stageColumns).filter((name) => name !== 'ordinal')
  await bulk.query(`insert into line (${columns.join(', ')}, portal_id, account_id, matched, paired, place, lives, revives)
    select ${columns.map((name) => nothing[name] ?? name).join(', ')}, portal_id, account_id, false, true, place, true, true
    from line where lives and kind = 'sale'`)
  return true
}

/**
 * An order goes when nothing of it is left that was sold, and comes again with the first that stands again: files tell the
 * state of each line, and of an order whose lines are called off one after the other one order goes, with the last.
 */
export async function settleOrderCounts(bulk: Bulk): Promise<void> {
  await bulk.query(`with touched as (select distinct portal_id, order_id from fact where kind = 'cancellation'),
    every as (
      select l.portal_id, l.order_id, l.kind, l.units, l.orders
      from touched join order_line l using (portal_id, order_id)
      union all
      select f.portal_id, f.order_id, f.kind, f.units, case when f.kind = 'cancellation' then 0 else f.orders end
      from touched join fact f using (portal_id, order_id)
    ),
    counted as (
      select portal_id, order_id,
        case when sum(units) filter (where kind <> 'refund') > 0 then 1 else 0 end - sum(orders) as due
      from every group by 1, 2 having bool_or(kind = 'sale')
    ),
    told as (
      select c.*, (select f.ordinal from fact f where f.portal_id = c.portal_id and f.order_id = c.order_id
        and f.kind = 'cancellation' order by f.ordinal limit 1) as ordinal
      from counted c
    )
    update fact f set orders = case when f.ordinal = t.ordinal then t.due else 0 end
    from told t where f.portal_id = t.portal_id and f.order_id = t.order_id and f.kind = 'cancellation'`)
}
