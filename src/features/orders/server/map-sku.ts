import { commissionKeySql, productStep } from '#features/products/server/rates.ts'
import { correctRollups } from '#features/rollups/server/rollups.ts'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { Database } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { reversalStep } from './bound-reversals.ts'
import { owedAtRelease, splitOf } from './owed-from.ts'

const measures = [
  'orders',
  'units',
  'gross_micros',
  'discounts_micros',
  'refunds_micros',
  'net_micros',
  'income_micros',
]

interface Target {
  productId: string
  variantId?: string
}

/**
 * Says what a SKU stands for, or with null that it is not known. Its lines so far follow: product, category, commission
 * of their own day, production cost; and with them every figure.
 * @throws NotFound when the portal has no such SKU or product.
 */
export function mapSku(
  database: Database,
  portalId: string,
  skuId: string,
  to: Target | null,
): Promise<void> {
  return inBulk(database, (bulk) => mapSkuIn(bulk, portalId, skuId, to, true))
}

/** The same within a transaction that reaches every portal's rows. @param byHand whether a person says so, which nothing undoes */
export async function mapSkuIn(
  bulk: Bulk,
  portalId: string,
  skuId: string,
  to: Target | null,
  byHand: boolean,
): Promise<void> {
  // Imports hold the shared side of this lock: their lines are there when this goes on, or come after it.
  await bulk.query(`select pg_advisory_xact_lock(hashtextextended('sku ' || $1::uuid, 0))`, [portalId])
  await changeMapping(bulk, portalId, skuId, to, byHand)
  await bulk.query('drop table if exists corrected')
  await bulk.query(
    `create temporary table corrected on commit drop as
    select l.*, p.account_id from order_line l join portal p on p.id = l.portal_id
    where l.portal_id = $1 and l.sku_id = $2`,
    [portalId, skuId],
  )
  await bulk.query(`update corrected set ${measures.map((name) => `${name} = -${name}`).join(', ')}`)
  await changeLines(bulk, portalId, skuId)
  await bulk.query(
    `insert into corrected select l.*, p.account_id from order_line l join portal p on p.id = l.portal_id
    where l.portal_id = $1 and l.sku_id = $2`,
    [portalId, skuId],
  )
  await correctRollups(bulk, 'orders', 'corrected')
}

async function changeMapping(
  bulk: Bulk,
  portalId: string,
  skuId: string,
  to: Target | null,
  byHand: boolean,
) {
  if (to) {
    const found = await bulk.query('select 1 from product where portal_id = $1 and id = $2', [
      portalId,
      to.productId,
    ])
    if (found.length === 0) throw new NotFound()
  }
  const changed = await bulk.query(
    `update sku_mapping set product_id = $3, variant_id = $4, by_hand = $5, mapped_at = clock_timestamp()
    where portal_id = $1 and id = $2 returning id`,
    [portalId, skuId, to?.productId ?? null, to?.variantId ?? null, byHand],
  )
  if (changed.length === 0) throw new NotFound()
}

async function changeLines(bulk: Bulk, portalId: string, skuId: string) {
  const day = `(o.placed_at at time zone '${businessTimeZone}')::date`
  const key = commissionKeySql('p.category')
  // What comes back goes by the units that were sold before its sale.
  const own = productStep({
    ...{ portalId: 'l.portal_id', productId: 'm.product_id', day },
    sold: 'coalesce(b.units, a.units, 0)',
    units: 'coalesce(b.own, a.own, 1)',
  })
  await bulk.query(
    `with sold as (
      select l.order_id, l.kind, l.ordinal, l.sku_id, l.units as own, coalesce(sum(l.units) over (order by l.at, l.kind <> 'sale', l.order_id, l.ordinal
          rows between unbounded preceding and 1 preceding), 0) as units
      from order_line l where l.portal_id = $1 and l.sku_id in (select x.id from sku_mapping m
          join sku_mapping x on x.portal_id = m.portal_id and x.product_id = m.product_id where m.portal_id = $1 and m.id = $2)
        and exists (select from sku_mapping m join product_rate r on r.portal_id = m.portal_id and r.product_id = m.product_id
          where m.portal_id = $1 and m.id = $2 and r.from_units > 0))
    update order_line l set product_id = x.product_id, variant_id = x.variant_id, category = x.category,
      commission_pct = x.pct, rate_of = x.rate_of, rate_units = x.rate_units, split_id = x.split_id,
      income_micros = round(l.net_micros * (1 - x.pct / 100))::bigint - case when x.format = 'onDemand' and l.kind <> 'refund'
        then x.cost_cents * 10000 * l.units else 0 end,
      owed_at = case when l.owed_at = 'infinity' or l.product_id is not distinct from x.product_id then l.owed_at
        else x.owed_at end
    from (
      select l.order_id, l.kind, l.ordinal, m.product_id, m.variant_id, p.category, p.format, p.cost_cents,
        ${owedAtRelease('p', 'l.at')} as owed_at, ${splitOf('l.portal_id', 'm.product_id', 'o.placed_at')} as split_id,
        coalesce(own.pct, q.pct,
          (select r.pct from rate r where r.key = ${key} and r.valid_from <= ${day} order by r.valid_from desc limit 1), 0) as pct,
        case when own.pct is not null then 'product' when q.pct is not null then 'portal' end as rate_of, own.from_units as rate_units
      from order_line l
      join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
      join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
      left join product p on p.portal_id = m.portal_id and p.id = m.product_id
      left join sold b on b.order_id = l.order_id and b.kind = 'sale' and b.ordinal = l.ordinal % ${reversalStep} and b.sku_id = l.sku_id
      left join (select s.order_id, min(s.units) as units, (array_agg(s.own order by s.units))[1] as own from sold s where s.kind = 'sale' and s.sku_id = $2 group by 1) a
        on a.order_id = l.order_id
      left join lateral ${own} own on true
      left join lateral (select r.pct from portal_rate r where r.portal_id = l.portal_id and r.key = ${key}
        and r.valid_from <= ${day} order by r.valid_from desc limit 1) q on true
      where l.portal_id = $1 and l.sku_id = $2) x
    where l.portal_id = $1 and l.order_id = x.order_id and l.kind = x.kind and l.ordinal = x.ordinal`,
    [portalId, skuId],
  )
}
