import { type SQL, sql } from 'drizzle-orm'
import { pageEnd, pageRows } from '#platform/paging.ts'
import { daysSold, paceDaysOf, paceJoin, paceLeft, soldLately } from './pace.ts'
import { items, where } from './queries.ts'

/** Of so many times what is asked for, enough is still there: of what is made on demand no stock is kept. */
const someMore = 4

/**
 * A page of what sold lately of the portals that `inPortals` leaves, by `orderBy`, from what sold alone: of hundreds of
 * thousands of variants only those of the page are looked up. It may hold fewer rows than a page, and says nothing then.
 */
export function sellersPage(
  orderBy: 'runsOut' | '-soldLately',
  order: SQL,
  { today, inPortals, page }: { today: number; inPortals: (column: SQL) => SQL; page: number },
): SQL {
  const sold = soldLately(today, inPortals)
  const shown = sql`select i.*, null::int as total`
  const its = sql`cross join lateral (select i.* from ${items(sql`d.portal_id = l.portal_id and d.id = l.product_id
    and coalesce(v.id, d.id) = l.id`)} where ${where({})} offset 0) i`
  if (orderBy === '-soldLately')
    return sql`${shown} from (select * from ${sold} l where l.sold > 0
        order by l.sold desc fetch first ${someMore * pageEnd(page)} rows with ties) l ${its}
      cross join lateral (select l.sold) k ${order} ${pageRows(page)}`
  // What is gone stands first: where that fills the page, nothing else is looked at. Else in how many days it was sold is looked up of
  // what may be on the page: of 28 days at the pace of one, and of what is gone before the last of the page by the pace of all
  // 28. Only what is left of that is looked up itself, which costs more.
  const end = sql`${pageEnd(page)}::int`
  return sql`with c as materialized (
      select l.*, s.on_hand - s.committed - s.safety as remaining
      from ${sold} l join stock s on s.portal_id = l.portal_id and s.id = l.id where l.sold > 0),
    gone as materialized (select count(*)::int as n from c where remaining <= 0),
    edge as materialized (select case when n >= ${end} then '-infinity' else coalesce(
      (select remaining * ${paceDaysOf}::float8 / sold from c where remaining > 0
        order by 1 limit 1 offset (select greatest(${end} - n, 0) from gone)), 'infinity') end as days from gone),
    few as (select c.*, e.days as edge from c cross join edge e
      where c.remaining <= 0 or c.remaining::float8 / c.sold <= e.days + 1),
    timed as (select i.*, case when i.remaining > 0 then ${daysSold(today)} else ${paceDaysOf} end as days from few i offset 0)
    ${shown} from (select * from timed where remaining <= 0 or floor(remaining::float8 * days / sold) <= edge offset 0) l ${its}
    cross join lateral (select l.sold, l.days) k
    where i.available <= 0 or ${paceLeft} <= l.edge ${order} ${pageRows(page)}`
}

/** So many are looked up one by one at most, before all that sold is added up. */
const goneMost = 3000

/**
 * The same page by `runsOut` where it holds nothing but what is gone, which stands first and is found by its index: of the
 * rest nothing is looked at. It may hold fewer rows than a page, and says nothing then.
 */
export const gonePage = (
  order: SQL,
  { today, inPortals, page }: { today: number; inPortals: (column: SQL) => SQL; page: number },
): SQL => sql`with gone as materialized (select i.portal_id, i.product_id, i.id from stock i
      where i.on_hand - i.committed - i.safety <= 0 and ${inPortals(sql`i.portal_id`)} limit ${goneMost + 1}),
    few as (select i.*, k.sold from gone i ${paceJoin(today)} where (select count(*) from gone) <= ${goneMost} and k.sold > 0
      order by k.sold desc fetch first ${pageEnd(page)} rows with ties)
    select i.*, null::int as total from few l cross join lateral (select i.* from ${items(sql`d.portal_id = l.portal_id
      and d.id = l.product_id and coalesce(v.id, d.id) = l.id`)} where ${where({})} offset 0) i
    cross join lateral (select l.sold, ${paceDaysOf} as days) k ${order} ${pageRows(page)}`

/**
 * A page by what sold least: what came back more than it sold, then what did not sell, in the order of an index. It may hold fewer
 * rows than a page, and says nothing then.
 */
export function unsoldPage(
  order: SQL,
  { today, inPortals, page }: { today: number; inPortals: (column: SQL) => SQL; page: number },
): SQL {
  const of = items(sql`d.portal_id = l.portal_id and d.id = l.product_id and coalesce(v.id, d.id) = l.id`)
  return sql`with sold as materialized (select * from ${soldLately(today, inPortals)} l where l.sold <> 0)
    select i.*, null::int as total from (
      (select i.*, l.sold from sold l cross join lateral (select i.* from ${of} where ${where({})} offset 0) i where l.sold < 0)
      union all
      (select i.*, 0 from ${items(inPortals(sql`d.portal_id`))}
        where ${where({})} and ((i.portal_id, i.id) in (select l.portal_id, l.id from sold l)) is not true
        order by i.product_id, i.position, i.id limit ${pageEnd(page)})) i
    cross join lateral (select i.sold) k ${order} ${pageRows(page)}`
}
