import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { portal } from '#features/portals/server/table.ts'
import { countRows } from '#platform/count.ts'
import { selectInBatches } from '#platform/cursor.ts'
import type { Tx } from '#platform/db.ts'
import { plain } from '#platform/like.ts'
import { ofLivePortals, ofPortals, type Seen } from '#platform/of-portals.ts'
import { listOf, pageRows } from '#platform/paging.ts'
import { type RowOf, select } from '#platform/select.ts'
import type { AllStockRow, AllStocksQuery } from '../contract.ts'
import { paceJoin, paceLeft, paceToday } from './pace.ts'
import { items, columns as ofOne, toRow, where } from './queries.ts'

const p = alias(portal, 'p')
const columns = { ...ofOne, portalName: p.name, portalCode: p.code }
type Filters = Omit<AllStocksQuery, 'page' | 'orderBy'>

const orders: Record<string, SQL> = {
  name: plain(sql`i.name->>'es'`),
  portal: plain(sql`(select o.name from portal o where o.id = i.portal_id)`),
  available: sql`i.available`,
  soldLately: sql`k.sold`,
  // What sold out stands before all that will, by how much of it was sold.
  runsOut: sql`(case when i.version > 0 and i.available <= 0 and k.sold > 0 then -k.sold else ${paceLeft} end)`,
}
const paced = ['soldLately', 'runsOut']

/** What the filters leave of the portals seen, each with its pace where that is asked about. */
function found(query: Filters, seen: Seen | undefined, today: number, withPace: boolean): SQL {
  const { q, level, portal: only, withinDays } = query
  const portals = [seen ? ofPortals(sql`d.portal_id`, seen) : ofLivePortals(sql`d.portal_id`)]
  if (only) portals.push(sql`d.portal_id = ${only}`)
  const soon = withinDays === undefined ? sql`true` : sql`${paceLeft} <= ${withinDays}`
  const pace = withPace || withinDays !== undefined ? paceJoin(today) : sql``
  return sql`${items(sql.join(portals, sql` and `))} ${pace} where ${where({ q, level })} and ${soon}`
}

/** A page of the stock of all portals that one sees; undefined sees all. The pace is asked of the page's rows, unless it sorts or filters. */
export async function listAllStocks(tx: Tx, query: AllStocksQuery, seen: Seen | undefined) {
  const { page = 1, orderBy = 'name' } = query
  const today = paceToday()
  const column = orderBy.replace('-', '')
  const by = orders[column] ?? orders.name
  const way = sql.raw(orderBy.startsWith('-') ? 'desc nulls last' : 'asc')
  const order = sql`order by ${by} ${way}, i.product_id, i.position, i.id`
  const shown = sql`(select i.* from ${found(query, seen, today, paced.includes(column))} ${order} ${pageRows(page)}) i`
  const rows = await select(
    tx,
    columns,
    sql`${shown} ${paceJoin(today)} join portal p on p.id = i.portal_id ${order}`,
  )
  const total = await countRows(tx, found(query, seen, today, false))
  return listOf(
    rows.map((row) => toAllRow(row, today)),
    total,
    page,
  )
}

/** Everything that the filters leave, by portal and name, some at a time. */
export async function* everyStock(
  tx: Tx,
  query: Filters,
  seen: Seen | undefined,
): AsyncGenerator<AllStockRow[]> {
  const today = paceToday()
  const all = sql`(select i.* from ${found(query, seen, today, false)}) i`
  const batches = selectInBatches(
    tx,
    columns,
    sql`${all} ${paceJoin(today)} join portal p on p.id = i.portal_id
      order by ${plain(sql`p.name`)}, p.id, ${orders.name}, i.product_id, i.position, i.id`,
  )
  for await (const some of batches) yield some.map((row) => toAllRow(row, today))
}

const toAllRow = (row: RowOf<typeof columns>, today: number): AllStockRow => ({
  ...toRow(row, today),
  portal: { id: row.portalId, name: row.portalName, code: row.portalCode },
})
