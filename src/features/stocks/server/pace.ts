import { type SQL, sql } from 'drizzle-orm'
import { businessTimeZone } from '#platform/constants.ts'
import { dayOf, formatDay, startOfDay } from '#platform/time.ts'
import { paceDays } from '../choices.ts'

/** Further than this no pace is believed: ten years, in days. */
export const furthest = 3652

/**
 * At what pace a variant sells, and when what is left of it is gone: today and the 27 days before it, fewer of what was first
 * sold within them. Sales less what was cancelled; what is on its way is not counted, for nobody said when it comes.
 */
export interface Pace {
  /** Units sold in those days. */
  soldLately: number
  /** How many days those are: 1 to 28. */
  soldInDays: number
}

/** The day (yyyy-MM-dd) on which so many are gone at this pace; null where none are left, none were sold, or it is ten years off. */
export function runsOutOn(available: number, { soldLately, soldInDays }: Pace, today: number): string | null {
  if (available <= 0 || soldLately <= 0) return null
  const left = Math.floor((available * soldInDays) / soldLately)
  return left > furthest ? null : formatDay(today + left)
}

/** The day number of today, in Madrid. */
export const paceToday = () => dayOf(Date.now())

/**
 * Joins to a row `i` (`id`, `product_id`, `portal_id`) its pace as `k.sold` and `k.days`. A SKU's sales stand in an index of
 * their own (`order_line_sku`), of which these days are one stretch; rollups know months of it.
 */
export function paceJoin(today: number): SQL {
  return sql`left join lateral (
    select ${unitsOf(today)} as sold, ${daysOf(today)} as days from ${skus} offset 0) k on true`
}

const unitsOf = (today: number) =>
  sql`coalesce(sum((select sum(l.units) from ${ofSku} and l.at >= ${beginning(today)})), 0)::int`
/** Of a row `i` as many came back in the days of a pace as were sold. */
export const isUnsold = (today: number) =>
  sql`(select true from ${skus} having ${unitsOf(today)} = 0) is not null`

const beginning = (today: number) =>
  sql`${new Date(startOfDay(today - paceDays + 1)).toISOString()}::timestamptz`
const skus = sql`sku_mapping m where m.portal_id = i.portal_id and m.product_id = i.product_id
  and coalesce(m.variant_id, m.product_id) = i.id`
const ofSku = sql`order_line l where l.portal_id = m.portal_id and l.sku_id = m.id`
/** All days of a pace. */
export const paceDaysOf = sql.raw(String(paceDays))
/** Of how many days the pace is, over all SKUs `m` of a row. */
const daysOf = (today: number) =>
  sql`least(${paceDaysOf}, greatest(1, coalesce(${formatDay(today)}::date
    - (min((select l.at from ${ofSku} order by l.at limit 1)) at time zone ${sql.raw(`'${businessTimeZone}'`)})::date + 1, ${paceDaysOf})))::int`

/**
 * The same for orders and filters by the pace: what was sold is added up once from the facts of the portals that `inPortals` leaves,
 * and of the rest no line is looked for. `selling` leaves what was sold.
 */
export const paceOfAll = (today: number, inPortals: (column: SQL) => SQL, selling: boolean) => sql`
  ${selling ? sql`` : sql`left`} join ${soldLately(today, inPortals)} l
    on l.portal_id = i.portal_id and l.product_id = i.product_id and l.id = i.id ${selling ? sql`and l.sold > 0` : sql``}
  cross join lateral (select coalesce(l.sold, 0) as sold,
    case when l.sold > 0 then ${daysSold(today)} else ${paceDaysOf} end as days offset 0) k`

/** In how many of the days a row `i` was sold. */
export const daysSold = (today: number) => sql`(select ${daysOf(today)} from ${skus})`

/**
 * What was sold in the days of a pace: `portal_id`, `product_id`, `id` of what stock is kept of, and `sold`, perhaps nought. A SKU is
 * told by its id alone: by its portal as well, the planner would expect a handful of them, and sort what it could hash.
 */
export const soldLately = (today: number, inPortals: (column: SQL) => SQL) => sql`(
  select m.portal_id, m.product_id, coalesce(m.variant_id, m.product_id) as id, sum(f.units)::int as sold
  from (select f.sku_id, sum(f.units) as units from sale_fact f
    where f.t >= ${beginning(today)} and ${inPortals(sql`f.portal_id`)} group by 1) f
  join sku_mapping m on m.id = f.sku_id and m.product_id is not null and ${inPortals(sql`m.portal_id`)}
  group by 1, 2, 3)`

/** SKUs of which something came back in these days: of others no more can have come back than was sold. */
export const cameBack = (today: number, inPortals: (column: SQL) => SQL) => sql`
  select distinct f.sku_id from sale_fact f where f.t >= ${beginning(today)} and ${inPortals(sql`f.portal_id`)} and f.units < 0`

/** In how many days a row `i` with its pace `k` is gone, as `runsOutOn` counts them; null where that answers null. */
export const paceLeft = sql`(case when i.available > 0 and k.sold > 0
  and floor(i.available::float8 * k.days / k.sold) <= ${sql.raw(String(furthest))}
  then floor(i.available::float8 * k.days / k.sold) end)`
