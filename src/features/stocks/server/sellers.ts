import { type SQL, sql } from 'drizzle-orm'
import { pageEnd, pageRows } from '#platform/paging.ts'
import { cameBack, daysSold, furthest, isUnsold, paceDaysOf, paceJoin, paceLeft, soldLately } from './pace.ts'
import { items, where } from './queries.ts'

interface Asked {
  today: number
  inPortals: (column: SQL) => SQL
  page: number
}

/** What stock is kept of as the rows `l` name it, each looked up by itself: `i`. */
const itsItems = (matching: SQL = sql`true`, conditions: SQL = where({})) => sql`cross join lateral (
  select i.* from ${items(sql`d.portal_id = l.portal_id and d.id = l.product_id and coalesce(v.id, d.id) = l.id
    and ${matching}`)} where ${conditions} offset 0) i`

/** What sold lately and has a stock, of which so many remain: `few` leaves those whose days are worth looking up. */
const stocked = ({ today, inPortals }: Omit<Asked, 'page'>) => sql`
  select l.*, s.on_hand - s.committed - s.safety as remaining
  from ${soldLately(today, inPortals)} l join stock s on s.portal_id = l.portal_id and s.id = l.id where l.sold > 0`
const timed = (few: SQL, today: number) => sql`
  select i.*, case when i.remaining > 0 then ${daysSold(today)} else ${paceDaysOf} end as days from ${few} i offset 0`
/** In how many days a row `l` of these is gone. */
const left = sql`floor(l.remaining::float8 * l.days / l.sold)`
const itsPace = sql`cross join lateral (select l.sold, l.days) k`

/**
 * Rows `i` with their pace `k` that are gone within so many days, from what sold alone. Of at most 28 days and at least one: what
 * has more left than so many days' sales is not looked at.
 */
export const goneSoon = (
  within: number,
  asked: Omit<Asked, 'page'>,
  { matching, conditions }: { matching: SQL; conditions: SQL },
) =>
  sql`(select * from (${timed(
    sql`(select * from (${stocked(asked)}) i where i.remaining > 0 and i.remaining <= i.sold * (${within}::int + 1) offset 0)`,
    asked.today,
  )}) l where ${left} <= ${within} offset 0) l ${itsItems(matching, conditions)} ${itsPace} where ${paceLeft} <= ${within}`

/** Of so many times what is asked for, enough is still there: of what is made on demand no stock is kept. */
const someMore = 4

/**
 * A page of what sold lately of the portals that `inPortals` leaves, by `orderBy`, from what sold alone: of hundreds of
 * thousands of variants only those of the page are looked up. It may hold fewer rows than a page, and says nothing then.
 */
export function sellersPage(
  orderBy: 'runsOut' | '-soldLately',
  order: SQL,
  { today, inPortals, page }: Asked,
): SQL {
  const shown = sql`select i.*, null::int as total`
  if (orderBy === '-soldLately')
    return sql`${shown} from (select * from ${soldLately(today, inPortals)} l where l.sold > 0
        order by l.sold desc fetch first ${someMore * pageEnd(page)} rows with ties) l ${itsItems()}
      cross join lateral (select l.sold) k ${order} ${pageRows(page)}`
  // What is gone stands first: where that fills the page, nothing else is looked at. Else in how many days it was sold is looked up of
  // what may be on the page: of 28 days at the pace of one, and of what is gone before the last of the page by the pace of all
  // 28. Only what is left of that is looked up itself, which costs more.
  const end = sql`${pageEnd(page)}::int`
  return sql`with c as materialized (${stocked({ today, inPortals })}),
    gone as materialized (select count(*)::int as n from c where remaining <= 0),
    edge as materialized (select case when n >= ${end} then '-infinity' else coalesce(
      (select remaining * ${paceDaysOf}::float8 / sold from c where remaining > 0
        order by 1 limit 1 offset (select greatest(${end} - n, 0) from gone)), 'infinity') end as days from gone),
    few as (select c.*, e.days as edge from c cross join edge e
      where c.remaining <= 0 or c.remaining::float8 / c.sold <= e.days + 1),
    timed as (${timed(sql`few`, today)})
    ${shown} from (select * from timed l where remaining <= 0 or ${left} <= edge offset 0) l ${itsItems()} ${itsPace}
    where i.available <= 0 or ${paceLeft} <= l.edge ${order} ${pageRows(page)}`
}

/**
 * A page by what lasts longest: of at most 28 days what is left at the pace of all 28 is the most that it can be. Looked up is in how
 * many days that was sold which would last longer than anybody believes, and of the rest what may be on the page. It may hold fewer
 * rows than a page, and says nothing then.
 */
export const lastingPage = (order: SQL, { today, inPortals, page }: Asked): SQL => sql`
  with c as materialized (select l.*, l.remaining * ${paceDaysOf}::float8 / l.sold as most from (${stocked({ today, inPortals })}) l
      where l.remaining > 0),
    likely as materialized (select * from c where c.most < ${furthest + 1}
      order by c.most desc fetch first ${someMore * pageEnd(page)} rows with ties),
    few as (select * from c where c.most >= ${furthest + 1} union all select * from likely),
    timed as (${timed(sql`few`, today)}),
    -- Nothing that is not among these lasts as long.
    sure as (select * from timed l where ${left} <= ${furthest} and ${left} >= (select ceil(min(y.most)) from likely y)
      order by ${left} desc fetch first ${pageEnd(page)} rows with ties)
  select i.*, null::int as total from sure l ${itsItems()} ${itsPace}
  where ${paceLeft} >= 0 ${order} ${pageRows(page)}`

/** So many are looked up one by one at most, before all that sold is added up. */
const goneMost = 10_000

/**
 * The same page by `runsOut` where it holds nothing but what is gone, which stands first and is found by its index: of the
 * rest nothing is looked at. It may hold fewer rows than a page, and says nothing then.
 */
export const gonePage = (
  order: SQL,
  { today, inPortals, page }: Asked,
): SQL => sql`with gone as materialized (select i.portal_id, i.product_id, i.id from stock i
      where i.on_hand - i.committed - i.safety <= 0 and ${inPortals(sql`i.portal_id`)} limit ${goneMost + 1}),
    few as (select i.*, k.sold from gone i ${paceJoin(today)} where (select count(*) from gone) <= ${goneMost} and k.sold > 0
      order by k.sold desc fetch first ${pageEnd(page)} rows with ties)
    select i.*, null::int as total from few l ${itsItems()}
    cross join lateral (select l.sold, ${paceDaysOf} as days) k ${order} ${pageRows(page)}`

/**
 * A page by what sold least: what came back more than it sold, then what did not sell, in the order of an index, each asked for its
 * sales by itself. It may hold fewer rows than a page, and says nothing then.
 */
export const unsoldPage = (order: SQL, { today, inPortals, page }: Asked): SQL => sql`
  with back as materialized (select distinct m.portal_id, m.product_id, coalesce(m.variant_id, m.product_id) as id
    from (${cameBack(today, inPortals)}) f join sku_mapping m on m.id = f.sku_id and m.product_id is not null)
  select i.*, null::int as total from (
    (select i.*, k.sold from back l ${itsItems()} ${paceJoin(today)} where k.sold < 0)
    union all
    (select i.*, 0 from ${items(inPortals(sql`d.portal_id`))} where ${where({})} and ${isUnsold(today)}
      order by i.product_id, i.position, i.id limit ${pageEnd(page)})) i
  cross join lateral (select i.sold) k ${order} ${pageRows(page)}`
