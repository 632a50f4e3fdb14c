import { type SQL, sql } from 'drizzle-orm'
import { countMax } from './constants.ts'
import type { Tx } from './db.ts'
import { tellPlaces } from './keyed-order.ts'
import { askedAfter, asksKeys, pageStart } from './paging.ts'
import { ask, type Fields, type RowOf, select } from './select.ts'

// In the text, as they are the same for every list: see `atMost`.
const [most, more] = [sql.raw(String(countMax)), sql.raw(String(countMax + 1))]

/** How many rows `from` finds, as a piece of a query; one more than a list counts where there are more. */
const countOf = (from: SQL) => sql`(select count(*)::int from (select 1 from ${from} limit ${more}) x)`

/** How many rows `from` finds («product d where …»); one more than a list counts where there are more. */
export async function countRows(tx: Tx, from: SQL): Promise<number> {
  const [found] = await select(tx, { total: sql<number>`n` }, sql`${countOf(from)} c (n)`)
  return found?.total ?? 0
}

/**
 * `columns` of the rows that a list counts of `from`, each with how many there are (`counted`): what was found to be counted need not
 * be looked for again to be put in order. Of more than are counted, one row says so.
 */
export const countedRows = (columns: SQL, from: SQL): SQL =>
  sql`(select * from (select x.*, (count(*) over ())::int as counted, row_number() over () as nth
    from (select ${columns} from ${from} limit ${more}) x) x where counted <= ${most} or nth = 1)`

/**
 * Rows of a page that are shown `from`, and how many `of` finds, asked at once: each question more is a way to the
 * database and back, which for most lists costs more than its answer. `counted` says it where each row knows it. `key` is where a row stands in the list's order,
 * for who goes on after it; nobody else pays for it.
 */
export async function selectPage<F extends Fields>(
  tx: Tx,
  fields: F,
  {
    from,
    of,
    page,
    key,
    counted = countOf(of),
  }: { from: SQL; of: SQL; page: number; key?: SQL<string | null>; counted?: SQL },
): Promise<{ found: RowOf<F>[]; total: number }> {
  const place = key && asksKeys() ? sql`, ${key} as place` : sql``
  const rows = (await ask(
    tx,
    fields,
    (columns) => sql`select ${columns}, ${counted} as of_all${place} from ${from}`,
  )) as (RowOf<F> & { of_all?: number; place?: string | null })[]
  // Behind the last page there is no row that could tell.
  const behind = pageStart(page) > 0 || askedAfter() !== undefined
  const total = rows[0]?.of_all ?? (behind ? await countRows(tx, of) : 0)
  tellPlaces(rows.map((row) => row.place))
  for (const row of rows) {
    delete row.place
    delete row.of_all
  }
  return { found: rows, total }
}
