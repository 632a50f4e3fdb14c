import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { ask, number } from '#platform/select.ts'
import type { Selection } from './selection.ts'

const most = 20

interface Asked {
  selection: Selection
  /** Clicks by what was clicked, as a store tells them. */
  clicks: SQL
  /** Orders of the period that carry a click: rows of `click_id`, `portal_id` and `id`. */
  attributed: SQL
  until: Date
  locale: string
}

const sum = (column: string) => number(sql<string | null>`w.${sql.raw(column)}`)
const sums = {
  id: sql<string>`w.product_id`,
  portalName: sql<string | null>`o.name`,
  opened: sum('opened'),
  chosen: sum('chosen'),
  pressed: sum('pressed'),
  orders: sum('orders'),
  net: sum('net'),
  income: sum('income'),
}

/**
 * From a product's tile to its size, to the shop, to the order that came back with the press. An address that is not there
 * any more belongs to no product.
 */
export function productFunnel(tx: Tx, { selection, clicks, attributed, until, locale }: Asked) {
  const part = (what: string, table: SQL, product: SQL) =>
    sql`select t.id, t.portal_id, ${product} as product_id, ${what} as what from ${table} t where ${selection.inPortals(sql`t.portal_id`)}`
  const columns = {
    ...sums,
    name: sql<string>`coalesce(nullif(d.name->>${locale}, ''), d.name->>'es')`,
  }
  return ask(
    tx,
    columns,
    (asked) => sql`with clicked as (
        select nullif(key, '')::uuid as key, sum(clicks) as clicks from (${clicks}) f where key <> '' group by 1),
      sold as (
        select a.click_id as key, sum(l.orders) as orders, sum(l.net_micros) as net, sum(l.income_micros) as income
        from (${attributed}) a join order_line l on l.portal_id = a.portal_id and l.order_id = a.id
          and l.at < ${until.toISOString()} group by 1),
      part as (${part('opened', sql`product`, sql`t.id`)} union all ${part('chosen', sql`variant`, sql`t.product_id`)}
        union all ${part('pressed', sql`purchase_address`, sql`t.product_id`)}),
      whole as (
        select p.portal_id, p.product_id,
          sum(c.clicks) filter (where p.what = 'opened') as opened, sum(c.clicks) filter (where p.what = 'chosen') as chosen,
          sum(c.clicks) filter (where p.what = 'pressed') as pressed,
          sum(s.orders) as orders, coalesce(sum(s.net), 0) as net, sum(s.income) as income
        from (select key from clicked union select key from sold) k join part p on p.id = k.key
        left join clicked c on c.key = k.key left join sold s on s.key = k.key group by 1, 2)
      select ${asked} from whole w join product d on d.portal_id = w.portal_id and d.id = w.product_id
      left join portal o on o.id = w.portal_id
      order by w.net desc, coalesce(w.pressed, 0) desc, coalesce(w.opened, 0) desc, w.product_id limit ${most}`,
  )
}
