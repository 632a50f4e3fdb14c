import type { Claim } from '#features/orders/server/occasions.ts'
import type { Bulk } from '#platform/bulk.ts'
import { uuidV7 } from '#platform/bulk.ts'
import { type StockMove, stocksMoved } from './occasions.ts'

/**
 * Makes stock follow orders. What each line has taken so far is remembered, and only the difference moves: a state that
 * comes twice moves nothing twice. What was sent of orders of the past is remembered and moves nothing, nor does letting go of it. Lines of SKUs
 * without a product, and of what no stock is kept of, take nothing.
 */
export async function settleClaims(bulk: Bulk, source: string, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return
  await bulk.query('drop table if exists claim_target, claim_change')
  await bulk.query(
    `create temporary table claim_target on commit drop as
    select o.portal_id, o.id as order_id, x.line, coalesce(m.variant_id, m.product_id) as stock_id, m.product_id,
      x.committed, x.shipped, x.returned, coalesce(x.past, false) as past,
      (m.product_id is not null and (d.format in ('limited', 'presave') or s.id is not null)
        and (m.variant_id is not null
          or not exists (select 1 from variant v where v.portal_id = m.portal_id and v.product_id = m.product_id))) as kept
    from jsonb_to_recordset($2::jsonb) as x("portalId" uuid, "externalId" text, line text, sku text, committed int,
      shipped int, returned int, past boolean)
    join "order" o on o.portal_id = x."portalId" and o.source = $1 and o.external_id = x."externalId"
    left join sku_mapping m on m.portal_id = o.portal_id and m.source = $1 and m.sku = x.sku
    left join product d on d.portal_id = m.portal_id and d.id = m.product_id
    left join stock s on s.portal_id = m.portal_id and s.id = coalesce(m.variant_id, m.product_id)`,
    [source, JSON.stringify(claims)],
  )
  await bulk.query(`insert into stock (portal_id, id, product_id, version)
    select distinct portal_id, stock_id, product_id, 0 from claim_target where kept order by 1, 2 on conflict do nothing`)
  // By key, so that two writers that meet at the same variants do so in the same order.
  await bulk.query(`select 1 from stock s where (s.portal_id, s.id) in (
      select portal_id, stock_id from claim_target where kept
      union select c.portal_id, c.stock_id from stock_claim c
        where (c.portal_id, c.order_id) in (select portal_id, order_id from claim_target))
    order by s.portal_id, s.id for update`)
  await bulk.query(`create temporary table claim_change on commit drop as
    select coalesce(t.portal_id, c.portal_id) as portal_id, coalesce(t.order_id, c.order_id) as order_id,
      coalesce(t.line, c.line) as line, coalesce(t.stock_id, c.stock_id) as stock_id,
      coalesce(t.committed, 0) - coalesce(c.committed, 0) as committed,
      coalesce(t.shipped, 0) - coalesce(c.shipped, 0) as shipped,
      coalesce(t.returned, 0) - coalesce(c.returned, 0) as returned,
      case when coalesce(t.past, c.past) then 0
        else coalesce(t.returned, 0) - coalesce(c.returned, 0) - coalesce(t.shipped, 0) + coalesce(c.shipped, 0) end as units
    from (select * from claim_target where kept) t
    full join (select c.*, o.past from stock_claim c
      join (select portal_id, order_id, bool_or(past) as past from claim_target group by 1, 2) o
        on o.portal_id = c.portal_id and o.order_id = c.order_id) c
      on c.portal_id = t.portal_id and c.order_id = t.order_id and c.line = t.line and c.stock_id = t.stock_id`)
  await bulk.query(`delete from claim_change where committed = 0 and shipped = 0 and returned = 0`)
  await bulk.query(`insert into stock_movement (portal_id, id, stock_id, kind, units, committed, on_hand_after,
      committed_after, order_id)
    select d.portal_id, ${uuidV7}, d.stock_id, case when d.returned <> 0 and d.shipped = 0 then 'return' else 'sale' end,
      d.units, d.committed,
      s.on_hand + sum(d.units) over w, s.committed + sum(d.committed) over w, d.order_id
    from claim_change d join stock s on s.portal_id = d.portal_id and s.id = d.stock_id
    where d.units <> 0 or d.committed <> 0
    window w as (partition by d.portal_id, d.stock_id order by d.order_id, d.line)`)
  await bulk.query(`update stock s set on_hand = s.on_hand + d.units, committed = s.committed + d.committed,
      version = s.version + 1, updated_at = clock_timestamp()
    from (select portal_id, stock_id, sum(units)::int as units, sum(committed)::int as committed
      from claim_change group by 1, 2) d
    where s.portal_id = d.portal_id and s.id = d.stock_id`)
  await bulk.query(`insert into stock_claim (portal_id, order_id, line, stock_id, committed, shipped, returned)
    select portal_id, order_id, line, stock_id, committed, shipped, returned from claim_change
    on conflict (portal_id, order_id, line, stock_id) do update set
      committed = stock_claim.committed + excluded.committed, shipped = stock_claim.shipped + excluded.shipped,
      returned = stock_claim.returned + excluded.returned`)
  await stocksMoved.tell(
    bulk,
    await bulk.query<StockMove>(`select portal_id as "portalId", stock_id as "stockId",
      sum(units - committed)::int as change from claim_change group by 1, 2 order by 1, 2`),
  )
}
