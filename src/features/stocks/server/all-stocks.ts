import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { portal } from '#features/portals/server/table.ts'
import { countRows } from '#platform/count.ts'
import { selectInBatches } from '#platform/cursor.ts'
import type { Tx } from '#platform/db.ts'
import { plain } from '#platform/like.ts'
import { ofLivePortals, ofPortals, type Seen } from '#platform/of-portals.ts'
import { inSeen } from '#platform/own-reach.ts'
import { asksSince, listOf, pageRows, pageSize } from '#platform/paging.ts'
import { type RowOf, select } from '#platform/select.ts'
import type { AllStockRow, AllStocksQuery } from '../contract.ts'
import { availablePage, isMuch } from './by-available.ts'
import { matchingOf } from './find-stock.ts'
import { paceJoin, paceLeft, paceOfAll, paceToday } from './pace.ts'
import { goods, isLow, items, itsStock, keptAnyway, columns as ofOne, toRow, where } from './queries.ts'
import { gonePage, goneSoon, lastingPage, sellersPage, unsoldPage } from './sellers.ts'

const p = alias(portal, 'p')
const columns = { ...ofOne, portalName: p.name, portalCode: p.code }
const counted = { ...columns, total: sql<number | null>`i.total` }
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

const seenOf = (query: Filters, seen: Seen | undefined) => (column: SQL) =>
  sql`${seen ? ofPortals(column, seen) : ofLivePortals(column)} and ${query.portal ? sql`${column} = ${query.portal}` : sql`true`}`

/** What the filters leave of the portals seen; with the pace of `all` where it orders, or of what is `selling` alone. */
function found(
  query: Filters,
  seen: Seen | undefined,
  today: number,
  { pace, matching = sql`true` }: { pace?: 'all' | 'selling'; matching?: SQL | undefined } = {},
): SQL {
  const { q, level, withinDays } = query
  const inPortals = seenOf(query, seen)
  const conditions = where({ q, level })
  // What sells nothing does not run out.
  if (withinDays !== undefined) return goneSoon(withinDays, { today, inPortals }, { matching, conditions })
  const joined = pace ? paceOfAll(today, inPortals, pace === 'selling') : sql``
  const kept = level
    ? items(matching, sql`${inPortals(sql`s.portal_id`)} and ${isLow}`)
    : items(sql`${inPortals(sql`d.portal_id`)} and ${matching}`)
  return sql`${kept} ${joined} where ${conditions}`
}

/** A page of the stock of all portals that one sees; undefined sees all. The pace is asked of the page's rows, unless it sorts or filters. */
export function listAllStocks(tx: Tx, query: AllStocksQuery, seen: Seen | undefined) {
  // Each table's policies would hash a label's thousand portals anew, in each question.
  return inSeen(tx, 'index', seen, () => pageOfAll(tx, query, seen))
}

