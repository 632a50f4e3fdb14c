import { productStep, unitsBefore } from '#features/products/server/rates.ts'
import type { Bulk } from '#platform/bulk.ts'
import { businessTimeZone } from '#platform/constants.ts'
import { reversalStep } from './bound-reversals.ts'

/*
 * A product's rate may have steps by how many units of it were sold before (decision 0085). Each unit of a
 * sale takes the step that it reaches, by what was known when it came in, and the sale what they come to (decision 0131); what was
 * made before keeps its own.
 */

/**
 * Holds off whoever corrects the SKUs of the portals at hand (map-sku.ts), and where rates have steps also whoever else brings
 * lines in: each counts what the others sold. Answers whether there are such rates.
 */
export async function lockForSteps(bulk: Bulk): Promise<boolean> {
  const portals = await bulk.query<{ portal_id: string; stepped: boolean }>(
    `select p.portal_id, exists (select from product_rate r where r.portal_id = p.portal_id and r.from_units > 0) as stepped
    from stage_portal p order by 1`,
  )
  if (portals.every(({ stepped }) => !stepped)) {
    await bulk.query(
      `select pg_advisory_xact_lock_shared(hashtextextended('sku ' || portal_id, 0)) from stage_portal order by portal_id`,
    )
    return false
  }
  for (const { portal_id, stepped } of portals)
    await bulk.query(
      `select pg_advisory_xact_lock${stepped ? '' : '_shared'}(hashtextextended('sku ' || $1::uuid, 0))`,
      [portal_id],
    )
  return true
}

const same = (a: string, b: string) =>
  ['portal_id', 'order_id', 'kind', 'ordinal'].map((name) => `${a}.${name} = ${b}.${name}`).join(' and ')

/** What a fact earns anew, with another commission: what making it cost stays. */
const earned = (pct: string) => `round(f.net_micros * (1 - ${pct} / 100))::bigint`
const rated = (
  pct: string,
  of: string,
  units: string,
) => `commission_pct = ${pct}, rate_of = ${of}, rate_units = ${units},
  income_micros = f.income_micros - ${earned('f.commission_pct')} + ${earned(pct)}`

/** Puts the sales of the temporary table `fact` onto their steps, and what comes back of them onto that of their sale. */
export async function climbSteps(bulk: Bulk): Promise<void> {
  await bulk.query('drop table if exists sold_before')
  await bulk.query(`create temporary table sold_before on commit drop as
    with own as (
      select f.portal_id, f.product_id, min(f.at) as first from fact f
      where f.kind = 'sale' and f.rate_of = 'product' and exists (select from product_rate r
        where r.portal_id = f.portal_id and r.product_id = f.product_id and r.from_units > 0) group by 1, 2),
    counted as (
      select w.portal_id, w.product_id, w.first, ${unitsBefore('w.portal_id', 'w.product_id', 'w.first')} as units from own w),
    told as (
      select w.portal_id, w.product_id, w.units as before, l.at, l.order_id, l.kind, l.ordinal, l.units, false as fresh
      from counted w join sku_mapping m on m.portal_id = w.portal_id and m.product_id = w.product_id
        join order_line l on l.portal_id = m.portal_id and l.sku_id = m.id and l.at >= w.first
      union all
      select w.portal_id, w.product_id, w.units, f.at, f.order_id, f.kind, f.ordinal, f.units, true
      from counted w join fact f on f.portal_id = w.portal_id and f.product_id = w.product_id and f.at >= w.first)
    select portal_id, product_id, order_id, kind, ordinal, fresh, before + coalesce(sum(units) over (
        partition by portal_id, product_id order by at, kind <> 'sale', order_id, ordinal
        rows between unbounded preceding and 1 preceding), 0) as units, units as own from told`)
  const day = `(o.placed_at at time zone '${businessTimeZone}')::date`
  const step = productStep({
    portalId: 'b.portal_id',
    productId: 'b.product_id',
    day,
    sold: 'b.units',
    units: 'b.own',
  })
  await bulk.query(`update fact f set ${rated('s.pct', `'product'`, 's.from_units')}
    from (select b.*, r.pct, r.from_units from sold_before b
      join "order" o on o.portal_id = b.portal_id and o.id = b.order_id cross join lateral ${step} r
      where b.fresh and b.kind = 'sale') s
    where f.rate_of = 'product' and ${same('f', 's')}
      and (f.rate_units <> s.from_units or f.commission_pct <> s.pct)`)
  // What came along with its sale.
  await bulk.query(`update fact f set ${rated('s.commission_pct', 's.rate_of', 's.rate_units')}
    from (select distinct on (b.portal_id, b.order_id, b.kind, b.ordinal) b.portal_id, b.order_id, b.kind, b.ordinal,
        s.commission_pct, s.rate_of, s.rate_units
      from fact b join fact s on s.portal_id = b.portal_id and s.order_id = b.order_id and s.kind = 'sale' and s.sku_id = b.sku_id
      where b.kind <> 'sale' and s.rate_of = 'product'
      order by b.portal_id, b.order_id, b.kind, b.ordinal, (s.ordinal = b.ordinal % ${reversalStep}) desc, s.ordinal) s
    where ${same('f', 's')} and f.commission_pct <> s.commission_pct`)
}
