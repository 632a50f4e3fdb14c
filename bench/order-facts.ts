import { placeId } from '#features/rollups/server/rollups.ts'

/** Facts of orders as triggers keep them, of all lines of `from` at once, where triggers rest. */
export const orderFacts = (
  from: string,
) => `insert into order_fact (portal_id, t, place_id, categories, orders)
  with sold as (select portal_id, order_id, bit_or(category_bit(category)) as categories from ${from} l where kind = 'sale' group by 1, 2)
  select l.portal_id, date_trunc('hour', l.at, 'UTC'), ${placeId('o')} as place, s.categories, sum(l.orders)
  from ${from} l join sold s on s.portal_id = l.portal_id and s.order_id = l.order_id
  join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
  where l.orders <> 0 group by 1, 2, 3, 4 order by 2`