async function pageOfAll(tx: Tx, query: AllStocksQuery, seen: Seen | undefined) {
  const { page = 1, orderBy = 'name' } = query
  const today = paceToday()
  const column = orderBy.replace('-', '')
  const down = orderBy.startsWith('-')
  const matching = query.q ? await matchingOf(tx, query.q, seenOf(query, seen)) : undefined
  const order = sql`order by ${orderOf(column, down)}`
  // What is found by walking all of it anyway is counted on the way.
  const few = query.level !== undefined || query.withinDays !== undefined
  const shownOf = (shown: SQL) =>
    select(tx, counted, sql`(${shown}) i ${paceJoin(today)} join portal p on p.id = i.portal_id ${order}`)
  const pageOf = (from: SQL) =>
    shownOf(
      sql`select i.*${few ? sql`, count(*) over ()::int` : sql`, null::int`} as total from ${from} ${order} ${pageRows(page)}`,
    )
  const ofPaced = (pace: 'all' | 'selling') => pageOf(found(query, seen, today, { pace, matching }))
  const leastFirst = orderBy === 'soldLately' && !few && !query.q
  const sellers = async () => {
    const asked = { today, inPortals: seenOf(query, seen), page }
    if (leastFirst) return shownOf(unsoldPage(order, asked))
    if (few || query.q) return ofPaced('selling')
    if (orderBy === '-runsOut') return shownOf(lastingPage(order, asked))
    const gone = orderBy === 'runsOut' ? await shownOf(gonePage(order, asked)) : []
    if (gone.length === pageSize()) return gone
    return shownOf(sellersPage(orderBy === 'runsOut' ? orderBy : '-soldLately', order, asked))
  }
  // What sells, or what does not, stands first in these orders: only where it does not fill the page, the rest is looked at, if any is.
  const sellsFirst = column === 'runsOut' || orderBy === '-soldLately' || leastFirst
  const first = sellsFirst ? await sellers() : []
  const walks = column === 'available' && !few && !query.q && !query.portal && (await isMuch(tx, seen))
  const walked = walks ? await shownOf(availablePage(down, seenOf(query, seen), page)) : []
  const full = sellsFirst && (first.length === pageSize() || query.withinDays !== undefined)
  const rows = full
    ? first
    : walked.length === pageSize()
      ? walked
      : column === 'portal' && !few && !query.q
        ? await select(tx, counted, portalByPortal(query, seen, today, down))
        : paced.includes(column)
          ? await ofPaced('all')
          : await pageOf(found(query, seen, today, { matching }))
  const all =
    few || query.q || asksSince() ? found(query, seen, today, { matching }) : everything(query, seen)
  const total = rows[0]?.total ?? (await countRows(tx, all))
  return listOf(
    rows.map((row) => toAllRow(row, today)),
    total,
    page,
  )
}

/**
 * Something of all that there is, to be counted: portal by portal, as joined at once it would be looked for among everybody's. What
 * is kept anyway comes first; where that is more than a list counts, no stock is looked for.
 */
function everything(query: Filters, seen: Seen | undefined): SQL {
  const portals = sql`(select o.id from portal o where ${seenOf(query, seen)(sql`o.id`)} offset 0) o`
  const each = (kept: SQL) =>
    sql`select from ${portals} cross join lateral (select from ${goods} ${kept} and d.portal_id = o.id offset 0) i`
  return sql`(${each(sql`where ${keptAnyway}`)} union all ${each(sql`${itsStock} where not ${keptAnyway}`)}) i`
}

/** A page in the order of portals, which goes no further than the page: in one join, everything would be sorted for it. */
function portalByPortal(
  query: Filters & { page?: number | undefined },
  seen: Seen | undefined,
  today: number,
  down: boolean,
) {
  const way = sql.raw(down ? 'desc' : 'asc')
  const within = sql`i.product_id, i.position, i.id`
  const portals = sql`(select o.id, ${plain(sql`o.name`)} as named from portal o where ${seenOf(query, seen)(sql`o.id`)}
    order by named ${way}, o.id offset 0)`
  const shown = sql`select i.*, null::int as total from ${portals} o
    cross join lateral (select i.* from ${items(sql`d.portal_id = o.id`)} where ${where({})} order by ${within} offset 0) i
    order by o.named ${way}, o.id, ${within} ${pageRows(query.page ?? 1)}`
  return sql`(${shown}) i ${paceJoin(today)} join portal p on p.id = i.portal_id
    order by ${plain(sql`p.name`)} ${way}, p.id, ${within}`
}

/** By a name and by what is available both ways along their indexes; ties by what no two rows share. */
function orderOf(column: string, down: boolean): SQL {
  const by = orders[column] ?? orders.name
  if (column === 'name' && down) return sql`${by} desc, i.product_id desc, i.position, i.id`
  const way = sql.raw(down ? 'desc' : 'asc')
  if (column === 'available') return sql`${by} ${way}, i.product_id ${way}, i.id ${way}`
  return sql`${by} ${sql.raw(down ? 'desc nulls last' : 'asc')}, i.product_id, i.position, i.id`
}

/** Everything that the filters leave, by portal and name, some at a time. */
export async function* everyStock(
  tx: Tx,
  query: Filters,
  seen: Seen | undefined,
): AsyncGenerator<AllStockRow[]> {
  const today = paceToday()
  const all = sql`(select i.* from ${found(query, seen, today)}) i`
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
